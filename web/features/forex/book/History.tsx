/**
 * Shows statistics of closed trades above the history. They load when the user opens the history.
 */
import { SeasonBar } from "../seasons/SeasonBar.tsx";
import { HistoryList } from "./HistoryList.tsx";
import { Statistics } from "./Statistics.tsx";
import type { EventPages } from "./use-lists.ts";

export function History({ events }: { events: EventPages }) {
  return (
    <>
      <SeasonBar />
      <Statistics />
      <HistoryList events={events} />
    </>
  );
}

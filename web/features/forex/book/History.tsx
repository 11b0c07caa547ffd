/** What happened, below what it came to; loaded when it is asked for. */
import { HistoryList } from "./HistoryList.tsx";
import { Statistics } from "./Statistics.tsx";
import type { EventPages } from "./use-lists.ts";

export function History({ events }: { events: EventPages }) {
  return (
    <>
      <Statistics />
      <HistoryList events={events} />
    </>
  );
}

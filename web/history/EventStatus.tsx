/** How far an event is: the six blocks while they count, else a word. */
import { SixBlockMeter } from "../ui/SixBlockMeter.tsx";
import { Tag } from "../ui/Tag.tsx";
import { eventStatus } from "./event-words.ts";
import type { LedgerEvent } from "./use-events.ts";

export function EventStatus({ event }: { event: LedgerEvent }) {
  const status = eventStatus(event);
  if (status === undefined) return null;
  if (status.kind === "words")
    return <Tag kind={status.isBad ? "down" : "fact"}>{status.words}</Tag>;
  return <SixBlockMeter confirmations={status.count} isTakenBack={status.isTakenBack} />;
}

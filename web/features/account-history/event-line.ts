/** Describes one event for a short list: title, meaning, status and amount. */
import { eventMeaning, eventStatus, eventTitle, type EventStatus } from "./event-words.ts";
import type { LedgerEvent } from "./use-events.ts";

export interface EventLine {
  readonly key: string;
  readonly at: string;
  readonly what: string;
  /** Details of the event. Empty if there are none besides its cause. */
  readonly meaning: string;
  readonly cause: string | null;
  readonly amountSats: number;
  readonly status: EventStatus | undefined;
}

export function eventLine(event: LedgerEvent): EventLine {
  return {
    key: event.key,
    at: event.lastAt,
    what: eventTitle(event),
    meaning: eventMeaning(event),
    cause: event.cause,
    amountSats: event.availableSats ?? event.heldSats ?? 0,
    status: eventStatus(event),
  };
}

/** A line about money in a short list: what it is, what it means, how far it is, what it did. */
import { eventMeaning, eventStatus, eventTitle, type EventStatus } from "./event-words.ts";
import type { LedgerEvent } from "./use-events.ts";

export interface EventLine {
  readonly key: string;
  readonly at: string;
  readonly what: string;
  /** Empty where nothing more is known than the cause. */
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

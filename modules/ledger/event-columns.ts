/**
 * Converts events to the parallel array parameters of `ledger_post`, with one element per leg. A
 * column that no leg uses is null, so that the database need not parse its array.
 */
import { numberArray, textArray, uuidArray } from "#platform";
import { codeNumber } from "./codes.ts";
import { TRANSFER_KINDS, TRANSFER_RESULTS } from "./transfer.ts";
import type { Transfer, TransferEvent, TransferResult } from "./transfer.ts";

const AMOUNT_MAX = 2n ** 53n - 1n;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export interface EventColumns {
  /** For each leg, the 1-based index of its event's first leg. Null if every event has one leg. */
  readonly event: string | null;
  readonly id: string;
  readonly amount: string;
  readonly code: string;
  readonly kind: string | null;
  readonly pending: string | null;
  readonly cause: string | null;
}

export function eventColumns(
  events: readonly TransferEvent[],
  legs: readonly Transfer[],
): EventColumns {
  return {
    event: legs.length === events.length ? null : numberArray(firstLegs(events)),
    id: uuidArray(legs.map((leg) => leg.id)),
    amount: numberArray(legs.map((leg) => leg.amount)),
    code: numberArray(legs.map((leg) => codeNumber(leg.code))),
    kind: legs.some((leg) => leg.kind !== undefined && leg.kind !== "plain")
      ? numberArray(legs.map((leg) => TRANSFER_KINDS.indexOf(leg.kind ?? "plain")))
      : null,
    pending: legs.some((leg) => leg.pendingId !== undefined)
      ? uuidArray(legs.map((leg) => leg.pendingId))
      : null,
    cause: legs.some((leg) => leg.cause !== undefined)
      ? textArray(legs.map((leg) => leg.cause))
      : null,
  };
}

function firstLegs(events: readonly TransferEvent[]): number[] {
  const firsts: number[] = [];
  for (const event of events) {
    const first = firsts.length + 1;
    for (let leg = 0; leg < event.length; leg++) firsts.push(first);
  }
  return firsts;
}

/**
 * Throws RangeError for an event that only a bug can produce: no legs, an amount outside 1 to 2^53
 * - 1, a repeated or malformed id, or a missing hold.
 */
export function assertWellFormed(event: TransferEvent): void {
  if (event.length === 0) throw new RangeError("an event needs at least one transfer");
  if (event.length > 1 && new Set(event.map(({ id }) => id)).size < event.length)
    throw new RangeError("an event contains the same id twice");
  for (const { id, amount, kind = "plain", pendingId } of event) {
    if (amount < 1n || amount > AMOUNT_MAX)
      throw new RangeError(`transfer ${id}: amount ${amount}`);
    if (!UUID.test(id)) throw new RangeError(`transfer id ${id} is not a uuid of version 7`);
    const needsHold = kind === "post" || kind === "void" || kind === "release";
    if (needsHold !== (pendingId !== undefined))
      throw new RangeError(
        `transfer ${id}: ${kind} with${pendingId === undefined ? "out" : ""} a hold`,
      );
  }
}

/** Splits SQL's flat list of results into one list per event. Null means that all legs are ok. */
export function resultsByEvent(
  events: readonly TransferEvent[],
  answer: readonly number[] | null,
): TransferResult[][] {
  let next = 0;
  return events.map((event) =>
    event.map(() => {
      const result = answer === null ? "ok" : TRANSFER_RESULTS[answer[next++] ?? -1];
      if (result === undefined) throw new Error("the ledger answered with too few results");
      return result;
    }),
  );
}

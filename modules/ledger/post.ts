/**
 * Posting inside a use case's own transaction. It takes row locks on accounts until COMMIT, so it
 * is the last statement before it: a slow statement after it would make every other user of a house
 * account wait.
 */
import {
  NotBatchable,
  sqlState,
  textArray,
  type DatabaseTransaction,
  type RunMode,
} from "#platform";
import { assertWellFormed, eventColumns, resultsByEvent } from "./event-columns.ts";
import { LedgerRefusal } from "./transfer.ts";
import type { Transfer, TransferEvent, TransferResult } from "./transfer.ts";

/**
 * Posts each event by itself: the legs of one stand or fall together. Answers one list of results
 * per event.
 */
export async function post(
  tx: DatabaseTransaction,
  events: readonly TransferEvent[],
): Promise<TransferResult[][]> {
  events.forEach(assertWellFormed);
  const legs = events.flat();
  if (legs.length === 0) return [];
  const [row] = await tx.query<{ results: number[] }>(
    `select ${POST} as results`,
    valuesOf(events, legs),
  );
  return resultsByEvent(events, row?.results ?? []);
}

const POST = "ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9)";

function valuesOf(events: readonly TransferEvent[], legs: readonly Transfer[]): unknown[] {
  const columns = eventColumns(events, legs);
  return [
    columns.event,
    columns.id,
    textArray(legs.map((leg) => leg.debit)),
    textArray(legs.map((leg) => leg.credit)),
    columns.amount,
    columns.code,
    columns.kind,
    columns.pending,
    columns.cause,
  ];
}

/**
 * Posts the transfers as one event. Resolves when every leg is `ok` or `exists`, else throws a
 * LedgerRefusal.
 */
export async function postAll(
  tx: DatabaseTransaction,
  transfers: readonly Transfer[],
): Promise<void> {
  const [results = []] = await post(tx, [transfers]);
  if (!isPosted(results)) throw new LedgerRefusal(results);
}

/** Of what `ledger_all_posted` raises; its detail has the answers of the legs. */
const REFUSED = "HF004";

/**
 * As `post`, together with the commit, which does not wait for the answer: the accounts stay locked
 * no longer than the commit takes. When a leg is refused nothing is committed, and the transaction
 * throws the LedgerRefusal, or what `refusalOf` makes of it and of the answers of each event.
 */
export function postAtCommit(
  tx: DatabaseTransaction,
  events: readonly TransferEvent[],
  refusalOf: (refusal: LedgerRefusal, answers: TransferResult[][]) => Error = (refusal) => refusal,
): void {
  events.forEach(assertWellFormed);
  const legs = events.flat();
  if (legs.length === 0) return;
  tx.atCommit(`select ledger_all_posted(${POST})`, valuesOf(events, legs), (error) => {
    if (sqlState(error) !== REFUSED || !(error instanceof Error) || !("detail" in error))
      return error;
    const answers = resultsByEvent(events, String(error.detail).split(",").map(Number));
    return refusalOf(new LedgerRefusal(answers.flat()), answers);
  });
}

/** `postAtCommit` for a run. A refused event of a batch excludes its request. */
export function postRunAtCommit(
  tx: DatabaseTransaction,
  mode: RunMode,
  events: readonly TransferEvent[],
  refusalOf?: (refusal: LedgerRefusal) => Error,
): void {
  if (mode === "single") postAtCommit(tx, events, refusalOf);
  else
    postAtCommit(tx, events, (_, answers) => {
      const refused = answers.flatMap((legs, place) => (isPosted(legs) ? [] : [place]));
      return new NotBatchable(refused);
    });
}

export function isPosted(legs: readonly TransferResult[]): boolean {
  return legs.every((result) => result === "ok" || result === "exists");
}

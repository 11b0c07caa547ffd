/**
 * Posts transfers within the caller's transaction. Posting must be the last statement, because it
 * locks account rows until COMMIT. Any slow statement after it would delay every other transaction
 * on the same house account.
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
 * Posts each event independently, either all its legs or none. Returns one list of results per
 * event.
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

/** Posts the transfers as one event. Throws LedgerRefusal unless every leg is `ok` or `exists`. */
export async function postAll(
  tx: DatabaseTransaction,
  transfers: readonly Transfer[],
): Promise<void> {
  const [results = []] = await post(tx, [transfers]);
  if (!isPosted(results)) throw new LedgerRefusal(results);
}

/**
 * SQLSTATE of a refusal by `ledger_all_posted`. The error's detail contains the result of each leg.
 */
const REFUSED = "HF004";

/**
 * Like `post`, but the transfers are sent together with the commit, without waiting for their
 * results. The accounts are therefore locked only during the commit. If a leg is refused, nothing
 * is committed, and the transaction throws the LedgerRefusal or the error that `refusalOf` returns.
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

/**
 * `postAtCommit` for single runs and for batches. If an event of a batch is refused, throws
 * NotBatchable with the indexes of the refused requests.
 */
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

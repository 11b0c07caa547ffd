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
  type Queryable,
  type RunMode,
} from "#platform";
import { assertWellFormed, eventColumns, resultsByEvent } from "./event-columns.ts";
import { LedgerRefusal } from "./transfer.ts";
import type { Transfer, TransferEvent, TransferResult } from "./transfer.ts";

/**
 * Posts each event independently: all its legs or none. Returns one list of results per event. The
 * events that `postAtCommit` has queued in this transaction are posted before them, in the same
 * call; if one of those is refused, it throws their error.
 */
export async function post(
  tx: DatabaseTransaction,
  events: readonly TransferEvent[],
): Promise<TransferResult[][]> {
  events.forEach(assertWellFormed);
  const legs = events.flat();
  if (legs.length === 0) return [];
  const queued = queues.get(tx)?.splice(0) ?? [];
  const all = [...queued.flatMap((group) => group.events), ...events];
  const [row] = await tx.query<{ results: number[] }>(`select ${POST} as results`, valuesOf(all));
  const answers = resultsByEvent(all, row?.results ?? []);
  const refusal = refusalOfGroup(queued, answers);
  if (refusal) throw refusal;
  return answers.slice(all.length - events.length);
}

const POST = "ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9)";

function valuesOf(events: readonly TransferEvent[]): unknown[] {
  const legs: readonly Transfer[] = events.flat();
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

/** Events of one call of `postAtCommit`. */
interface QueuedEvents {
  readonly events: readonly TransferEvent[];
  readonly refusalOf: (refusal: LedgerRefusal, answers: TransferResult[][]) => Error;
}

/**
 * The events that a transaction posts at its commit. They go in one call, because separate calls
 * could lock the accounts of two transactions in opposite orders.
 */
const queues = new WeakMap<Queryable, QueuedEvents[]>();

/** The error of the first group with an event that was refused. */
function refusalOfGroup(
  groups: readonly QueuedEvents[],
  answers: readonly TransferResult[][],
): Error | undefined {
  let from = 0;
  for (const { events, refusalOf } of groups) {
    const own = answers.slice(from, from + events.length);
    from += events.length;
    if (!own.every(isPosted)) return refusalOf(new LedgerRefusal(own.flat()), own);
  }
  return undefined;
}

/**
 * Like `post`, but the transfers are sent together with the commit, without waiting for their
 * results. The accounts are therefore locked only during the commit. If a leg is refused, nothing
 * is committed, and the transaction throws the LedgerRefusal or the error that `refusalOf` returns.
 */
export function postAtCommit(
  tx: DatabaseTransaction,
  events: readonly TransferEvent[],
  refusalOf: QueuedEvents["refusalOf"] = (refusal) => refusal,
): void {
  events.forEach(assertWellFormed);
  if (events.flat().length === 0) return;
  const queue = queues.get(tx) ?? openQueue(tx);
  queue.push({ events, refusalOf });
}

/**
 * Returns by how much the events that `postAtCommit` has queued in this transaction will change the
 * account. A balance that is read in the transaction does not contain them yet.
 */
export function queuedChange(queryable: Queryable, account: string): bigint {
  const queue = queues.get(queryable) ?? [];
  return queue
    .flatMap(({ events }) => events.flat())
    .reduce((sum, { debit, credit, amount }) => {
      if (credit === account) return sum + amount;
      return debit === account ? sum - amount : sum;
    }, 0n);
}

function openQueue(tx: DatabaseTransaction): QueuedEvents[] {
  const queue: QueuedEvents[] = [];
  queues.set(tx, queue);
  const values = () => {
    const events = queue.flatMap((group) => group.events);
    return events.length === 0 ? undefined : valuesOf(events);
  };
  tx.atCommit(`select ledger_all_posted(${POST})`, values, (error) => {
    if (sqlState(error) !== REFUSED || !(error instanceof Error) || !("detail" in error))
      return error;
    const events = queue.flatMap((group) => group.events);
    const answers = resultsByEvent(events, String(error.detail).split(",").map(Number));
    return refusalOfGroup(queue, answers) ?? error;
  });
  return queue;
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

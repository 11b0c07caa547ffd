/** Defines an entry of a user's account, and the SQL that reads it. */
import { ASSETS, CLASSES, type Asset } from "./accounts.ts";
import type { TransferCode } from "./codes.ts";
import type { TransferKind } from "./transfer.ts";

export type Part = "available" | "held";

export interface Entry {
  /** Id of the transfer. */
  readonly id: string;
  readonly at: Date;
  readonly asset: Asset;
  readonly account: Part;
  /** Number of the entry on its account, from 1 without a gap. */
  readonly version: bigint;
  /** Satoshis or cents. Negative for a debit. */
  readonly amount: bigint;
  readonly balanceAfter: bigint;
  readonly code: TransferCode;
  readonly kind: TransferKind;
  readonly cause: string | null;
}

export interface StoredEntry extends Omit<Entry, "code" | "kind"> {
  /**
   * `at` in microseconds. Milliseconds are too coarse, because transfers in the same millisecond
   * are common.
   */
  readonly micros: bigint;
  readonly code: number;
  readonly kind: number;
}

/** SQL columns of a `StoredEntry`. The query must name the entry `entry` and its account `a`. */
export const ENTRY_COLUMNS = `case a.asset when ${ASSETS.BTC} then 'BTC' else 'USD' end as asset,
  case a.class when ${CLASSES.available} then 'available' else 'held' end as account,
  entry.id, entry.at, (extract(epoch from entry.at) * 1000000)::bigint as micros, entry.amount,
  entry.balance as "balanceAfter", entry.version, entry.code, entry.kind, entry.cause`;

type MergedRow = Pick<StoredEntry, "asset" | "account" | "micros">;

/**
 * Merges the accounts' rows by time, newest first. Each step compares only the newest remaining row
 * of each account, which keeps the order of versions within an account even if times are equal or
 * the clock went back.
 */
export function mergeNewestFirst<Row extends MergedRow>(rows: readonly Row[]): Row[] {
  const queues = [...Map.groupBy(rows, (row) => `${row.asset} ${row.account}`).values()];
  const merged: Row[] = [];
  while (merged.length < rows.length) {
    const newest = queues
      .filter((queue) => queue.length > 0)
      .reduce((best, queue) => ((queue[0]?.micros ?? 0n) > (best[0]?.micros ?? 0n) ? queue : best));
    merged.push(...newest.splice(0, 1));
  }
  return merged;
}

/** How an entry of a user's account is read. */
import { ASSETS, CLASSES } from "./accounts.ts";
import type { Entry } from "./statement.ts";

export interface StoredEntry extends Omit<Entry, "code" | "kind"> {
  readonly version: bigint;
  /** `at` as exactly as the database has it: two transfers of one millisecond are common. */
  readonly micros: bigint;
  readonly code: number;
  readonly kind: number;
}

/** SQL of a `StoredEntry`, from an `entry` and its account `a`. */
export const ENTRY_COLUMNS = `case a.asset when ${ASSETS.BTC} then 'BTC' else 'USD' end as asset,
  case a.class when ${CLASSES.available} then 'available' else 'held' end as account,
  entry.id, entry.at, (extract(epoch from entry.at) * 1000000)::bigint as micros, entry.amount,
  entry.balance as "balanceAfter", entry.version, entry.code, entry.kind, entry.cause`;

type MergedRow = Pick<StoredEntry, "asset" | "account" | "micros">;

/**
 * Merges the accounts' rows by time, each account's newest first. Only the newest remaining row of
 * each account is compared, so that within an account the versions decide even where two times are
 * equal or a clock went back.
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

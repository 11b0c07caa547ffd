/**
 * Merges consecutive mining payouts into one row. Payouts arrive every few seconds and would
 * otherwise crowd out all other entries.
 */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";

type Entry = ApiAnswer<"listPersonEntries">["items"][number];

export interface EntryRow extends Entry {
  /** Number of payouts in this row. */
  readonly count?: number;
}

/**
 * Returns the rows, newest first like the entries. A merged row has the time and balance of its
 * newest payout.
 */
export function mergePayouts(entries: readonly Entry[]): EntryRow[] {
  const rows: EntryRow[] = [];
  for (const entry of entries) {
    const newer = rows.at(-1);
    if (newer === undefined || !isSamePayout(newer, entry)) rows.push(entry);
    else
      rows[rows.length - 1] = {
        ...newer,
        amountSats: (newer.amountSats ?? 0) + (entry.amountSats ?? 0),
        count: (newer.count ?? 1) + 1,
      };
  }
  return rows;
}

function isSamePayout(one: Entry, other: Entry): boolean {
  return (
    one.code === "mining_payout" &&
    other.code === one.code &&
    other.cause === one.cause &&
    other.account === one.account
  );
}

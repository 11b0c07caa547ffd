/** Finds in a user's own statement what the ledger owed the user when a proof was taken. */
import { ledgerApi } from "#api/ledger";
import { pageLimits } from "#api/limits";
import type { Read } from "./read-site.ts";

interface StatementEntry {
  readonly at: Date;
  readonly balanceAfterSats: bigint | null;
}

/**
 * A transfer is committed at most this much later than its time, because a statement is cancelled
 * then. Within this time around a proof, the proof may contain the transfer or not.
 */
const UNCERTAIN_MS = 30_000;
const PAGES_MAX = 100;

/**
 * Returns an amount that the proof may not fall below: the smallest balance of the user's available
 * and held account around the proof's time. Returns undefined if the statement is too long to read
 * back to the proof.
 */
export async function readLowestBalance(read: Read, takenAt: Date): Promise<bigint | undefined> {
  let sum = 0n;
  for (const account of ["available", "held"] as const) {
    const entries: StatementEntry[] = [];
    let cursor: string | undefined;
    for (let pages = 0; ; pages += 1) {
      if (pages === PAGES_MAX) return undefined;
      const query = {
        asset: "BTC",
        account,
        limit: String(pageLimits.max),
        ...(cursor && { cursor }),
      };
      const page = await read(ledgerApi.listEntries, {}, query);
      entries.push(...page.items);
      cursor = page.nextCursor ?? undefined;
      if (cursor === undefined || entries.some((entry) => isBefore(entry, takenAt))) break;
    }
    sum += lowestBalance(entries, takenAt);
  }
  return sum;
}

/**
 * `entries` are those of one account, newest first, back to an entry that is certainly older than
 * the proof, or to the account's first entry.
 */
export function lowestBalance(entries: readonly StatementEntry[], takenAt: Date): bigint {
  let lowest: bigint | undefined;
  for (const entry of entries) {
    const { at, balanceAfterSats } = entry;
    if (balanceAfterSats === null || at.getTime() > takenAt.getTime() + UNCERTAIN_MS) continue;
    if (lowest === undefined || balanceAfterSats < lowest) lowest = balanceAfterSats;
    if (isBefore(entry, takenAt)) return lowest;
  }
  return 0n;
}

const isBefore = ({ at }: StatementEntry, takenAt: Date): boolean =>
  at.getTime() < takenAt.getTime() - UNCERTAIN_MS;

/** Finds in a user's own statement what the ledger owed the user when a proof was taken. Pure. */
import type { OwnEntry } from "./check-own-entries.ts";

type Entry = Pick<OwnEntry, "at" | "account" | "balanceAfterSats">;

/**
 * A transfer is committed at most this much later than its time, because a statement is cancelled
 * then. Within this time around a proof, the proof may contain the transfer or not.
 */
const UNCERTAIN_MS = 30_000;

/**
 * Returns an amount that the user's leaves must reach: the smallest balance of the user's available
 * and held account around the time of the proof. `entries` are sorted newest first. An account
 * whose entries do not reach back to the proof is treated as 0.
 */
export function lowestBalance(entries: readonly Entry[], takenAt: Date): bigint {
  return (["available", "held"] as const)
    .map((account) => entries.filter((entry) => entry.account === account))
    .reduce((sum, own) => sum + lowestOfAccount(own, takenAt), 0n);
}

function lowestOfAccount(entries: readonly Entry[], takenAt: Date): bigint {
  let lowest: bigint | undefined;
  for (const { at, balanceAfterSats } of entries) {
    const laterMs = at.getTime() - takenAt.getTime();
    // Entries in cents have no balance in satoshis.
    if (balanceAfterSats === null || laterMs > UNCERTAIN_MS) continue;
    if (lowest === undefined || balanceAfterSats < lowest) lowest = balanceAfterSats;
    if (laterMs < -UNCERTAIN_MS) return lowest;
  }
  return 0n;
}

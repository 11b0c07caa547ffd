/**
 * Locks payments when the database turns out to be older than the chain. While payments are locked,
 * no payment is signed and no unsigned payment is returned. An administrator unlocks payments after
 * comparing the ledger with the chain.
 */
import { beginIncident, endIncident, type DatabaseTransaction } from "#platform";
import { startReceiveBranch, type ReceiveBranch } from "./receive-branches.ts";

/**
 * Locks payments. An earlier lock keeps its reason. New addresses come from a new branch, so that
 * an address issued after the copy was made is never issued to another user.
 */
export async function lockPayments(
  tx: DatabaseTransaction,
  { reason }: { readonly reason: string },
): Promise<void> {
  if (await writeLock(tx, reason)) await startReceiveBranch(tx);
}

/**
 * Locks payments in a newly restored database and returns the new branch for deposit addresses.
 * Replaces the lock and the comparison results that the backup contains, because they describe the
 * old installation.
 */
export async function relockPayments(
  tx: DatabaseTransaction,
  { reason }: { readonly reason: string },
): Promise<ReceiveBranch> {
  await unlockPayments(tx);
  await writeLock(tx, reason);
  return startReceiveBranch(tx);
}

/** Sets the lock. Returns false if payments are already locked or the chain was never read. */
async function writeLock(tx: DatabaseTransaction, reason: string): Promise<boolean> {
  const rows = await tx.query(
    `update wallet_cursor set locked_reason = $1, locked_at = clock_timestamp()
     where locked_reason is null returning 1`,
    [reason],
  );
  if (rows.length === 0) return false;
  await beginIncident(tx, { kind: "withdrawals_locked", detail: reason });
  return true;
}

export async function unlockPayments(tx: DatabaseTransaction): Promise<void> {
  await tx.query("update wallet_cursor set locked_reason = null, locked_at = null");
  await endIncident(tx, "withdrawals_locked");
}

/**
 * The lock on payments. While it is set, no payment is signed and no unsigned payment is returned,
 * until an administrator has compared the ledger with the chain. It is set when the database turns
 * out to be older than the chain.
 */
import type { DatabaseTransaction } from "#platform";
import { startReceiveBranch, type ReceiveBranch } from "./receive-branches.ts";

/**
 * Locks payments. Keeps the first reason. Addresses issued after the copy was made must not be
 * issued to another user, so new addresses come from a new branch.
 */
export async function lockPayments(
  tx: DatabaseTransaction,
  { reason }: { readonly reason: string },
): Promise<void> {
  if (await writeLock(tx, reason)) await startReceiveBranch(tx);
}

/**
 * Locks payments of a database that was just restored. A lock and comparison results in the copy
 * describe the old installation and are replaced. Returns the branch that new deposit addresses
 * come from.
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
  return rows.length > 0;
}

export async function unlockPayments(tx: DatabaseTransaction): Promise<void> {
  await tx.query("update wallet_cursor set locked_reason = null, locked_at = null");
}

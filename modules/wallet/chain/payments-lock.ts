/**
 * The lock on payments: nothing is signed, and nothing unsigned given back, until an administrator
 * has seen what the chain says. Set by whatever shows that these books are older than the world.
 */
import type { DatabaseTransaction } from "#platform";
import { startReceiveBranch, type ReceiveBranch } from "./receive-branches.ts";

/**
 * Keeps the first reason. Addresses that were issued after the copy was made must not be issued to
 * another user, so those that follow come from a branch of their own.
 */
export async function lockPayments(
  tx: DatabaseTransaction,
  { reason }: { readonly reason: string },
): Promise<void> {
  if (await writeLock(tx, reason)) await startReceiveBranch(tx);
}

/**
 * For books that were just restored: a lock that stood in the copy, and what was compared since, is
 * of another world. Returns the branch that deposit addresses come from now.
 */
export async function relockPayments(
  tx: DatabaseTransaction,
  { reason }: { readonly reason: string },
): Promise<ReceiveBranch> {
  await unlockPayments(tx);
  await writeLock(tx, reason);
  return startReceiveBranch(tx);
}

/** Returns false if payments are locked already, or the chain was never read. */
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

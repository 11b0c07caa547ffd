/**
 * The lock on payments: nothing is signed, and nothing unsigned given back, until an administrator
 * has seen what the chain says. Set by whatever shows that these books are older than the world.
 */
import type { DatabaseTransaction } from "#platform";

/** Addresses that were issued after the copy was made must not be issued to somebody else. */
const SKIPPED_ADDRESSES = 1_000;

/** Keeps the first reason. */
export async function lockPayments(
  tx: DatabaseTransaction,
  { reason }: { readonly reason: string },
): Promise<void> {
  const locked = await tx.query(
    `update wallet_cursor set locked_reason = $1, locked_at = clock_timestamp()
     where locked_reason is null returning 1`,
    [reason],
  );
  if (locked.length === 0) return;
  await tx.query(
    "select setval('wallet_deposit_index', last_value + $1) from wallet_deposit_index",
    [SKIPPED_ADDRESSES],
  );
}

/**
 * For books that were just restored: a lock that stood in the copy, and what was compared since, is
 * of another world.
 */
export async function lockPaymentsAnew(
  tx: DatabaseTransaction,
  { reason }: { readonly reason: string },
): Promise<void> {
  await unlockPayments(tx);
  await lockPayments(tx, { reason });
}

export async function unlockPayments(tx: DatabaseTransaction): Promise<void> {
  await tx.query("update wallet_cursor set locked_reason = null, locked_at = null");
}

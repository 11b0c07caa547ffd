/** Checks whether an account was deleted, for modules that credit users. */
import type { DatabaseTransaction } from "#platform";

/**
 * Returns true if the account was deleted. Otherwise locks the account to prevent its deletion
 * until the transaction ends.
 */
export async function isGone(tx: DatabaseTransaction, userId: string): Promise<boolean> {
  const [row] = await tx.query<{ isGone: boolean }>(
    `select deleted_at is not null as "isGone" from users_users where id = $1 for key share`,
    [userId],
  );
  return row?.isGone ?? false;
}

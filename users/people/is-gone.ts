/** Whether an account was deleted, asked by what would give its owner something. */
import type { DatabaseTransaction } from "#platform";

/** Until the transaction ends it is not deleted. */
export async function isGone(tx: DatabaseTransaction, userId: string): Promise<boolean> {
  const rows = await tx.query(
    "select from users_users where id = $1 and deleted_at is null for key share",
    [userId],
  );
  return rows.length === 0;
}

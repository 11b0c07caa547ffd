/** Whether an account was deleted, asked by what would give its owner something. */
import type { DatabaseTransaction } from "#platform";

/** Until the transaction ends it is not deleted. */
export async function isGone(tx: DatabaseTransaction, userId: string): Promise<boolean> {
  const [row] = await tx.query<{ isGone: boolean }>(
    `select deleted_at is not null as "isGone" from users_users where id = $1 for key share`,
    [userId],
  );
  return row?.isGone ?? false;
}

/** Whether an account is disabled, asked by what would pay its owner. */
import type { DatabaseTransaction } from "#platform";

/** Until the transaction ends nobody disables or enables it. */
export async function isDisabled(
  tx: DatabaseTransaction,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<boolean> {
  const [row] = await tx.query<{ isDisabled: boolean }>(
    `select coalesce(banned_until > $2, false) as "isDisabled" from users_users where id = $1 for share`,
    [userId, now],
  );
  return row?.isDisabled ?? false;
}

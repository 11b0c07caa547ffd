/** Whether an account is disabled, asked by what would pay its owner. */
import { uuidArray, type DatabaseTransaction, type Queryable } from "#platform";

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

/** Of these people, by a look without a lock. */
export async function disabledAmong(
  queryable: Queryable,
  userIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await queryable.query<{ id: string }>(
    "select id from users_users where id = any($1::uuid[]) and banned_until > $2",
    [uuidArray(userIds), now],
  );
  return rows.map(({ id }) => id);
}

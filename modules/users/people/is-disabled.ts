/** Which accounts are disabled, asked by what would pay their owners. */
import { uuidArray, type DatabaseTransaction, type Queryable } from "#platform";

/** Of these people. Until the transaction ends nobody disables or enables any of them. */
export async function lockDisabledAmong(
  tx: DatabaseTransaction,
  userIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string; isDisabled: boolean }>(
    `select id, coalesce(banned_until > $2, false) as "isDisabled" from users_users
     where id = any((select $1::uuid[])::uuid[]) order by id for share`,
    [uuidArray(userIds), now],
  );
  return new Set(rows.filter((row) => row.isDisabled).map(({ id }) => id));
}

/** The same of one person. */
export async function isDisabled(
  tx: DatabaseTransaction,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<boolean> {
  return (await lockDisabledAmong(tx, [userId], now)).has(userId);
}

/** Of these people, by a look without a lock. */
export async function findDisabled(
  queryable: Queryable,
  userIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await queryable.query<{ id: string }>(
    "select id from users_users where id = any((select $1::uuid[])::uuid[]) and banned_until > $2",
    [uuidArray(userIds), now],
  );
  return rows.map(({ id }) => id);
}

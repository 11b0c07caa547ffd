/** Checks whether accounts are disabled, for modules that pay users. */
import { uuidArray, type DatabaseTransaction, type Queryable } from "#platform";

/**
 * Returns the ids of the disabled users. Locks all given users, so that none of them can be
 * disabled or enabled before the transaction ends.
 */
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

export async function isDisabled(
  tx: DatabaseTransaction,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<boolean> {
  return (await lockDisabledAmong(tx, [userId], now)).has(userId);
}

/** Returns the ids of the disabled users, without locking them. */
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

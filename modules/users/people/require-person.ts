/**
 * Serialises a user's actions with the deletion of the account, so that no row is stored for a user
 * who is deleted while the request runs.
 */
import { uuidArray, type DatabaseTransaction, type RunMode } from "#platform";
import { userRefusals } from "../rules/refusals.ts";

/**
 * Prevents the deletion of the account until the transaction ends. Must be the first call in the
 * transaction. Throws 401 `session_ended` if the account was already deleted.
 */
export async function requirePerson(tx: DatabaseTransaction, userId: string): Promise<void> {
  const rows = await tx.query(
    "select from users_users where id = $1 and deleted_at is null for key share",
    [userId],
  );
  if (rows.length === 0) throw userRefusals.session_ended();
}

/**
 * Works like `requirePerson` for several users. With "batch", does not wait for locks and returns
 * false for accounts that were deleted or are being deleted.
 */
export async function lockPersons(
  tx: DatabaseTransaction,
  userIds: readonly string[],
  mode: RunMode,
): Promise<boolean[]> {
  if (mode === "single") {
    await Promise.all(userIds.map((userId) => requirePerson(tx, userId)));
    return userIds.map(() => true);
  }
  const rows = await tx.query<{ id: string }>(
    `select id from users_users where id = any((select $1::uuid[])::uuid[]) and deleted_at is null
     order by id for key share skip locked`,
    [uuidArray(userIds)],
  );
  const present = new Set(rows.map(({ id }) => id));
  return userIds.map((userId) => present.has(userId));
}

/**
 * What a person does and the end of the account come one after the other: nothing is given to, or
 * kept for, somebody whose data was erased while the request was on its way.
 */
import { uuidArray, type DatabaseTransaction, type RunMode } from "#platform";
import { userRefusals } from "../rules/refusals.ts";

/**
 * First in the transaction: until its end the account is not deleted. Throws 401 `session_ended`
 * when it was.
 */
export async function requirePerson(tx: DatabaseTransaction, userId: string): Promise<void> {
  const rows = await tx.query(
    "select from users_users where id = $1 and deleted_at is null for key share",
    [userId],
  );
  if (rows.length === 0) throw userRefusals.session_ended();
}

/**
 * The same in their order for a run. A batch does not wait: it gets false for accounts that were
 * deleted or are being deleted.
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

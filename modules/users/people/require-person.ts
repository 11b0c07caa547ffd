/**
 * What a person does and the end of the account come one after the other: nothing is given to, or
 * kept for, somebody whose data was erased while the request was on its way.
 */
import { uuidArray, type DatabaseTransaction } from "#platform";
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
 * The same for many, without waiting: those who are there and whom nobody is deleting right now.
 */
export async function presentPersons(
  tx: DatabaseTransaction,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>(
    `select id from users_users where id = any((select $1::uuid[])::uuid[]) and deleted_at is null
     order by id for key share skip locked`,
    [uuidArray(userIds)],
  );
  return new Set(rows.map(({ id }) => id));
}

/** SQL statements for address locks, which restrict a user's withdrawals to verified addresses. */
import { uuidArray, type DatabaseTransaction, type Queryable } from "#platform";
import type { AddressLock } from "./address-lock.ts";

export async function findLock(
  queryable: Queryable,
  userId: string,
): Promise<AddressLock | undefined> {
  return (await findLocks(queryable, [userId])).get(userId);
}

/** Returns the locks keyed by user. Users who never turned the lock on are omitted. */
export async function findLocks(
  queryable: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, AddressLock>> {
  const rows = await queryable.query<AddressLock & { readonly userId: string }>(
    `select user_id as "userId", on_since as "onSince", off_at as "offAt" from wallet_address_locks
     where user_id = any((select $1::uuid[])::uuid[])`,
    [uuidArray(userIds)],
  );
  return new Map(rows.map((row) => [row.userId, row]));
}

export async function saveLock(
  tx: DatabaseTransaction,
  { userId, onSince, offAt }: AddressLock & { readonly userId: string },
): Promise<void> {
  await tx.query(
    `insert into wallet_address_locks (user_id, on_since, off_at) values ($1, $2, $3)
     on conflict (user_id) do update set on_since = $2, off_at = $3`,
    [userId, onSince, offAt],
  );
}

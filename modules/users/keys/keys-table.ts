import type { KeyScope } from "#api/route";
import { batchReads, rowsByPlace, type DatabaseTransaction, type Queryable } from "#platform";

export interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly scopes: KeyScope[];
  readonly networks: string[];
  readonly createdAt: Date;
  readonly endsAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly lastUsedIp: string | null;
}

const COLUMNS = `k.id, k.name, k.hint, k.scopes, k.networks, k.created_at as "createdAt", k.ends_at as "endsAt",
  k.last_used_at as "lastUsedAt", k.last_used_ip as "lastUsedIp"`;

/**
 * Returns all keys of a user, newest first. Each user has only a few keys, so no paging is needed.
 */
export function keysOf(queryable: Queryable, userId: string): Promise<KeyRow[]> {
  return queryable.query<KeyRow>(
    `select ${COLUMNS} from users_keys k where k.user_id = $1 order by k.created_at desc, k.id desc`,
    [userId],
  );
}

export interface FoundKey extends KeyRow {
  readonly userId: string;
  readonly bannedUntil: Date | null;
  readonly isAdmin: boolean;
  readonly isAnonymous: boolean;
}

/**
 * Finds a key by the hash of its secret. Undefined if no such key exists or its user was deleted.
 */
export const findKey = batchReads(async (queryable, secretHashes: readonly Buffer[]) =>
  rowsByPlace(
    secretHashes,
    await queryable.query<FoundKey & { readonly place: number }>(
      `select asked.place::int, ${COLUMNS}, k.user_id as "userId", u.banned_until as "bannedUntil",
         exists (select 1 from users_roles r where r.user_id = u.id and r.role = 'administrator') as "isAdmin",
         u.is_anonymous as "isAnonymous"
       from unnest((select $1::bytea[])) with ordinality as asked(secret_hash, place)
         join users_keys k on k.secret_hash = asked.secret_hash join users_users u on u.id = k.user_id
       where u.deleted_at is null`,
      [secretHashes],
    ),
  ),
);

export async function insertKey(
  tx: DatabaseTransaction,
  key: Omit<KeyRow, "lastUsedAt" | "lastUsedIp"> & {
    readonly userId: string;
    readonly secretHash: Buffer;
  },
): Promise<void> {
  await tx.query(
    `insert into users_keys (id, user_id, name, secret_hash, hint, scopes, networks, created_at, ends_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      key.id,
      key.userId,
      key.name,
      key.secretHash,
      key.hint,
      key.scopes,
      key.networks,
      key.createdAt,
      key.endsAt,
    ],
  );
}

export async function recordKeyUse(
  queryable: Queryable,
  { id, now, ip }: { readonly id: string; readonly now: Date; readonly ip: string },
): Promise<void> {
  await queryable.query(
    "update users_keys set last_used_at = $2, last_used_ip = $3 where id = $1",
    [id, now, ip],
  );
}

/** Returns the deleted key, or undefined if the user has no such key. */
export async function deleteKey(
  tx: DatabaseTransaction,
  { userId, keyId }: { readonly userId: string; readonly keyId: string },
): Promise<KeyRow | undefined> {
  const [row] = await tx.query<KeyRow>(
    `delete from users_keys k where k.id = $2 and k.user_id = $1 returning ${COLUMNS}`,
    [userId, keyId],
  );
  return row;
}

export async function deleteKeys(tx: DatabaseTransaction, userId: string): Promise<void> {
  await tx.query("delete from users_keys where user_id = $1", [userId]);
}

export async function deleteAllKeys(tx: DatabaseTransaction): Promise<void> {
  await tx.query("delete from users_keys");
}

/**
 * SQL statements for listing users with the service key, and for fields that only service-key
 * programs may write.
 */
import type { DatabaseTransaction, Queryable } from "#platform";
import type { FactorRow } from "../factors/factors-table.ts";
import { assertMetadataFits } from "../people/metadata.ts";
import {
  lockUser,
  type IdentityRow,
  type JsonObject,
  type UserRow,
} from "../people/users-table.ts";

/** Returns a page of users, newest first. */
export function findUsersPage(
  queryable: Queryable,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<UserRow[]> {
  return queryable.query<UserRow>(
    `select * from users_users where deleted_at is null order by created_at desc, id desc limit $1 offset $2`,
    [limit, offset],
  );
}

export async function countUsers(queryable: Queryable): Promise<number> {
  const [row] = await queryable.query<{ count: number }>(
    "select count(*)::int as count from users_users where deleted_at is null",
  );
  return row?.count ?? 0;
}

export function findIdentitiesOf(
  queryable: Queryable,
  userIds: readonly string[],
): Promise<IdentityRow[]> {
  return queryable.query<IdentityRow>(
    "select * from users_identities where user_id = any($1::uuid[]) order by created_at, id",
    [[...userIds]],
  );
}

export function findFactorsOf(
  queryable: Queryable,
  userIds: readonly string[],
): Promise<FactorRow[]> {
  return queryable.query<FactorRow>(
    "select * from users_factors where user_id = any($1::uuid[]) order by created_at, id",
    [[...userIds]],
  );
}

/**
 * Adds the keys to the user's app metadata, which grants no rights. A null value removes its key.
 * Throws 422 `metadata_too_long` if the total exceeds the limit.
 */
export async function mergeAppMetadata(
  tx: DatabaseTransaction,
  change: { readonly userId: string; readonly metadata: JsonObject; readonly now: Date },
): Promise<void> {
  const before = await lockUser(tx, change.userId);
  const [after] = await tx.query<Pick<UserRow, "raw_app_meta_data">>(
    `update users_users set raw_app_meta_data = jsonb_strip_nulls(raw_app_meta_data || $2), updated_at = $3
     where id = $1 returning raw_app_meta_data`,
    [change.userId, change.metadata, change.now],
  );
  if (after) assertMetadataFits(after.raw_app_meta_data, before?.raw_app_meta_data);
}

export async function markInvited(
  tx: DatabaseTransaction,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<void> {
  await tx.query("update users_users set invited_at = $2 where id = $1", [userId, now]);
}

/** SQL statements for accounts that were created by a link request and have never been used. */
import type { Queryable } from "#platform";

/** SQL equivalent of `isUnclaimed`. Leaves out accounts that a valid link could still claim. */
const LEFT = `u.email_confirmed_at is null and u.encrypted_password is null and not u.is_anonymous
  and u.deleted_at is null and u.invited_at is null and u.banned_until is null and u.created_at < $1
  and not exists (select from users_one_time_tokens t where t.user_id = u.id and t.expires_at > $2)`;

export interface Leave {
  /** Upper limit (exclusive) of the account's creation time. */
  readonly openedBefore: Date;
  readonly now: Date;
}

/** Returns unclaimed accounts, ordered by id. */
export async function findUnclaimed(
  queryable: Queryable,
  { openedBefore, now, after, limit }: Leave & { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const rows = await queryable.query<{ id: string }>(
    `select u.id from users_users u where ${LEFT} and u.id > $3 order by u.id limit $4`,
    [openedBefore, now, after, limit],
  );
  return rows.map(({ id }) => id);
}

export async function isLeftUnclaimed(
  queryable: Queryable,
  { openedBefore, now, userId }: Leave & { readonly userId: string },
): Promise<boolean> {
  const rows = await queryable.query(`select from users_users u where ${LEFT} and u.id = $3`, [
    openedBefore,
    now,
    userId,
  ]);
  return rows.length > 0;
}

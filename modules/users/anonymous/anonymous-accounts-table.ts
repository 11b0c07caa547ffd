import type { Queryable } from "#platform";
import { LAST_USE } from "../sessions/ending-table.ts";

/** SQL for the ids of anonymous accounts, which statistics exclude. */
export const ANONYMOUS_IDS = "select id from users_users where is_anonymous";

/**
 * Returns SQL for the ids of users who were anonymous at any time since `since`, an SQL expression
 * for a time. Result statistics exclude these users, because a person with several anonymous
 * accounts could keep only the most successful one.
 */
export function anonymousIdsSince(since: string): string {
  return `select id from users_users where is_anonymous or anonymous_until > ${since}`;
}

const UNUSED = `u.is_anonymous and u.deleted_at is null and u.last_sign_in_at < $1
  and not exists (select from users_sessions s where s.user_id = u.id and ${LAST_USE} >= $1)`;

/** Returns anonymous accounts that have not been used since the given time, ordered by id. */
export async function findUnused(
  queryable: Queryable,
  { since, after, limit }: { readonly since: Date; readonly after: string; readonly limit: number },
): Promise<string[]> {
  const rows = await queryable.query<{ id: string }>(
    `select u.id from users_users u where ${UNUSED} and u.id > $2 order by u.id limit $3`,
    [since, after, limit],
  );
  return rows.map(({ id }) => id);
}

export async function isUnused(
  queryable: Queryable,
  { userId, since }: { readonly userId: string; readonly since: Date },
): Promise<boolean> {
  const rows = await queryable.query(`select from users_users u where ${UNUSED} and u.id = $2`, [
    since,
    userId,
  ]);
  return rows.length > 0;
}

/** SQL statements for all current and former mining names. */
import type { Queryable } from "#platform";

/** Returns the owner's id, or undefined for an unused name and for a deleted user's. */
export async function ownerOfMiningName(
  queryable: Queryable,
  miningName: string,
): Promise<string | undefined> {
  const [row] = await queryable.query<{ userId: string }>(
    `select n.user_id as "userId" from users_mining_names n
     join users_profiles p on p.user_id = n.user_id where n.mining_name = $1`,
    [miningName],
  );
  return row?.userId;
}

/** Returns the number of other names that the user has had. */
export async function countMiningNames(
  queryable: Queryable,
  userId: string,
  besides: string,
): Promise<number> {
  const [row] = await queryable.query<{ count: number }>(
    `select count(*)::int as count from users_mining_names where user_id = $1 and mining_name <> $2`,
    [userId, besides],
  );
  return row?.count ?? 0;
}

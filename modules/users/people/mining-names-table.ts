/** SQL statements for current and former mining names. */
import type { Queryable } from "#platform";

/** Returns the owner's id. Undefined if the name was never used or its owner was deleted. */
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

/** Returns the number of mining names that the user has had, without the current one. */
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

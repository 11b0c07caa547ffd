/** Every name that somebody has, or once had, to mine under. */
import type { Queryable } from "#platform";

/** Whose it is; undefined for nobody's, and for somebody's who is gone. */
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

/** Names that a person has had beside this one. */
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

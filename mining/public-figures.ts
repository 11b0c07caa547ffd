/** Figures of mining that anyone may see: hash rate sold and people who mine. */
import { thsText, type HashesPerSecond } from "#economics";
import type { Queryable } from "#platform";

/** TH/s of all contracts and boosts that run at `now`, as decimal text. */
export async function soldHashRate(queryable: Queryable, now: Date): Promise<string> {
  const [row] = await queryable.query<{ sum: string }>(
    "select coalesce(sum(hash_rate), 0)::text as sum from mining_earners where ends_at > $1 and starts_at <= $1",
    [now],
  );
  return thsText(BigInt(row?.sum ?? "0") as HashesPerSecond);
}

/** Users with mining switched on and a contract that runs at `now`. */
export async function activeMiners(queryable: Queryable, now: Date): Promise<number> {
  const [row] = await queryable.query<{ count: number }>(
    `select count(*)::int as count from mining_miners m
     where mining_since is not null and exists (
       select from mining_earners e where e.user_id = m.user_id and e.ends_at > $1 and e.starts_at <= $1)`,
    [now],
  );
  return row?.count ?? 0;
}

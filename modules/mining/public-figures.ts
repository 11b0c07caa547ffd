/** Computes public mining figures: hash rate sold and active miners. */
import { thsText, type HashesPerSecond } from "#economics";
import type { Clock, Queryable } from "#platform";
import { miningNow } from "./get-mining.ts";

const RUNNING = "closed_at is null and (ends_at is null or ends_at > $1) and starts_at <= $1";

/**
 * Returns the total TH/s of all contracts, boosts and rigs that run at `now`, as decimal text.
 * `uncounted` is a SQL subquery that selects the ids of users to exclude, such as anonymous
 * accounts.
 */
export async function soldHashRate(
  queryable: Queryable,
  now: Date,
  uncounted: string,
): Promise<string> {
  const [row] = await queryable.query<{ sum: string }>(
    `select coalesce(sum(hash_rate), 0)::text as sum from mining_earners
     where ${RUNNING} and user_id not in (${uncounted})
       and not exists (select from mining_rigs r where r.id = mining_earners.id and r.stopped_at is not null)`,
    [now],
  );
  return thsText(BigInt(row?.sum ?? "0") as HashesPerSecond);
}

/**
 * Returns the total TH/s of all contracts, boosts and rigs that run at `now` and are paid, because
 * their owners have mining switched on.
 */
export async function activeHashRate(queryable: Queryable, now: Date): Promise<string> {
  const [row] = await queryable.query<{ sum: string }>(
    `select coalesce(sum(hash_rate), 0)::text as sum from mining_earners
     where ${RUNNING}
       and exists (select from mining_miners m where m.user_id = mining_earners.user_id and m.mining_since is not null)
       and not exists (select from mining_rigs r where r.id = mining_earners.id and r.stopped_at is not null)`,
    [now],
  );
  return thsText(BigInt(row?.sum ?? "0") as HashesPerSecond);
}

/**
 * Returns the number of active miners: users with mining switched on and a contract, boost or rig
 * that runs at `now`. For `uncounted`, see `soldHashRate`.
 */
export async function activeMiners(
  queryable: Queryable,
  now: Date,
  uncounted: string,
): Promise<number> {
  const [row] = await queryable.query<{ count: number }>(
    `select count(*)::int as count from mining_miners m
     where mining_since is not null and m.user_id not in (${uncounted}) and exists (
       select from mining_earners e left join mining_rigs r using (id)
       where e.user_id = m.user_id and r.stopped_at is null and ${RUNNING})`,
    [now],
  );
  return row?.count ?? 0;
}

/**
 * Returns the number of the user's contracts and boosts that are not fully settled. The shop counts
 * rigs.
 */
export async function runningContractsOf(queryable: Queryable, userId: string): Promise<number> {
  const [row] = await queryable.query<{ count: number }>(
    "select count(*)::int as count from mining_earners where user_id = $1 and closed_at is null and kind <> 'rig'",
    [userId],
  );
  return row?.count ?? 0;
}

/** Returns the expected daily earnings of the user's hash rate, or 0 while mining is off. */
export async function estimatedDailySats(
  deps: { readonly database: Queryable; readonly clock: Clock },
  userId: string,
): Promise<bigint> {
  const { estimate } = await miningNow(deps, { userId });
  return estimate?.earnsSats ?? 0n;
}

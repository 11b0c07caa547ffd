/** SQL statements for the pool's public figures, from shares, blocks and heartbeats. */
import type { Queryable } from "#platform";

export interface WorkOfAnHour {
  /** Null if there was no share in the measured period. */
  readonly house: bigint | null;
  readonly miners: bigint | null;
  readonly since: Date;
}

/** SQL subquery that selects no ids. */
const NOBODY = "select null::uuid where false";

/**
 * Returns the work of the current ten-minute slot and the five slots before it. If the pool's first
 * share is more recent, the measured period starts with that share and excludes it. `uncounted` is
 * an SQL subquery that selects the ids of excluded users.
 */
export async function workOfAnHour(
  queryable: Queryable,
  now: Date,
  uncounted = NOBODY,
): Promise<WorkOfAnHour> {
  const [row] = await queryable.query<{ house: string | null; miners: string | null; since: Date }>(
    `with since as (select date_bin('10 minutes', $1::timestamptz, '2000-01-01T00:00:00Z') - interval '50 minutes' as at),
     first as (select min(first_share_at) as at from pool_workers),
     work as (
       select worker_id, work_micros, shares from pool_work_slots
         where slot_at >= (select at from since) and slot_at <= $1 and shares > 0
       union all
       select worker_id, -work_micros, -1 from pool_shares
         where accepted_at = (select at from first) and accepted_at >= (select at from since)
     ), by_worker as (select worker_id, sum(work_micros) as work from work group by 1 having sum(shares) > 0)
     select sum(work) filter (where w.is_house)::text as house,
       sum(work) filter (where not w.is_house and w.user_id not in (${uncounted}))::text as miners,
       greatest((select at from since), (select at from first)) as since
     from by_worker join pool_workers w on w.id = worker_id`,
    [now],
  );
  const sum = (text: string | null | undefined) => (text ? BigInt(text) : null);
  return { house: sum(row?.house), miners: sum(row?.miners), since: row?.since ?? now };
}

export interface WorkersNow {
  readonly workers: number;
  readonly lastShareAt: Date | null;
}

/**
 * Counts the accounts with recent shares. Workers are not counted individually, because users can
 * invent any number of worker names.
 */
export async function workersNow(
  queryable: Queryable,
  since: Date,
  uncounted = NOBODY,
): Promise<WorkersNow> {
  const [row] = await queryable.query<WorkersNow>(
    `select count(distinct user_id) filter (where not is_house and last_share_at > $1
         and user_id not in (${uncounted}))::int as workers,
       max(last_share_at) as "lastShareAt" from pool_workers`,
    [since],
  );
  return row ?? { workers: 0, lastShareAt: null };
}

export interface InstancesNow {
  readonly instances: number;
  readonly connections: number;
  readonly templateAt: Date | null;
}

/**
 * Returns the pools with a heartbeat since `since`. A pool's connections are counted only if its
 * last heartbeat is after `connectedSince`, because a killed pool has no connections.
 */
export async function instancesNow(
  queryable: Queryable,
  { since, connectedSince }: { readonly since: Date; readonly connectedSince: Date },
): Promise<InstancesNow> {
  const [row] = await queryable.query<InstancesNow>(
    `select count(*)::int as instances, coalesce(sum(connections) filter (where heartbeat_at > $2), 0)::int as connections,
       max(template_at) as "templateAt"
     from pool_instances where heartbeat_at > $1 and stopped_at is null`,
    [since, connectedSince],
  );
  return row ?? { instances: 0, connections: 0, templateAt: null };
}

export interface BlockCounts {
  readonly found: number;
  readonly orphaned: number;
  readonly rejected: number;
}

export async function countBlocks(queryable: Queryable): Promise<BlockCounts> {
  const [row] = await queryable.query<BlockCounts>(
    `select count(*)::int as found, count(*) filter (where state = 'orphaned')::int as orphaned,
       count(*) filter (where state = 'rejected')::int as rejected from pool_blocks`,
  );
  return row ?? { found: 0, orphaned: 0, rejected: 0 };
}

export interface BlockRow {
  readonly hash: string;
  readonly height: number;
  readonly foundAt: Date;
  readonly isHouse: boolean;
  readonly shareMicros: string;
  readonly rewardSats: bigint;
  readonly state: "found" | "accepted" | "matured" | "orphaned" | "rejected";
  readonly reason: string | null;
}

/** Returns blocks, newest first. If `behind` is set, the list starts after that block. */
export async function listBlocks(
  queryable: Queryable,
  { behind, limit }: { readonly behind: string | undefined; readonly limit: number },
): Promise<BlockRow[]> {
  return queryable.query<BlockRow>(
    `select hash, height, found_at as "foundAt", user_id is null as "isHouse",
       share_micros::text as "shareMicros", reward_sats as "rewardSats", state, reason
     from pool_blocks where $1::text is null
       or (height, hash) < (select height, hash from pool_blocks where hash = $1)
     order by height desc, hash desc limit $2`,
    [behind ?? null, limit],
  );
}

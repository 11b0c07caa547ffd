/** SQL statements for one worker's history, from its ten-minute slots. */
import type { Queryable } from "#platform";

export interface StepRow {
  readonly at: Date;
  readonly work: string;
  readonly shares: number;
  readonly rejected: number;
  /**
   * Part of `work` that belongs to the worker's first share. The time spent on that share is
   * unknown, so it is excluded from the hash rate.
   */
  readonly firstWork: string;
  readonly firstShares: number;
}

/**
 * Returns the steps with accepted or rejected shares, oldest first. The first share is known only
 * while single shares are kept. After their deletion, its work is included in its step.
 */
export async function readSteps(
  queryable: Queryable,
  {
    workerId,
    from,
    stepSeconds,
  }: {
    readonly workerId: string;
    readonly from: Date;
    readonly stepSeconds: number;
  },
): Promise<StepRow[]> {
  return queryable.query<StepRow>(
    `with steps as (
       select date_bin(make_interval(secs => $3), slot_at, '2000-01-01T00:00:00Z') as at,
         sum(work_micros) as work, sum(shares)::int as shares,
         sum(rejected_stale + rejected_duplicate + rejected_low + rejected_invalid)::int as rejected
       from pool_work_slots where worker_id = $1 and slot_at >= $2 group by 1
     ), first as (
       select date_bin(make_interval(secs => $3), s.accepted_at, '2000-01-01T00:00:00Z') as at,
         sum(s.work_micros) as work, count(*)::int as shares
       from pool_workers w join pool_shares s on s.worker_id = w.id and s.accepted_at = w.first_share_at
       where w.id = $1 group by 1
     )
     select at, steps.work::text as work, steps.shares, rejected,
       coalesce(first.work, 0)::text as "firstWork", coalesce(first.shares, 0) as "firstShares"
     from steps left join first using (at) order by at`,
    [workerId, from, stepSeconds],
  );
}

export interface RejectsRow {
  readonly at: Date;
  readonly stale: number;
  readonly duplicate: number;
  readonly low: number;
  readonly invalid: number;
}

/** Returns the ten-minute slots with rejected shares, newest first. */
export async function readLastRejects(
  queryable: Queryable,
  workerId: string,
  limit: number,
): Promise<RejectsRow[]> {
  return queryable.query<RejectsRow>(
    `select slot_at as at, rejected_stale as stale, rejected_duplicate as duplicate,
       rejected_low as low, rejected_invalid as invalid
     from pool_work_slots where worker_id = $1
       and rejected_stale + rejected_duplicate + rejected_low + rejected_invalid > 0
     order by slot_at desc limit $2`,
    [workerId, limit],
  );
}

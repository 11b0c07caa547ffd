/** What one worker did over time, from its ten-minute slots. */
import type { Queryable } from "#platform";

export interface StepRow {
  readonly at: Date;
  readonly work: string;
  readonly shares: number;
  readonly rejected: number;
}

/** Steps in which something was sent, oldest first. */
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
    `select date_bin(make_interval(secs => $3), slot_at, '2000-01-01T00:00:00Z') as at,
       sum(work_micros)::text as work, sum(shares)::int as shares,
       sum(rejected_stale + rejected_duplicate + rejected_low + rejected_invalid)::int as rejected
     from pool_work_slots where worker_id = $1 and slot_at >= $2 group by 1 order by 1`,
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

/** Newest first. */
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

/** SQL statements for a user's workers and their recent work. Each request needs only one query. */
import type { Queryable } from "#platform";
import { WORKERS_MAX } from "../work/post-batch.ts";

export interface Measure {
  /** Work in millionths of difficulty. */
  readonly work: string;
  readonly shares: number;
}

export interface WorkerRow {
  readonly id: string;
  readonly name: string;
  readonly firstShareAt: Date;
  readonly lastShareAt: Date;
  readonly shares: bigint;
  readonly work: string;
  readonly best: string;
  readonly stale: bigint;
  readonly duplicate: bigint;
  readonly low: bigint;
  readonly invalid: bigint;
  readonly isAlertOn: boolean;
  readonly isHidden: boolean;
  /**
   * Work without the first share, like `hour` and `day`, because the measured period starts with
   * that share.
   */
  readonly fiveMinutes: Measure;
  readonly hour: Measure;
  readonly day: Measure;
}

/** Start times of the measured windows. */
export interface WindowStarts {
  readonly fiveMinutes: Date;
  /** Start of the one-hour window, which coincides with the start of a slot. */
  readonly hour: Date;
  /** Start of the one-day window, which coincides with the start of a slot. */
  readonly day: Date;
}

/** Maximum number of listed workers, including the common worker for all further names. */
const LISTED_MAX = WORKERS_MAX + 1;

/**
 * Returns a user's workers, most recent share first. If `workerId` is set, returns only that
 * worker, provided it belongs to the user.
 */
export async function readWorkers(
  queryable: Queryable,
  {
    userId,
    workerId = null,
    since,
  }: {
    readonly userId: string;
    readonly workerId?: string | null;
    readonly since: WindowStarts;
  },
): Promise<WorkerRow[]> {
  return queryable.query<WorkerRow>(
    `select w.id, w.name, w.first_share_at as "firstShareAt", w.last_share_at as "lastShareAt",
       w.shares, w.work_micros::text as work, w.best_share_micros::text as best,
       w.rejected_stale as stale, w.rejected_duplicate as duplicate, w.rejected_low as low,
       w.rejected_invalid as invalid, coalesce(s.is_alert_on, false) as "isAlertOn",
       coalesce(w.last_share_at <= s.hidden_share_at, false) as "isHidden",
       five.measure as "fiveMinutes", slots.hour, slots.day
     from pool_workers w left join pool_worker_settings s on s.worker_id = w.id
     cross join lateral (
       select json_build_object('work', coalesce(sum(work_micros), 0)::text, 'shares', count(*)) as measure
       from pool_shares where worker_id = w.id and accepted_at > greatest($3, w.first_share_at)
     ) five
     cross join lateral (
       select json_build_object('work', coalesce(sum(work_micros) filter (where at >= $4), 0)::text,
           'shares', coalesce(sum(shares) filter (where at >= $4), 0)) as hour,
         json_build_object('work', coalesce(sum(work_micros), 0)::text, 'shares', coalesce(sum(shares), 0)) as day
       from (
         select slot_at as at, work_micros, shares
           from pool_work_slots where worker_id = w.id and slot_at >= $5
         union all
         select accepted_at, -work_micros, -1
           from pool_shares where worker_id = w.id and accepted_at = w.first_share_at and accepted_at >= $5
       ) work
     ) slots
     where w.user_id = $1 and ($2::uuid is null or w.id = $2)
     order by w.last_share_at desc, w.id limit $6`,
    [userId, workerId, since.fiveMinutes, since.hour, since.day, LISTED_MAX],
  );
}

export interface WorkerChange {
  readonly userId: string;
  readonly workerId: string;
  readonly isAlertOn: boolean | undefined;
  readonly isForgotten: boolean;
  /**
   * Workers whose last share is older than this time are already silent. Enabling notifications
   * does not report their silence.
   */
  readonly silentSince: Date;
}

/** Saves the given settings. Returns false if the user has no such worker. */
export async function saveWorkerSettings(
  queryable: Queryable,
  {
    userId,
    workerId,
    isAlertOn = null,
    isForgotten,
    silentSince,
  }: Omit<WorkerChange, "isAlertOn"> & { readonly isAlertOn: boolean | undefined | null },
): Promise<boolean> {
  const rows = await queryable.query(
    `insert into pool_worker_settings as s (worker_id, is_alert_on, hidden_share_at, told_share_at)
     select id, coalesce($3, false), case when $4 then last_share_at end,
       case when $4 or ($3 and last_share_at <= $5) then last_share_at end
     from pool_workers where id = $2 and user_id = $1
     on conflict (worker_id) do update set
       is_alert_on = coalesce($3, s.is_alert_on),
       hidden_share_at = coalesce(excluded.hidden_share_at, s.hidden_share_at),
       told_share_at = coalesce(excluded.told_share_at, s.told_share_at),
       is_return_due = s.is_return_due and coalesce($3, true) and not $4
     returning 1`,
    [userId, workerId, isAlertOn, isForgotten, silentSince],
  );
  return rows.length > 0;
}

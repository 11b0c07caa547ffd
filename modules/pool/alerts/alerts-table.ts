/**
 * SQL statements for notifications about workers that stopped or resumed sending shares. A silence
 * is identified by the last share before it. Each notification is sent and recorded in one
 * transaction that locks the worker's row.
 */
import type { DatabaseTransaction, Queryable } from "#platform";

/**
 * Returns the time since which every running pool has had work for miners, or undefined if a pool
 * has no work now.
 */
export async function poolRunsSince(
  queryable: Queryable,
  { heartbeatSince, workSince }: { readonly heartbeatSince: Date; readonly workSince: Date },
): Promise<Date | undefined> {
  const [row] = await queryable.query<{ since: Date | null }>(
    `select case when bool_and(coalesce(template_at > $2, false)) then max(started_at) end as since
     from pool_instances where stopped_at is null and heartbeat_at > $1`,
    [heartbeatSince, workSince],
  );
  return row?.since ?? undefined;
}

export interface AlertTimes {
  readonly now: Date;
  /** Workers whose last share is older than this time are silent. */
  readonly silentSince: Date;
  /** Owners notified after this time are not notified again yet. */
  readonly notifiedSince: Date;
}

/** Matches silent workers whose owner has not been notified. */
const FALLEN = `s.is_alert_on and not s.is_return_due and w.last_share_at <= $1
  and s.told_share_at is distinct from w.last_share_at
  and (s.silence_told_at is null or s.silence_told_at <= $2)`;
/** Matches workers that resumed after their owner was notified of the silence. */
const BACK = `s.is_alert_on and s.is_return_due and w.last_share_at > $1 and w.last_share_at > s.told_share_at`;

/** Returns the owners to notify. Silent workers are included only if `isPoolWell`. */
export async function findOwnersToNotify(
  queryable: Queryable,
  { silentSince, notifiedSince }: AlertTimes,
  isPoolWell: boolean,
): Promise<string[]> {
  const rows = await queryable.query<{ userId: string }>(
    `select distinct w.user_id as "userId"
     from pool_worker_settings s join pool_workers w on w.id = s.worker_id
     where (${BACK}) or ($3 and ${FALLEN}) order by 1`,
    [silentSince, notifiedSince, isPoolWell],
  );
  return rows.map(({ userId }) => userId);
}

export interface NotifiedWorker {
  readonly name: string;
  /** Time of the last share before the silence. */
  readonly silentSince: Date;
}

/** Returns a user's silent workers, sorted by name, and marks them as reported. */
export async function takeFallen(
  tx: DatabaseTransaction,
  userId: string,
  { now, silentSince, notifiedSince }: AlertTimes,
): Promise<NotifiedWorker[]> {
  return tx.query<NotifiedWorker>(
    `with due as (
       select s.worker_id, w.name, w.last_share_at from pool_worker_settings s
       join pool_workers w on w.id = s.worker_id
       where w.user_id = $3 and ${FALLEN} order by s.worker_id for update of s
     ), told as (
       update pool_worker_settings s
       set told_share_at = due.last_share_at, silence_told_at = $4, is_return_due = true
       from due where due.worker_id = s.worker_id
     )
     select name, last_share_at as "silentSince" from due order by name`,
    [silentSince, notifiedSince, userId, now],
  );
}

/** Returns a user's resumed workers, sorted by name, and marks them as reported. */
export async function takeBack(
  tx: DatabaseTransaction,
  userId: string,
  { silentSince }: AlertTimes,
): Promise<NotifiedWorker[]> {
  return tx.query<NotifiedWorker>(
    `with due as (
       select s.worker_id, w.name, s.told_share_at from pool_worker_settings s
       join pool_workers w on w.id = s.worker_id
       where w.user_id = $2 and ${BACK} order by s.worker_id for update of s
     ), told as (
       update pool_worker_settings s set is_return_due = false
       from due where due.worker_id = s.worker_id
     )
     select name, told_share_at as "silentSince" from due order by name`,
    [silentSince, userId],
  );
}

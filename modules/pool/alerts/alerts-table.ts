/**
 * Who has to be told of a worker that fell silent or is back. A silence is known by the last share
 * before it; that it was told is written under the lock of its row, in the transaction that tells.
 */
import type { DatabaseTransaction, Queryable } from "#platform";

/** The pool has been there, with work to hand out, since then; undefined: it is not now. */
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
  /** Whose last share is older is silent. */
  readonly silentSince: Date;
  /** Whose last message is younger is not written to about a new silence yet. */
  readonly notifiedSince: Date;
}

/** Fallen silent, and its owner does not know. */
const FALLEN = `s.is_alert_on and not s.is_return_due and w.last_share_at <= $1
  and s.told_share_at is distinct from w.last_share_at
  and (s.silence_told_at is null or s.silence_told_at <= $2)`;
/** Its owner knows only that it fell silent. */
const BACK = `s.is_alert_on and s.is_return_due and w.last_share_at > $1 and w.last_share_at > s.told_share_at`;

/** Owners of whom something has to be told. Falls only when `isPoolWell`. */
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
  /** The last share before the silence. */
  readonly silentSince: Date;
}

/** Those of a person that fell silent, by name: told from now on. */
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

/** Those of a person that are back, by name: told from now on. */
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

/**
 * Reads the work on which payouts are based: users with new work, and the ten-minute slots of that
 * work.
 */
import { numberArray, uuidArray, type Queryable } from "#platform";

export interface ChangedWork {
  readonly userId: string;
  /** Change number. Increases with each batch that adds to the user's work. */
  readonly changes: bigint;
}

/**
 * Returns the users whose work has increased within the given time, by the database's clock. If the
 * time is null, returns all users.
 */
export async function changedWork(
  queryable: Queryable,
  withinMs: number | null,
): Promise<ChangedWork[]> {
  return queryable.query<ChangedWork>(
    `select user_id as "userId", changes from pool_work_accounts
     where $1::float8 is null or changed_at >= clock_timestamp() - $1::float8 * interval '1 ms'`,
    [withinMs],
  );
}

export interface WorkAccount extends ChangedWork {
  /** Total work, in millionths of difficulty. */
  readonly workMicros: bigint;
}

/**
 * Returns the accounts with an accepted share, for the given users or, if `userIds` is null, for
 * all users.
 */
export async function workAccounts(
  queryable: Queryable,
  userIds: readonly string[] | null,
): Promise<ReadonlyMap<string, WorkAccount>> {
  const rows = await queryable.query<{ userId: string; changes: bigint; work: string }>(
    `select user_id as "userId", changes, work_micros::text as work from pool_work_accounts
     ${userIds ? "where user_id = any((select $1::uuid[])::uuid[])" : ""}`,
    userIds ? [uuidArray(userIds)] : [],
  );
  return new Map(
    rows.map(({ userId, changes, work }) => [
      userId,
      { userId, changes, workMicros: BigInt(work) },
    ]),
  );
}

export interface WorkSlot {
  readonly userId: string;
  /** Start of the ten-minute slot. */
  readonly at: Date;
  readonly workMicros: bigint;
}

/**
 * Returns all slots, sorted by time, of each UTC day that has a slot changed since the user's given
 * change number.
 */
export async function slotsOfChangedDays(
  queryable: Queryable,
  lookedAt: readonly ChangedWork[],
): Promise<WorkSlot[]> {
  const rows = await queryable.query<{ userId: string; at: Date; work: string }>(
    `with looked as (
       select * from unnest($1::uuid[], $2::bigint[]) as l(user_id, changes)
     ), days as (
       select distinct s.user_id, date_trunc('day', s.slot_at, 'UTC') as day
       from looked l join pool_account_slots s on s.user_id = l.user_id and s.change > l.changes
     )
     select s.user_id as "userId", s.slot_at as at, s.work_micros::text as work
     from days d join pool_account_slots s
       on s.user_id = d.user_id and s.slot_at >= d.day and s.slot_at < d.day + interval '1 day'
     order by s.user_id, s.slot_at`,
    [
      uuidArray(lookedAt.map(({ userId }) => userId)),
      numberArray(lookedAt.map(({ changes }) => changes)),
    ],
  );
  return rows.map(({ work, ...row }) => ({ ...row, workMicros: BigInt(work) }));
}

export interface WorkOfATime {
  readonly userId: string;
  readonly workMicros: bigint;
}

/** Returns each user's work between two times. Users without work are omitted. */
export async function workBetween(
  queryable: Queryable,
  since: Date,
  until: Date,
): Promise<WorkOfATime[]> {
  const rows = await queryable.query<{ userId: string; work: string }>(
    `select user_id as "userId", sum(work_micros)::text as work from pool_account_slots
     where slot_at > $1 and slot_at <= $2 group by user_id`,
    [since, until],
  );
  return rows.map(({ userId, work }) => ({ userId, workMicros: BigInt(work) }));
}

/**
 * Counts a user's workers with an accepted share in the last ten minutes, by the database's clock.
 */
export async function countWorking(queryable: Queryable, userId: string): Promise<number> {
  const [row] = await queryable.query<{ count: number }>(
    `select count(*)::int as count from pool_workers
     where user_id = $1 and last_share_at > clock_timestamp() - interval '10 minutes'`,
    [userId],
  );
  return row?.count ?? 0;
}

/**
 * Fixed-window counters in the database, so that they hold for all processes and over a restart. Every hit is a statement of
 * its own, committed at once: a refused request must count.
 */
import type { Database, DatabaseTransaction, Queryable } from "#platform";

export interface RateWindow {
  /** Such as `sign-up/203.0.113.7`. */
  readonly key: string;
  readonly windowMs: number;
  readonly now: Date;
}

/** Counts one hit and returns how many the current window has, this one included. */
export async function countHit(
  database: Database,
  { key, windowMs, now }: RateWindow,
): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `insert into users_rate_counters as counter (key, count, window_started_at) values ($1, 1, $2)
     on conflict (key) do update set
       count = case when counter.window_started_at <= $3 then 1 else counter.count + 1 end,
       window_started_at = case when counter.window_started_at <= $3 then $2 else counter.window_started_at end
     returning count`,
    [key, now, new Date(now.getTime() - windowMs)],
  );
  return row?.count ?? 1;
}

export async function hitsSoFar(
  queryable: Queryable,
  { key, windowMs, now }: RateWindow,
): Promise<number> {
  const [row] = await queryable.query<{ count: number }>(
    "select count from users_rate_counters where key = $1 and window_started_at > $2",
    [key, new Date(now.getTime() - windowMs)],
  );
  return row?.count ?? 0;
}

/** Counts a hit in the caller's transaction, which must commit even when it refuses. */
export async function addHit(
  tx: DatabaseTransaction,
  { key, windowMs, now }: RateWindow,
): Promise<void> {
  await tx.query(
    `insert into users_rate_counters as counter (key, count, window_started_at) values ($1, 1, $2)
     on conflict (key) do update set
       count = case when counter.window_started_at <= $3 then 1 else counter.count + 1 end,
       window_started_at = case when counter.window_started_at <= $3 then $2 else counter.window_started_at end`,
    [key, now, new Date(now.getTime() - windowMs)],
  );
}

export async function forgetHits(
  tx: DatabaseTransaction,
  { key }: Pick<RateWindow, "key">,
): Promise<void> {
  await tx.query("delete from users_rate_counters where key = $1", [key]);
}

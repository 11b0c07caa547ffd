/**
 * Fixed-window counters in the database, shared by all processes and kept across restarts. Each
 * request is counted in its own committed statement, because refused requests must count as well.
 * If a window starts further in the future than its length, the clock was set back, and the window
 * is treated as expired so that it blocks no user. A start only slightly in the future comes from
 * another process's clock.
 */
import { textArray, type Database, type DatabaseTransaction, type Queryable } from "#platform";

export interface RateWindow {
  /** Key of the counter, such as `sign-up/203.0.113.7`. */
  readonly key: string;
  readonly windowMs: number;
  readonly now: Date;
}

const IS_OVER = "(counter.window_started_at <= $3 or counter.window_started_at > $4)";

const COUNTER = "insert into users_rate_counters as counter (key, count, window_started_at)";
const ONE_MORE = `on conflict (key) do update set count = case when ${IS_OVER} then 1 else counter.count + 1 end,
    window_started_at = case when ${IS_OVER} then $2 else counter.window_started_at end`;
const HIT = `${COUNTER} values ($1, 1, $2) ${ONE_MORE} returning count`;
/** Ordered by key, so that two batches with the same keys cannot deadlock. */
const HITS = `${COUNTER} select key, 1, $2::timestamptz from unnest($1::text[]) as hit(key) order by key
  ${ONE_MORE} returning key, count`;

function hitOf({ key, windowMs, now }: RateWindow): readonly unknown[] {
  return [key, now, new Date(now.getTime() - windowMs), new Date(now.getTime() + windowMs)];
}

/**
 * Counts one request. Returns the number of requests in the current window, including this request.
 */
export async function countHit(database: Database, window: RateWindow): Promise<number> {
  const [row] = await database.query<{ count: number }>(HIT, hitOf(window));
  return row?.count ?? 1;
}

export async function hitsSoFar(
  queryable: Queryable,
  { key, windowMs, now }: RateWindow,
): Promise<number> {
  const [row] = await queryable.query<{ count: number }>(
    "select count from users_rate_counters where key = $1 and window_started_at > $2 and window_started_at <= $3",
    [key, new Date(now.getTime() - windowMs), new Date(now.getTime() + windowMs)],
  );
  return row?.count ?? 0;
}

/** Works like `countHit`, but in the caller's transaction. A rollback reverses the count. */
export async function addHit(tx: DatabaseTransaction, window: RateWindow): Promise<number> {
  const [row] = await tx.query<{ count: number }>(HIT, hitOf(window));
  return row?.count ?? 1;
}

/** Counts one request per key. The keys must be distinct. */
export async function addHits(
  tx: DatabaseTransaction,
  keys: readonly string[],
  window: Omit<RateWindow, "key">,
): Promise<number[]> {
  const [, ...bounds] = hitOf({ ...window, key: "" });
  const rows = await tx.query<{ key: string; count: number }>(HITS, [textArray(keys), ...bounds]);
  const counts = new Map(rows.map(({ key, count }) => [key, count]));
  return keys.map((key) => counts.get(key) ?? 1);
}

export async function forgetHits(
  tx: DatabaseTransaction,
  { key }: Pick<RateWindow, "key">,
): Promise<void> {
  await tx.query("delete from users_rate_counters where key = $1", [key]);
}

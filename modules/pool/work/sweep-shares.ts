/**
 * Deletes expired rows. Single shares are kept for a week, ten-minute slots and batch ids for 90
 * days, and daily sums forever.
 */
import type { Database } from "#platform";

export const SHARE_DAYS = 7;
export const SLOT_DAYS = 90;
const DAY_MS = 86_400_000;
const ROWS_MAX = 20_000;

/** Deletes a limited number of expired rows. Returns true if more expired rows may remain. */
export async function sweepShares(database: Database, now: Date): Promise<boolean> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const swept = [
    await sweep(database, "pool_shares", "accepted_at", before(SHARE_DAYS)),
    await sweep(database, "pool_work_slots", "slot_at", before(SLOT_DAYS)),
    await sweep(database, "pool_account_slots", "slot_at", before(SLOT_DAYS)),
    await sweep(database, "pool_share_batches", "posted_at", before(SLOT_DAYS)),
    await sweep(database, "pool_instances", "heartbeat_at", before(SHARE_DAYS)),
  ];
  return swept.some((rows) => rows === ROWS_MAX);
}

async function sweep(
  database: Database,
  table: string,
  time: string,
  before: Date,
): Promise<number> {
  const rows = await database.query(
    `delete from ${table} where ctid = any(array(select ctid from ${table} where ${time} < $1 limit $2)) returning 1`,
    [before, ROWS_MAX],
  );
  return rows.length;
}

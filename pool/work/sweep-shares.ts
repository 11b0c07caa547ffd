/** Single shares are kept for a week, ten minutes of a worker for 90 days; days for ever. */
import type { Database } from "#platform";

export const SHARE_DAYS = 7;
export const SLOT_DAYS = 90;
const DAY_MS = 86_400_000;
const ROWS_MAX = 20_000;

/** One bite; true while there is more. */
export async function sweepShares(database: Database, now: Date): Promise<boolean> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const shares = await database.query(
    `delete from pool_shares where (batch_id, position) in (
       select batch_id, position from pool_shares where accepted_at < $1 limit $2) returning 1`,
    [before(SHARE_DAYS), ROWS_MAX],
  );
  const slots = await database.query(
    `delete from pool_work_slots where (worker_id, slot_at) in (
       select worker_id, slot_at from pool_work_slots where slot_at < $1 limit $2) returning 1`,
    [before(SLOT_DAYS), ROWS_MAX],
  );
  return shares.length === ROWS_MAX || slots.length === ROWS_MAX;
}

/**
 * SQL statements for rejected shares by worker and reason. Only workers with an accepted share are
 * counted, so that a stranger who knows a mining name cannot create workers.
 */
import { numberArray, textArray, type Database } from "#platform";
import type { WorkerRejects } from "./accepted-share.ts";

export async function addRejects(
  database: Database,
  rejects: readonly WorkerRejects[],
  at: Date,
): Promise<void> {
  if (rejects.length === 0) return;
  const counts = (reason: keyof WorkerRejects["counts"]) =>
    numberArray(rejects.map((one) => one.counts[reason]));
  await database.query(
    `with given as (
       select * from unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::int[], $6::int[])
         as given (owner, name, stale, duplicate, low, invalid)
     ), found as (
       select w.id, given.* from given
       join pool_workers w on w.name = given.name and coalesce(w.user_id::text, '') = given.owner
       order by w.id for no key update of w
     ), total as (
       update pool_workers w set
         rejected_stale = w.rejected_stale + found.stale,
         rejected_duplicate = w.rejected_duplicate + found.duplicate,
         rejected_low = w.rejected_low + found.low,
         rejected_invalid = w.rejected_invalid + found.invalid
       from found where found.id = w.id
     )
     insert into pool_work_slots as slot (worker_id, slot_at, work_micros, shares,
       rejected_stale, rejected_duplicate, rejected_low, rejected_invalid)
     select id, date_bin('10 minutes', $7::timestamptz, '2000-01-01T00:00:00Z'), 0, 0, stale, duplicate, low, invalid
     from found order by id
     on conflict (worker_id, slot_at) do update set
       rejected_stale = slot.rejected_stale + excluded.rejected_stale,
       rejected_duplicate = slot.rejected_duplicate + excluded.rejected_duplicate,
       rejected_low = slot.rejected_low + excluded.rejected_low,
       rejected_invalid = slot.rejected_invalid + excluded.rejected_invalid`,
    [
      textArray(rejects.map(({ userId }) => userId ?? "")),
      textArray(rejects.map(({ worker }) => worker)),
      counts("stale"),
      counts("duplicate"),
      counts("low"),
      counts("invalid"),
      at,
    ],
  );
}

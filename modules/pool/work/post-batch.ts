/**
 * Writes a batch of accepted shares as work, in one transaction. The sender chooses the batch id,
 * so that a repeated batch is counted once.
 */
import {
  numberArray,
  textArray,
  timeArray,
  type Database,
  type DatabaseTransaction,
} from "#platform";
import type { AcceptedShare } from "./accepted-share.ts";

export interface ShareBatch {
  readonly id: string;
  readonly instanceId: string;
  readonly shares: readonly AcceptedShare[];
}

/**
 * Maximum number of workers per user. Shares under further names are credited to a common worker,
 * so that no user can fill the table.
 */
export const WORKERS_MAX = 100;
const OTHER_WORKERS = "others";

/** Writes a batch. Returns false if it was already written. */
export async function postBatch(database: Database, batch: ShareBatch): Promise<boolean> {
  return database.transaction(async (tx) => {
    const { id, instanceId, shares } = batch;
    const added = await tx.query(
      `insert into pool_share_batches (id, instance_id, shares) values ($1, $2, $3)
       on conflict (id) do nothing returning id`,
      [id, instanceId, shares.length],
    );
    if (added.length === 0) return false;
    const workerIds = await workersOf(tx, shares);
    await insertShares(tx, batch, workerIds);
    await countWork(tx, id);
    return true;
  });
}

/** Returns the worker ids for the shares, in the order of the shares. */
async function workersOf(
  tx: DatabaseTransaction,
  shares: readonly AcceptedShare[],
): Promise<readonly string[]> {
  const userIds = [...new Set(shares.map(({ userId }) => userId))].filter((id) => id !== null);
  const existing = await tx.query<{ userId: string; name: string }>(
    `select user_id as "userId", name from pool_workers where user_id = any($1)`,
    [userIds],
  );
  const names = Map.groupBy(existing, ({ userId }) => userId);
  const namesOf = new Map(
    [...names].map(([id, rows]) => [id, new Set(rows.map((row) => row.name))]),
  );
  const keys = shares.map((share) => keyOf(share.userId, nameFor(share, namesOf)));
  const wanted = [...new Set(keys)].toSorted();
  await tx.query(
    `insert into pool_workers (user_id, is_house, name, first_share_at, last_share_at, shares, work_micros, best_share_micros)
     select nullif(user_id, '')::uuid, user_id = '', name, now(), now(), 0, 0, 0
     from unnest($1::text[], $2::text[]) as wanted (user_id, name)
     on conflict do nothing`,
    [
      textArray(wanted.map((key) => ownerIn(key))),
      textArray(wanted.map((key) => key.slice(key.indexOf(" ") + 1))),
    ],
  );
  const rows = await tx.query<{ id: string; userId: string | null; name: string }>(
    `select id, user_id as "userId", name from pool_workers where user_id = any($1) or is_house`,
    [userIds],
  );
  const ids = new Map(rows.map((row) => [keyOf(row.userId, row.name), row.id]));
  return keys.map((key) => {
    const id = ids.get(key);
    if (id === undefined) throw new Error("a worker is missing");
    return id;
  });
}

function keyOf(userId: string | null, name: string): string {
  return `${userId ?? ""} ${name}`;
}

function ownerIn(key: string): string {
  return key.slice(0, key.indexOf(" "));
}

function nameFor({ userId, worker }: AcceptedShare, namesOf: Map<string, Set<string>>): string {
  if (userId === null) return worker;
  const names = namesOf.get(userId) ?? new Set();
  if (!names.has(worker) && names.size >= WORKERS_MAX) return OTHER_WORKERS;
  namesOf.set(userId, names.add(worker));
  return worker;
}

async function insertShares(
  tx: DatabaseTransaction,
  { id, shares }: ShareBatch,
  workerIds: readonly string[],
): Promise<void> {
  await tx.query(
    `insert into pool_shares (batch_id, position, worker_id, accepted_at, work_micros, share_micros, hash)
     select $1, position, worker_id, accepted_at, work_micros, share_micros, decode(hash, 'hex')
     from unnest($2::uuid[], $3::timestamptz[], $4::bigint[], $5::numeric[], $6::text[])
       with ordinality as share (worker_id, accepted_at, work_micros, share_micros, hash, position)`,
    [
      id,
      textArray(workerIds),
      timeArray(shares.map(({ acceptedAt }) => acceptedAt)),
      numberArray(shares.map(({ workMicros }) => workMicros)),
      textArray(shares.map(({ shareMicros }) => shareMicros.toString())),
      textArray(shares.map(({ hash }) => hash)),
    ],
  );
}

/**
 * Adds the batch to the workers' slots and totals. Locks rows in a fixed order, so that two pools
 * cannot deadlock. The locks do not block inserts of shares, which only reference a worker.
 */
async function countWork(tx: DatabaseTransaction, batchId: string): Promise<void> {
  await tx.query(
    `with added as (
       select worker_id, count(*) as shares, sum(work_micros) as work, min(accepted_at) as first,
         max(accepted_at) as last, max(share_micros) as best
       from pool_shares where batch_id = $1 group by worker_id
     ), locked as (
       select w.id from pool_workers w join added on added.worker_id = w.id order by w.id for no key update of w
     )
     update pool_workers w set
       first_share_at = case when w.shares = 0 then added.first else least(w.first_share_at, added.first) end,
       last_share_at = case when w.shares = 0 then added.last else greatest(w.last_share_at, added.last) end,
       shares = w.shares + added.shares,
       work_micros = w.work_micros + added.work,
       best_share_micros = greatest(w.best_share_micros, added.best)
     from added, locked where w.id = added.worker_id and locked.id = w.id`,
    [batchId],
  );
  await tx.query(
    `insert into pool_work_slots (worker_id, slot_at, work_micros, shares)
     select worker_id, date_bin('10 minutes', accepted_at, '2000-01-01T00:00:00Z'), sum(work_micros), count(*)
     from pool_shares where batch_id = $1 group by 1, 2 order by 1, 2
     on conflict (worker_id, slot_at) do update set
       work_micros = pool_work_slots.work_micros + excluded.work_micros,
       shares = pool_work_slots.shares + excluded.shares`,
    [batchId],
  );
  await tx.query(
    `insert into pool_work_days (worker_id, day, work_micros, shares)
     select worker_id, (accepted_at at time zone 'UTC')::date, sum(work_micros), count(*)
     from pool_shares where batch_id = $1 group by 1, 2 order by 1, 2
     on conflict (worker_id, day) do update set
       work_micros = pool_work_days.work_micros + excluded.work_micros,
       shares = pool_work_days.shares + excluded.shares`,
    [batchId],
  );
  await countForPeople(tx, batchId);
}

/**
 * Adds the batch to the users' totals. Updates the account first, because its row lock serialises
 * all changes for a user.
 */
async function countForPeople(tx: DatabaseTransaction, batchId: string): Promise<void> {
  await tx.query(
    `insert into pool_work_accounts as known (user_id, work_micros, changes, changed_at)
     select w.user_id, sum(s.work_micros), 1, clock_timestamp()
     from pool_shares s join pool_workers w on w.id = s.worker_id
     where s.batch_id = $1 and w.user_id is not null group by 1 order by 1
     on conflict (user_id) do update set
       work_micros = known.work_micros + excluded.work_micros,
       changes = known.changes + 1,
       changed_at = greatest(known.changed_at, excluded.changed_at)`,
    [batchId],
  );
  await tx.query(
    `insert into pool_account_slots as known (user_id, slot_at, work_micros, change)
     select a.user_id, date_bin('10 minutes', s.accepted_at, '2000-01-01T00:00:00Z'), sum(s.work_micros), max(a.changes)
     from pool_shares s join pool_workers w on w.id = s.worker_id join pool_work_accounts a on a.user_id = w.user_id
     where s.batch_id = $1 group by 1, 2 order by 1, 2
     on conflict (user_id, slot_at) do update set
       work_micros = known.work_micros + excluded.work_micros,
       change = excluded.change`,
    [batchId],
  );
}

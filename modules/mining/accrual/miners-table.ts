/**
 * SQL statements for miners and their mining switch. The row lock on a miner serialises all mining
 * transactions of one user.
 */
import {
  timeArray,
  uuidArray,
  type DatabaseTransaction,
  type Queryable,
  type RunMode,
} from "#platform";
import type { SwitchedOn } from "./accrual-periods.ts";

export interface Miner {
  readonly userId: string;
  /** Null while mining is switched off. */
  readonly miningSince: Date | null;
}

/**
 * End of a switched-on interval, or infinity while mining is on. Must be written exactly as in the
 * index, so that PostgreSQL uses the index.
 */
export const SWITCHED_UNTIL = "coalesce(s.off_at, 'infinity')";

const MINERS = `select user_id as "userId", mining_since as "miningSince" from mining_miners`;
const MINER = `${MINERS} where user_id = $1`;

/**
 * Locks the miner's row until the end of the transaction, and creates the row if it does not exist.
 * Read the clock only after the lock is held.
 */
export async function lockMiner(tx: DatabaseTransaction, userId: string): Promise<Miner> {
  const lock = () => tx.query<Miner>(`${MINER} for update`, [userId]);
  const [existing] = await lock();
  if (existing) return existing;
  await tx.query("insert into mining_miners (user_id) values ($1) on conflict do nothing", [
    userId,
  ]);
  const [miner] = await lock();
  if (!miner) throw new Error(`miner ${userId} vanished`);
  return miner;
}

/**
 * Locks the miners that no other transaction has locked. Never waits for a lock, so that batches
 * cannot deadlock.
 */
async function lockIdleMiners(
  tx: DatabaseTransaction,
  userIds: readonly string[],
): Promise<Miner[]> {
  return tx.query<Miner>(
    `${MINERS} where user_id = any((select $1::uuid[])::uuid[]) order by user_id for update skip locked`,
    [uuidArray(userIds)],
  );
}

/** Locks miners. Mode "single" waits for a locked miner. Mode "batch" skips locked miners. */
export async function lockMiners(
  tx: DatabaseTransaction,
  userIds: readonly string[],
  mode: RunMode,
): Promise<Miner[]> {
  if (mode === "batch") return lockIdleMiners(tx, userIds);
  return Promise.all(userIds.map((userId) => lockMiner(tx, userId)));
}

export async function findMiner(queryable: Queryable, userId: string): Promise<Miner | undefined> {
  const [miner] = await queryable.query<Miner>(MINER, [userId]);
  return miner;
}

/** Returns those of the users who have mining switched on. */
export async function miningAmong(
  queryable: Queryable,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const miners = await queryable.query<Miner>(
    `${MINERS} where user_id = any((select $1::uuid[])::uuid[]) and mining_since is not null`,
    [uuidArray(userIds)],
  );
  return new Set(miners.map(({ userId }) => userId));
}

export async function isMining(queryable: Queryable, userId: string): Promise<boolean> {
  const miner = await findMiner(queryable, userId);
  return Boolean(miner?.miningSince);
}

/**
 * Starts a switched-on interval at `now`. If the clock has gone back, the interval starts at the
 * end of the previous interval, because intervals must not overlap.
 */
export async function switchOn(tx: DatabaseTransaction, userId: string, now: Date): Promise<void> {
  await tx.query(
    `with opened as (
       insert into mining_switches (user_id, on_at)
       select $1, greatest($2::timestamptz,
         (select off_at from mining_switches s where user_id = $1 order by ${SWITCHED_UNTIL} desc limit 1))
       returning on_at
     )
     update mining_miners set mining_since = opened.on_at, pay_from = least(pay_from, opened.on_at)
     from opened where user_id = $1`,
    [userId, now],
  );
}

export async function switchOff(tx: DatabaseTransaction, userId: string, now: Date): Promise<void> {
  await tx.query(
    "update mining_switches set off_at = greatest($2::timestamptz, on_at) where user_id = $1 and off_at is null",
    [userId, now],
  );
  await tx.query(
    "update mining_miners set mining_since = null, pay_from = '-infinity' where user_id = $1",
    [userId],
  );
}

export interface PaidMiner {
  readonly userId: string;
  /** True if the user was paid at least a satoshi. */
  readonly isPaid: boolean;
}

/**
 * Records that these users are settled until `until`. While mining is on, the next payout is due at
 * the next full hour. While it is off, none is due until it is switched on again, unless a clock
 * that has since gone back recorded mining as on after `until`.
 */
export async function notePaid(
  tx: DatabaseTransaction,
  miners: readonly PaidMiner[],
  until: Date,
): Promise<void> {
  await tx.query(
    `update mining_miners m set awaits_first_payout = awaits_first_payout and not paid.is_paid, pay_from = case
       when mining_since is not null then $2::timestamptz
       when exists (select from mining_switches s where s.user_id = m.user_id and ${SWITCHED_UNTIL} > $2) then '-infinity'
     end
     from unnest((select $1::uuid[]), $3::bool[]) as paid(user_id, is_paid) where m.user_id = paid.user_id`,
    [uuidArray(miners.map(({ userId }) => userId)), until, miners.map(({ isPaid }) => isPaid)],
  );
}

export interface DueMiner {
  readonly userId: string;
  /** True if the user must be paid until now. Otherwise the payout ends at the full hour. */
  readonly isAtOnce: boolean;
}

/**
 * Users for whom a payout may be due. While mining is on it is due at each full hour. It is due at
 * once for the first payout, and when mining was switched off or a contract ended.
 */
export async function usersToPay(
  queryable: Queryable,
  { now, hour }: { readonly now: Date; readonly hour: Date },
): Promise<DueMiner[]> {
  return queryable.query<DueMiner>(
    `select user_id as "userId", bool_or(at_once) as "isAtOnce" from (
       select user_id, pay_from = '-infinity' as at_once from mining_miners where pay_from < $2
       union all select user_id, true from mining_miners m where awaits_first_payout and mining_since is not null
         and exists (select from mining_earners e where e.user_id = m.user_id and closed_at is null)
       union all select user_id, true from mining_earners where ends_at <= $1 and closed_at is null
     ) as due group by user_id`,
    [now, hour],
  );
}

/**
 * Those of the users with time that is not settled, or with an ended hash-rate source. Omits users
 * who never switched mining on, because they have earned nothing.
 */
export async function unsettledAmong(
  queryable: Queryable,
  userIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await queryable.query<{ userId: string }>(
    // `limit 1` makes PostgreSQL look up each user in an index. Otherwise, it would read all
    // contracts of all users: 6 ms instead of 0.5 ms with 10,000 contracts.
    `select m.user_id as "userId" from mining_miners m,
       lateral (select from mining_switches s where s.user_id = m.user_id limit 1) as switched,
       lateral (select from mining_earners e where e.user_id = m.user_id and closed_at is null limit 1) as source
     where m.user_id = any((select $1::uuid[])::uuid[]) and pay_from < $2`,
    [uuidArray(userIds), now],
  );
  return rows.map(({ userId }) => userId);
}

/** Returns the switched-on intervals that end after `after`, oldest first. */
export async function switchesAfter(
  queryable: Queryable,
  userId: string,
  after: Date,
): Promise<readonly SwitchedOn[]> {
  return (await switchesOfUsers(queryable, new Map([[userId, after]]))).get(userId) ?? [];
}

/**
 * Batch version of `switchesAfter`, with a separate start time per user. The map omits users
 * without intervals.
 */
export async function switchesOfUsers(
  queryable: Queryable,
  afterOf: ReadonlyMap<string, Date>,
): Promise<ReadonlyMap<string, readonly SwitchedOn[]>> {
  const rows = await queryable.query<SwitchedOn & { readonly userId: string }>(
    `select s.user_id as "userId", on_at as "onAt", off_at as "offAt"
     from unnest($1::uuid[], $2::timestamptz[]) as u(user_id, after)
       join mining_switches s on s.user_id = u.user_id and ${SWITCHED_UNTIL} > u.after
     order by on_at, id`,
    [uuidArray([...afterOf.keys()]), timeArray([...afterOf.values()])],
  );
  return Map.groupBy(rows, ({ userId }) => userId);
}

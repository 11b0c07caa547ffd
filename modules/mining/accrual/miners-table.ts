/**
 * SQL of the miners and their switch. The row lock on the miner puts everything that one user's
 * mining does in order.
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

/** As it is indexed: of one that is still on, for ever. */
export const SWITCHED_UNTIL = "coalesce(s.off_at, 'infinity')";

const MINER = `select user_id as "userId", mining_since as "miningSince" from mining_miners where user_id = $1`;

/**
 * Makes the row if need be and locks it until the end of the transaction. Read the clock after
 * this, not before.
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
 * Locks those of them whom nobody else holds right now. It waits for none, so whoever holds one
 * never waits for many, and no order of locks can turn into a deadlock.
 */
async function lockIdleMiners(
  tx: DatabaseTransaction,
  userIds: readonly string[],
): Promise<Miner[]> {
  return tx.query<Miner>(
    `select user_id as "userId", mining_since as "miningSince" from mining_miners
     where user_id = any((select $1::uuid[])::uuid[]) order by user_id for update skip locked`,
    [uuidArray(userIds)],
  );
}

/** Waits for a single user; of a batch it returns the free ones. */
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

/** Whether the user's mining is switched on. */
export async function isMining(queryable: Queryable, userId: string): Promise<boolean> {
  const miner = await findMiner(queryable, userId);
  return Boolean(miner?.miningSince);
}

/**
 * A new switched-on interval begins at `now`, or at the end of the one before should the clock have
 * gone back.
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

/**
 * They were paid until `now`: while mining is on they are due a while after it, else not before it
 * is switched on, unless it was on until later by a clock that has gone back.
 */
export async function notePaid(
  tx: DatabaseTransaction,
  userIds: readonly string[],
  now: Date,
): Promise<void> {
  await tx.query(
    `update mining_miners m set pay_from = case
       when mining_since is not null then $2::timestamptz
       when exists (select from mining_switches s where s.user_id = m.user_id and ${SWITCHED_UNTIL} > $2) then '-infinity'
     end where user_id = any((select $1::uuid[])::uuid[])`,
    [uuidArray(userIds), now],
  );
}

/**
 * Users for whom a payout may be due: mining is on and the last payout is older than `paidBefore`,
 * or time since the last one is over for good because mining was switched off or a contract ended.
 */
export async function usersToPay(
  queryable: Queryable,
  { now, paidBefore }: { readonly now: Date; readonly paidBefore: Date },
): Promise<string[]> {
  const rows = await queryable.query<{ userId: string }>(
    `select user_id as "userId" from mining_miners where pay_from <= $2
     union select user_id from mining_earners where ends_at <= $1 and closed_at is null`,
    [now, paidBefore],
  );
  return rows.map(({ userId }) => userId);
}

/** The switched-on intervals that reach beyond `after`, oldest first. */
export async function switchesAfter(
  queryable: Queryable,
  userId: string,
  after: Date,
): Promise<readonly SwitchedOn[]> {
  return (await switchesOfUsers(queryable, new Map([[userId, after]]))).get(userId) ?? [];
}

/** The same for many users, each with a time of their own; who has none is missing. */
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

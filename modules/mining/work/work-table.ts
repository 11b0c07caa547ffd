/** SQL statements for measured-work accounts: the work counted so far, and the payouts. */
import {
  numberArray,
  textArray,
  timeArray,
  uuidArray,
  type DatabaseTransaction,
  type Queryable,
} from "#platform";
import type { CountedPeriod, WorkLine, WorkSettlement } from "./settle-work.ts";

export interface WorkAccountRow {
  readonly id: string;
  readonly userId: string;
  readonly countedChange: bigint;
  /** Work that payouts have covered so far, in millionths of difficulty. */
  readonly countedMicros: string;
  readonly nanosats: bigint;
  readonly unpaidNanosats: string;
  readonly postedSats: bigint;
  readonly payouts: number;
}

const ACCOUNT = `id, user_id as "userId", counted_change as "countedChange",
  counted_micros::text as "countedMicros", nanosats, unpaid_nanosats::text as "unpaidNanosats", posted_sats as "postedSats", payouts`;

export async function findAccounts(
  queryable: Queryable,
  userIds: readonly string[],
): Promise<WorkAccountRow[]> {
  return queryable.query<WorkAccountRow>(
    `select ${ACCOUNT} from mining_work_accounts where user_id = any($1::uuid[])`,
    [uuidArray(userIds)],
  );
}

export interface OpenWork {
  readonly userId: string;
  readonly countedMicros: bigint;
  /** The unpaid fraction of a satoshi, in 10^-9 sat. */
  readonly carriedNanosats: bigint;
}

/** Returns all users who were ever paid for measured work. */
export async function openWork(queryable: Queryable): Promise<OpenWork[]> {
  const rows = await queryable.query<Omit<OpenWork, "countedMicros"> & { counted: string }>(
    `select user_id as "userId", counted_micros::text as counted,
       nanosats - posted_sats * 1000000000 as "carriedNanosats" from mining_work_accounts`,
  );
  return rows.map(({ counted, ...row }) => ({ ...row, countedMicros: BigInt(counted) }));
}

/** Returns the newest paid UTC day up to `until`, with the amount paid to all users. */
export async function newestPaidDay(
  queryable: Queryable,
  until: Date,
): Promise<{ readonly day: string; readonly nanosats: bigint } | undefined> {
  const [row] = await queryable.query<{ day: string; nanosats: string }>(
    "select day::text as day, nanosats::text as nanosats from mining_work_days where day <= ($1::timestamptz at time zone 'UTC')::date order by day desc limit 1",
    [until],
  );
  return row && { day: row.day, nanosats: BigInt(row.nanosats) };
}

/** Creates accounts. The caller must hold the miners' locks. */
export async function insertAccounts(
  tx: DatabaseTransaction,
  accounts: readonly Pick<WorkAccountRow, "id" | "userId">[],
): Promise<void> {
  await tx.query(
    "insert into mining_work_accounts (id, user_id) select * from unnest($1::text[], $2::uuid[])",
    [textArray(accounts.map(({ id }) => id)), uuidArray(accounts.map(({ userId }) => userId))],
  );
}

export async function countedPeriods(
  queryable: Queryable,
  wanted: readonly { readonly accountId: string; readonly day: string }[],
): Promise<(CountedPeriod & { readonly accountId: string })[]> {
  const rows = await queryable.query<{
    accountId: string;
    day: string;
    referenceId: string;
    work: string;
    earned: string;
    unpaid: string;
  }>(
    `select account_id as "accountId", day::text as day, reference_id as "referenceId", work_micros::text as work,
       earned_nanosats::text as earned, unpaid_nanosats::text as unpaid
     from unnest($1::text[], $2::date[]) as w(account_id, day) join mining_work_stretches using (account_id, day)`,
    [textArray(wanted.map(({ accountId }) => accountId)), textArray(wanted.map(({ day }) => day))],
  );
  return rows.map(({ work, earned, unpaid, ...row }) => ({
    ...row,
    workMicros: BigInt(work),
    earnedNanosats: BigInt(earned),
    unpaidNanosats: BigInt(unpaid),
  }));
}

/**
 * Locks the days in chronological order until the commit. Returns the amounts paid to all users on
 * each of these days.
 */
export async function lockDays(
  tx: DatabaseTransaction,
  days: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await tx.query<{ day: string; nanosats: string }>(
    `insert into mining_work_days as known (day) select * from unnest($1::date[]) as d(day) order by day
     on conflict (day) do update set nanosats = known.nanosats returning day::text as day, nanosats::text as nanosats`,
    [textArray([...days].toSorted())],
  );
  return new Map(rows.map(({ day, nanosats }) => [day, BigInt(nanosats)]));
}

/** Returns the amounts paid to all users on each of these days, in 10^-9 sat. */
export async function paidOfDays(
  queryable: Queryable,
  days: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await queryable.query<{ day: string; nanosats: string }>(
    "select day::text as day, nanosats::text as nanosats from mining_work_days where day = any ($1::date[])",
    [textArray(days)],
  );
  return new Map(rows.map(({ day, nanosats }) => [day, BigInt(nanosats)]));
}

export interface WorkPayout extends WorkSettlement {
  readonly id: string;
  readonly accountId: string;
  /** Consecutive number per account: 1, 2, 3, ... */
  readonly number: number;
  readonly userId: string;
  readonly paidAt: Date;
  /** Null if the payout is below one satoshi and carried over completely. */
  readonly transferId: string | null;
}

/** An account, and the pool's change number up to which its work is counted. */
export interface Counted {
  readonly accountId: string;
  readonly change: bigint;
}

export async function noteCounted(
  tx: DatabaseTransaction,
  counted: readonly Counted[],
): Promise<void> {
  await tx.query(
    `update mining_work_accounts a set counted_change = c.change
     from unnest($1::text[], $2::bigint[]) as c(id, change) where a.id = c.id`,
    [
      textArray(counted.map(({ accountId }) => accountId)),
      numberArray(counted.map(({ change }) => change)),
    ],
  );
}

/** Writes payouts. Throws if another transaction has paid one of the accounts since it was read. */
export async function insertWorkPayouts(
  tx: DatabaseTransaction,
  payouts: readonly WorkPayout[],
): Promise<void> {
  await moveAccounts(tx, payouts);
  await tx.query(
    `insert into mining_work_payouts (id, account_id, number, user_id, paid_at, carry_before, nanosats, payout_sats,
       carry_after, transfer_id)
     select * from unnest($1::text[], $2::text[], $3::int[], $4::uuid[], $5::timestamptz[], $6::bigint[], $7::bigint[],
       $8::bigint[], $9::bigint[], $10::uuid[])`,
    [
      textArray(payouts.map(({ id }) => id)),
      textArray(payouts.map(({ accountId }) => accountId)),
      numberArray(payouts.map(({ number }) => number)),
      uuidArray(payouts.map(({ userId }) => userId)),
      timeArray(payouts.map(({ paidAt }) => paidAt)),
      numberArray(payouts.map(({ carryBefore }) => carryBefore)),
      numberArray(payouts.map(({ nanosats }) => nanosats)),
      numberArray(payouts.map(({ payoutSats }) => payoutSats)),
      numberArray(payouts.map(({ carryAfter }) => carryAfter)),
      uuidArray(payouts.map(({ transferId }) => transferId)),
    ],
  );
  const lines = payouts.flatMap(({ id, accountId, lines: own }) =>
    own.map((line, index) => ({ ...line, payoutId: id, accountId, number: index + 1 })),
  );
  await insertLines(tx, lines);
  await addToPeriods(tx, lines);
  await addToDays(tx, lines);
}

async function moveAccounts(
  tx: DatabaseTransaction,
  payouts: readonly WorkPayout[],
): Promise<void> {
  const moved = await tx.query<{ id: string }>(
    `update mining_work_accounts a set nanosats = a.nanosats + p.nanosats, posted_sats = a.posted_sats + p.sats,
       unpaid_nanosats = a.unpaid_nanosats + p.unpaid, counted_micros = a.counted_micros + p.micros, payouts = p.number
     from unnest($1::text[], $2::int[], $3::bigint[], $4::bigint[], $5::numeric[], $6::numeric[])
       as p(id, number, nanosats, sats, unpaid, micros)
     where a.id = p.id and a.payouts = p.number - 1 returning a.id`,
    [
      textArray(payouts.map(({ accountId }) => accountId)),
      numberArray(payouts.map(({ number }) => number)),
      numberArray(payouts.map(({ nanosats }) => nanosats)),
      numberArray(payouts.map(({ payoutSats }) => payoutSats)),
      numberArray(payouts.map(({ unpaidNanosats }) => unpaidNanosats)),
      numberArray(payouts.map(workOf)),
    ],
  );
  if (moved.length !== payouts.length)
    throw new Error("another transaction has paid this measured work");
}

function workOf({ lines }: WorkPayout): bigint {
  return lines.reduce((sum, { workBefore, workAfter }) => sum + workAfter - workBefore, 0n);
}

interface StoredLine extends WorkLine {
  readonly payoutId: string;
  readonly accountId: string;
  readonly number: number;
}

async function insertLines(tx: DatabaseTransaction, lines: readonly StoredLine[]): Promise<void> {
  await tx.query(
    `insert into mining_work_lines (payout_id, line, day, reference_id, work_before, work_after, earned_nanosats,
       unpaid_nanosats)
     select * from unnest($1::text[], $2::int[], $3::date[], $4::text[], $5::numeric[], $6::numeric[], $7::numeric[],
       $8::numeric[])`,
    [
      textArray(lines.map(({ payoutId }) => payoutId)),
      numberArray(lines.map(({ number }) => number)),
      textArray(lines.map(({ day }) => day)),
      textArray(lines.map(({ referenceId }) => referenceId)),
      numberArray(lines.map(({ workBefore }) => workBefore)),
      numberArray(lines.map(({ workAfter }) => workAfter)),
      numberArray(lines.map(({ earnedNanosats }) => earnedNanosats)),
      numberArray(lines.map(({ unpaidNanosats }) => unpaidNanosats)),
    ],
  );
}

async function addToPeriods(tx: DatabaseTransaction, lines: readonly StoredLine[]): Promise<void> {
  await tx.query(
    `insert into mining_work_stretches as known (account_id, day, reference_id, work_micros, earned_nanosats, unpaid_nanosats)
     select * from unnest($1::text[], $2::date[], $3::text[], $4::numeric[], $5::numeric[], $6::numeric[])
     on conflict (account_id, day, reference_id) do update set
       work_micros = excluded.work_micros,
       earned_nanosats = known.earned_nanosats + excluded.earned_nanosats,
       unpaid_nanosats = known.unpaid_nanosats + excluded.unpaid_nanosats`,
    [
      textArray(lines.map(({ accountId }) => accountId)),
      textArray(lines.map(({ day }) => day)),
      textArray(lines.map(({ referenceId }) => referenceId)),
      numberArray(lines.map(({ workAfter }) => workAfter)),
      numberArray(lines.map(({ earnedNanosats }) => earnedNanosats)),
      numberArray(lines.map(({ unpaidNanosats }) => unpaidNanosats)),
    ],
  );
}

/** Adds the lines to the days' totals. The caller must hold the locks of `lockDays`. */
async function addToDays(tx: DatabaseTransaction, lines: readonly StoredLine[]): Promise<void> {
  await tx.query(
    `update mining_work_days d set nanosats = d.nanosats + l.nanosats
     from (select day, sum(nanosats) as nanosats from unnest($1::date[], $2::numeric[]) as l(day, nanosats) group by day) l
     where d.day = l.day`,
    [
      textArray(lines.map(({ day }) => day)),
      numberArray(lines.map((line) => line.earnedNanosats - line.unpaidNanosats)),
    ],
  );
}

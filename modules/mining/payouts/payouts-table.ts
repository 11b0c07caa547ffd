/**
 * SQL statements for payouts, their accrual periods and the daily sums. All rows are written in the
 * transaction that moves the money, and are never changed.
 */
import {
  numberArray,
  textArray,
  timeArray,
  uuidArray,
  type DatabaseTransaction,
  type Queryable,
} from "#platform";
import type { PowerCharge } from "../accrual/settle-rig.ts";
import type { AccrualPeriod } from "../accrual/accrual-periods.ts";
import type { Settlement } from "../accrual/settle-periods.ts";

export interface Payout extends Settlement {
  /** `pay_` and the UUID of the payout's transfer, without hyphens. */
  readonly id: string;
  readonly sourceId: string;
  /** Consecutive number per hash-rate source: 1, 2, 3, ... */
  readonly number: number;
  readonly userId: string;
  /** Null if the payout is below one satoshi and carried over completely. */
  readonly transferId: string | null;
  /** The rig's power charge, posted in the same ledger event. */
  readonly power: (PowerCharge & { readonly transferId: string | null }) | null;
}

/** Inserts payouts with their lines and power charges, and adds them to the daily sums. */
export async function insertPayouts(
  tx: DatabaseTransaction,
  payouts: readonly Payout[],
): Promise<void> {
  if (payouts.length === 0) return;
  await tx.query(
    `insert into mining_payouts (id, earner_id, number, user_id, from_at, to_at, carry_before, nanosats, payout_sats,
       carry_after)
     select * from unnest($1::text[], $2::text[], $3::int[], $4::uuid[], $5::timestamptz[], $6::timestamptz[], $7::bigint[],
       $8::bigint[], $9::bigint[], $10::bigint[])`,
    [
      textArray(payouts.map((payout) => payout.id)),
      textArray(payouts.map((payout) => payout.sourceId)),
      numberArray(payouts.map((payout) => payout.number)),
      uuidArray(payouts.map((payout) => payout.userId)),
      timeArray(payouts.map(({ periods }) => periods[0]?.from)),
      timeArray(payouts.map(({ periods }) => periods.at(-1)?.to)),
      numberArray(payouts.map((payout) => payout.carryBefore)),
      numberArray(payouts.map((payout) => payout.nanosats)),
      numberArray(payouts.map((payout) => payout.payoutSats)),
      numberArray(payouts.map((payout) => payout.carryAfter)),
    ],
  );
  const lines = payouts.flatMap(linesOf);
  await insertPeriods(tx, lines);
  await insertPower(
    tx,
    payouts.filter(({ power }) => power !== null),
  );
  await addToDays(
    tx,
    payouts.flatMap(({ userId, periods }) =>
      periods.map(({ from, nanosats }) => ({ userId, day: utcDay(from), nanosats })),
    ),
  );
}

interface Line {
  readonly payoutId: string;
  readonly line: number;
  readonly period: AccrualPeriod;
}

function linesOf({ id, periods }: Payout): Line[] {
  return periods.map((period, index) => ({ payoutId: id, line: index + 1, period }));
}

async function insertPeriods(tx: DatabaseTransaction, lines: readonly Line[]): Promise<void> {
  await tx.query(
    `insert into mining_segments (payout_id, line, stretch_from, from_at, to_at, hash_rate, reference_id, nanosats)
     select * from unnest($1::text[], $2::int[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[], $6::bigint[],
       $7::text[], $8::bigint[])`,
    [
      textArray(lines.map(({ payoutId }) => payoutId)),
      numberArray(lines.map(({ line }) => line)),
      timeArray(lines.map(({ period }) => period.stretchFrom)),
      timeArray(lines.map(({ period }) => period.from)),
      timeArray(lines.map(({ period }) => period.to)),
      numberArray(lines.map(({ period }) => period.hashRate)),
      textArray(lines.map(({ period }) => period.reference.id)),
      numberArray(lines.map(({ period }) => period.nanosats)),
    ],
  );
}

/**
 * Number of lines above which an outdated query plan is noticeably slow. Only users who switch
 * mining very often between two payouts reach it.
 */
const LINES_MANY = 1_000;

/**
 * Makes PostgreSQL plan the foreign-key checks again. A connection caches the plan from when the
 * table was small, which scans the whole table for each line.
 */
async function planFreshChecks(tx: DatabaseTransaction): Promise<void> {
  await tx.query("set local plan_cache_mode = force_custom_plan");
}

async function insertPower(tx: DatabaseTransaction, payouts: readonly Payout[]): Promise<void> {
  if (payouts.length === 0) return;
  await tx.query(
    `insert into mining_power_charges (payout_id, prepaid_before, nanosats, charged_sats, prepaid_after, transfer_id)
     select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::uuid[])`,
    [
      textArray(payouts.map(({ id }) => id)),
      numberArray(payouts.map(({ power }) => power?.prepaidBefore)),
      numberArray(payouts.map(({ power }) => power?.nanosats)),
      numberArray(payouts.map(({ power }) => power?.chargedSats)),
      numberArray(payouts.map(({ power }) => power?.prepaidAfter)),
      uuidArray(payouts.map(({ power }) => power?.transferId)),
    ],
  );
  const lines = payouts.flatMap(linesOf);
  if (lines.length > LINES_MANY) await planFreshChecks(tx);
  await tx.query(
    `insert into mining_power_lines (payout_id, line, watts, usd_per_kwh, nanosats)
     select * from unnest($1::text[], $2::int[], $3::bigint[], $4::numeric[], $5::bigint[])`,
    [
      textArray(lines.map(({ payoutId }) => payoutId)),
      numberArray(lines.map(({ line }) => line)),
      numberArray(lines.map(({ period }) => period.power?.watts)),
      numberArray(lines.map(({ period }) => period.power?.usdPerKwh)),
      numberArray(lines.map(({ period }) => period.power?.nanosats)),
    ],
  );
}

export interface DayPart {
  readonly userId: string;
  readonly day: string;
  readonly nanosats: bigint;
}

export async function addToDays(tx: DatabaseTransaction, parts: readonly DayPart[]): Promise<void> {
  if (parts.length === 0) return;
  await tx.query(
    `insert into mining_days as known (user_id, day, nanosats)
     select user_id, day, sum(nanosats) from unnest($1::uuid[], $2::date[], $3::bigint[]) as s(user_id, day, nanosats)
     group by user_id, day
     on conflict (user_id, day) do update set nanosats = known.nanosats + excluded.nanosats`,
    [
      uuidArray(parts.map(({ userId }) => userId)),
      textArray(parts.map(({ day }) => day)),
      numberArray(parts.map(({ nanosats }) => nanosats)),
    ],
  );
}

/** Returns the UTC date of a time, such as `2024-05-09`. */
export function utcDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/**
 * Returns the number of users with mining pay by UTC day since `from`. The map omits days without
 * such users. `uncounted` is a SQL subquery that selects the ids of users to exclude, such as
 * anonymous accounts.
 */
export async function paidMinersByDay(
  queryable: Queryable,
  from: string,
  uncounted: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await queryable.query<{ day: string; count: number }>(
    `select day::text as day, count(*)::int as count from mining_days
     where day >= $1 and user_id not in (${uncounted}) group by 1`,
    [from],
  );
  return new Map(rows.map(({ day, count }) => [day, count]));
}

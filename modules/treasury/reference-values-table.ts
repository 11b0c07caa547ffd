/**
 * SQL statements for the reference values. A lock prevents payouts from using old values for a time
 * to which new values already apply.
 */
import { difficultyOf, difficultyText, formatScaled, parseScaled } from "#economics";
import type { DatabaseTransaction, Queryable } from "#platform";
import type { ReferenceValues } from "./reference-values.ts";

interface Row {
  id: string;
  cents_per_btc: bigint;
  difficulty: string;
  subsidy_sats: bigint;
  fees_sats: bigint;
  pool_fee_millionths: number;
  block_seconds: number;
  usd_per_kwh: string;
  boost_usd_per_ths_day: string;
  valid_from: Date;
  source: string;
  set_by: string;
}

const LOCK = "hashtextextended('treasury/reference-values', 0)";

/**
 * Prevents changes to the values until the transaction ends. Read the clock only after taking this
 * lock.
 */
export async function holdReferenceValues(tx: DatabaseTransaction): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock_shared(${LOCK})`);
}

/** Waits for running payouts and blocks new payouts until the transaction ends. */
export async function lockReferenceValues(tx: DatabaseTransaction): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${LOCK})`);
}

export async function allReferenceValues(queryable: Queryable): Promise<ReferenceValues[]> {
  const rows = await queryable.query<Row>(
    "select * from treasury_reference_values order by valid_from",
  );
  return rows.map(asReferenceValues);
}

/** Returns the most recent reference values, newest first. */
export async function recentReferenceValues(
  queryable: Queryable,
  limit: number,
): Promise<ReferenceValues[]> {
  const rows = await queryable.query<Row>(
    "select * from treasury_reference_values order by valid_from desc limit $1",
    [limit],
  );
  return rows.map(asReferenceValues);
}

/**
 * Returns an SQL subquery for the id of the reference values in force at a time, or null if there
 * were none. Queries embed it to avoid a second query. `moment` is an SQL expression.
 */
export function referenceIdSql(moment: string): string {
  return `(select id from treasury_reference_values where valid_from <= ${moment} order by valid_from desc limit 1)`;
}

/**
 * Returns an SQL subquery with at most one row: start and reward factor of the reference values in
 * force at a time. `numerator` / `denominator` equals the result of `rewardFactor`.
 */
export function rewardFactorSql(moment: string): string {
  return `(select valid_from, (subsidy_sats + fees_sats)::numeric * (1000000 - pool_fee_millionths) * 1000000000 as numerator,
      1000 * difficulty * 4294967296 * 1000000 as denominator
    from treasury_reference_values where valid_from <= ${moment} order by valid_from desc limit 1)`;
}

/** Returns the reference values in force at `now`. */
export async function referenceValuesAt(queryable: Queryable, now: Date): Promise<ReferenceValues> {
  const [row] = await queryable.query<{ id: string | null }>(
    `select ${referenceIdSql("$1")} as id`,
    [now],
  );
  return referenceValuesFound(queryable, { id: row?.id ?? null, now });
}

/** Returns the reference values for an id that `referenceIdSql` returned for `now`. */
export async function referenceValuesFound(
  queryable: Queryable,
  { id, now }: { readonly id: string | null; readonly now: Date },
): Promise<ReferenceValues> {
  if (id === null)
    throw new Error(`no reference values at ${now.toISOString()}: is the clock right?`);
  return referenceValuesById(queryable, id);
}

/** Returns the reference values with this id. Cached, because a row never changes. */
export async function referenceValuesById(
  queryable: Queryable,
  id: string,
): Promise<ReferenceValues> {
  const cached = cache.get(id);
  if (cached) return cached;
  const [row] = await queryable.query<Row>(
    "select * from treasury_reference_values where id = $1",
    [id],
  );
  if (!row) throw new Error(`no reference values ${id}`);
  const values = asReferenceValues(row);
  if (cache.size >= CACHE_ENTRIES_MAX) cache.clear();
  cache.set(id, values);
  return values;
}

const CACHE_ENTRIES_MAX = 1_000;
const cache = new Map<string, ReferenceValues>();

/**
 * Returns the reference values in force at the given time. For a time before the first reference
 * values, returns the first.
 */
export async function referenceValuesSince(
  queryable: Queryable,
  at: Date,
): Promise<ReferenceValues | undefined> {
  const [row] = await queryable.query<Row>(
    "select * from treasury_reference_values order by valid_from <= $1 desc, abs(extract(epoch from valid_from - $1)) limit 1",
    [at],
  );
  return row && asReferenceValues(row);
}

export async function insertReferenceValues(
  tx: DatabaseTransaction,
  values: ReferenceValues,
): Promise<void> {
  await tx.query(
    `insert into treasury_reference_values (id, cents_per_btc, difficulty, subsidy_sats, fees_sats, pool_fee_millionths,
       block_seconds, usd_per_kwh, boost_usd_per_ths_day, valid_from, source, set_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      values.id,
      values.centsPerBtc,
      difficultyText(values.difficulty),
      values.subsidySats,
      values.feesSats,
      values.poolFeeMillionths,
      values.blockSeconds,
      values.usdPerKwh,
      values.boostUsdPerThsDay,
      values.validFrom,
      values.source,
      values.setBy,
    ],
  );
}

function asReferenceValues(row: Row): ReferenceValues {
  return {
    id: row.id,
    centsPerBtc: row.cents_per_btc,
    difficulty: difficultyOf(row.difficulty),
    subsidySats: row.subsidy_sats,
    feesSats: row.fees_sats,
    poolFeeMillionths: BigInt(row.pool_fee_millionths),
    blockSeconds: row.block_seconds,
    usdPerKwh: shortest(row.usd_per_kwh),
    boostUsdPerThsDay: shortest(row.boost_usd_per_ths_day),
    validFrom: row.valid_from,
    source: row.source,
    setBy: row.set_by,
  };
}

function shortest(numeric: string): string {
  return formatScaled(parseScaled(numeric, 6), 6);
}

/** SQL statements for the stored day candles of the modelled history. */
import type { Instrument } from "#market";
import type { Queryable } from "#platform";

export interface PackedSeries {
  readonly series: string;
  readonly packed: Buffer;
}

/** Returns an instrument's days of the named series, as far as they are stored. */
export function findHistoryDays(
  queryable: Queryable,
  { id }: Instrument,
  series: readonly string[],
): Promise<PackedSeries[]> {
  return queryable.query<PackedSeries>(
    "select series, packed from forex_history_days where instrument = $1 and series = any($2)",
    [id, series],
  );
}

/** Returns the number of instruments whose days are stored. */
export async function countStoredInstruments(
  queryable: Queryable,
  series: string,
): Promise<number> {
  const [row] = await queryable.query<{ count: number }>(
    "select count(*)::int as count from forex_history_days where series = $1",
    [series],
  );
  return row?.count ?? 0;
}

/** Stores an instrument's days. The first of two concurrent writes wins. */
export async function storeHistoryDays(
  queryable: Queryable,
  { id }: Instrument,
  { series, packed }: PackedSeries,
): Promise<void> {
  await queryable.query(
    `insert into forex_history_days (series, instrument, packed) values ($1, $2, $3)
     on conflict do nothing`,
    [series, id, packed],
  );
}

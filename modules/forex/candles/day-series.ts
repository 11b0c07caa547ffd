/**
 * Stores the day candles of the history, which never change, and reads them from the database.
 * Computing all days of all pairs takes several seconds, so this runs once per installation.
 */
import { createHash } from "node:crypto";
import {
  isTradingDay,
  PAIRS,
  wholeDay,
  type DayRates,
  type Fixing,
  type Instrument,
} from "#market";
import { beginSlice, type Database } from "#platform";
import { countStoredInstruments, findHistoryDays, storeHistoryDays } from "./history-table.ts";
import { DAY_NUMBERS, packDays, unpackDays, writeDay } from "./pack-days.ts";

/**
 * Version of the code that computes the history. It must change if any price of the history
 * changes, because stored days of another version are then not used.
 */
const HISTORY_VERSION = 1;

export interface DaySeries {
  readonly name: string;
  /** All trading days of the series, oldest first. */
  readonly days: readonly number[];
  readonly ratesOf: (day: number) => DayRates | undefined;
}

/** Creates the series of the days between two days that follow from the rates. */
export function daySeries(
  rates: readonly Fixing[],
  { firstDay, lastDay }: { readonly firstDay: number; readonly lastDay: number },
  ratesOf: DaySeries["ratesOf"],
): DaySeries {
  const columns = rates[0]?.perEuro.length ?? 0;
  const numbers = new Float64Array(2 + rates.length * (1 + columns));
  numbers.set([firstDay, lastDay]);
  for (const [row, { day, perEuro }] of rates.entries()) {
    const at = 2 + row * (1 + columns);
    numbers[at] = day;
    numbers.set(perEuro, at + 1);
  }
  const hash = createHash("sha256").update(numbers);
  const days: number[] = [];
  for (let day = firstDay; day <= lastDay; day += 1) if (isTradingDay(day)) days.push(day);
  return { name: `${HISTORY_VERSION} ${hash.digest("hex")}`, days, ratesOf };
}

/** Returns a pair's stored days of each series, as `writeDay` writes them. */
export async function readSeries(
  database: Database,
  instrument: Instrument,
  all: readonly DaySeries[],
): Promise<ReadonlyMap<DaySeries, Int32Array>> {
  const rows = await findHistoryDays(
    database,
    instrument,
    all.map(({ name }) => name),
  );
  const stored = new Map<DaySeries, Int32Array>();
  for (const series of all) {
    const packed = rows.find((row) => row.series === series.name)?.packed;
    const numbers = packed && (await unpackDays(packed, series.days.length));
    if (numbers) stored.set(series, numbers);
  }
  return stored;
}

/** Computes and stores the days of all pairs, unless they are stored already. */
export async function storeSeries(
  database: Database,
  { name, days, ratesOf }: DaySeries,
  signal?: AbortSignal,
): Promise<void> {
  if ((await countStoredInstruments(database, name)) >= PAIRS.length) return;
  const ofPairs = PAIRS.map(() => new Int32Array(days.length * DAY_NUMBERS));
  const slice = beginSlice();
  for (const [index, day] of days.entries()) {
    if (slice.isOver()) await slice.next();
    if (signal?.aborted === true) return;
    const rates = ratesOf(day);
    for (const [place, pair] of PAIRS.entries()) {
      const numbers = ofPairs[place];
      if (rates && numbers) writeDay(numbers, index * DAY_NUMBERS, wholeDay(rates, pair));
    }
  }
  for (const [place, pair] of PAIRS.entries()) {
    await slice.next();
    const packed = await packDays(ofPairs[place] ?? new Int32Array());
    await storeHistoryDays(database, pair, { series: name, packed });
  }
}

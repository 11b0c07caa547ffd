/**
 * Lists modelled candles of the time before a market: before an installation's first day, or before
 * the days of a replay. Before the modelled days, candles of days and longer come from the ECB's
 * daily rates.
 */
import {
  dayRatesOf,
  GRANULARITIES,
  historyDay,
  isOfDays,
  isTradingDay,
  merged,
  newYorkClose,
  openingOf,
  timeOf,
  wholeDay,
  type AnchoredRates,
  type Candle,
  type DayRates,
  type Granularity,
  type Instrument,
} from "#market";
import { beginSlice, type Database, type Log } from "#platform";
import { daySeries, readSeries, storeSeries, type DaySeries } from "./day-series.ts";
import { fixingCandles } from "./fixing-candles.ts";
import { DAY_NUMBERS, readDay, writeDay } from "./pack-days.ts";
import type { SourcedCandle } from "./sourced-candle.ts";

export interface HistoryQuery {
  readonly instrument: Instrument;
  /** A granularity of a day or less. */
  readonly granularity: Granularity;
  readonly count: number;
  /** Exclusive upper bound for the start of a candle. */
  readonly beforeMs: number;
  /** Newest day of the history. */
  readonly lastDay: number;
}

export interface PriceHistory {
  /** Returns the newest candles before a time, oldest first. */
  list(query: HistoryQuery): Promise<SourcedCandle[]>;
  /** Stores the day candles of all pairs, unless they are stored already. */
  store(signal?: AbortSignal): Promise<void>;
}

export interface HistoryDeps {
  readonly database: Database;
  readonly log: Log;
}

/** Number of earlier rows needed to compute a day's volatility and correlation. */
export const FIRST_ROW = 121;

/** Time from the first request to `store`, so that it does not compete with the first page. */
const STORE_AFTER_MS = 3_000;

/**
 * Days between the ECB's rates, 2.5 kB each. They are the same for all pairs, for the live desk and
 * for replays.
 */
const daysBetweenRates = new Map<number, DayRates>();

/** Without `deps`, day candles are computed on request and not stored. */
export function createHistory(
  rates: Pick<AnchoredRates, "rows" | "lastRealMs">,
  deps?: HistoryDeps,
): PriceHistory {
  const lastRow = rates.rows.findLastIndex((row) => timeOf(row) <= rates.lastRealMs);
  const real = rates.rows.slice(0, lastRow + 1);
  const [first, lastReal, last] = [real[FIRST_ROW], real.at(-1), rates.rows.at(-1)];
  if (!first || !lastReal || !last) throw new Error("the built-in rates have too few rows");
  const firstDay = first.day + 1;
  const ownDays = new Map<number, DayRates>();
  const cacheOf = (day: number) => (day < lastReal.day ? daysBetweenRates : ownDays);
  const compute = (day: number) => cacheOf(day).get(day) ?? dayRatesOf(rates.rows, day);
  const ratesOf = (day: number): DayRates | undefined => {
    const ofDay = compute(day);
    if (ofDay) cacheOf(day).set(day, ofDay);
    return ofDay;
  };
  // Replays share the first series. The second one depends on the market's first prices.
  const shared = daySeries(real, { firstDay, lastDay: lastReal.day - 1 }, compute);
  const own = daySeries(rates.rows, { firstDay: lastReal.day, lastDay: last.day }, compute);
  const allSeries = last === lastReal ? [shared] : [shared, own];
  const days = createDayStore({ firstDay, lastDay: last.day }, allSeries, deps?.database);

  const candlesOf = (day: number, query: HistoryQuery, remaining: number): readonly Candle[] => {
    const { instrument, granularity } = query;
    if (granularity === "D") {
      const candle = days.of(day, instrument, () => {
        const ofDay = ratesOf(day);
        return ofDay && wholeDay(ofDay, instrument);
      });
      return candle && candle.timeMs < query.beforeMs ? [candle] : [];
    }
    const lengthMs = GRANULARITIES[granularity];
    const untilMs = Math.min(query.beforeMs, newYorkClose(day));
    const sinceMs = untilMs - remaining * lengthMs;
    const ofDay = ratesOf(day);
    const made = ofDay ? historyDay(ofDay, instrument, { lengthMs, sinceMs }) : [];
    return merged(made, granularity).filter(({ timeMs }) => timeMs < query.beforeMs);
  };
  const store = async (signal?: AbortSignal) => {
    for (const series of deps ? allSeries : [])
      if (deps) await storeSeries(deps.database, series, signal);
  };
  const storeLater = () => {
    const report = (error: unknown) => deps?.log.warn({ error }, "day candles were not stored");
    setTimeout(() => void store().catch(report), STORE_AFTER_MS).unref();
  };
  let isRequested = false;
  return {
    store,
    async list(query) {
      if (!isRequested) storeLater();
      isRequested = true;
      if (query.granularity === "D") await days.load(query.instrument);
      const newest: (readonly Candle[])[] = [];
      let remaining = query.count;
      const slice = beginSlice();
      for (let day = query.lastDay; day >= firstDay && remaining > 0; day -= 1) {
        if (!isTradingDay(day) || openingOf(day) >= query.beforeMs) continue;
        if (slice.isOver()) await slice.next();
        const candles = candlesOf(day, query, remaining).slice(-remaining);
        newest.push(candles);
        remaining -= candles.length;
      }
      const modelled = newest
        .toReversed()
        .flat()
        .map((candle) => ({
          ...candle,
          source: candle.timeMs < rates.lastRealMs ? ("modelled" as const) : ("bridged" as const),
        }));
      if (!isOfDays(query.granularity) || remaining === 0) return modelled;
      const untilMs = Math.min(query.beforeMs, openingOf(firstDay));
      const daily = await fixingCandles(query.instrument, untilMs, remaining);
      return [...daily.map((candle) => ({ ...candle, source: "ECB" as const })), ...modelled];
    },
  };
}

/** Keeps day candles in memory, because candles of weeks and months need thousands of them. */
function createDayStore(
  { firstDay, lastDay }: { readonly firstDay: number; readonly lastDay: number },
  allSeries: readonly DaySeries[],
  database: Database | undefined,
) {
  const ofPairs = new Map<Instrument, Int32Array>();
  const loaded = new Map<Instrument, Promise<boolean>>();
  const numbersOf = (instrument: Instrument): Int32Array => {
    const numbers =
      ofPairs.get(instrument) ?? new Int32Array((lastDay - firstDay + 1) * DAY_NUMBERS);
    ofPairs.set(instrument, numbers);
    return numbers;
  };
  const placeOf = (day: number) => (day - firstDay) * DAY_NUMBERS;
  /** Returns true if all series are stored. */
  const read = async (instrument: Instrument): Promise<boolean> => {
    const stored = database ? await readSeries(database, instrument, allSeries) : new Map();
    const numbers = numbersOf(instrument);
    for (const [{ days }, ofSeries] of stored)
      for (const [index, day] of days.entries()) {
        const at = index * DAY_NUMBERS;
        numbers.set(ofSeries.subarray(at, at + DAY_NUMBERS), placeOf(day));
      }
    return stored.size === allSeries.length;
  };
  return {
    /** Reads an instrument's stored days, once. */
    async load(instrument: Instrument): Promise<void> {
      const loading = loaded.get(instrument) ?? read(instrument);
      loaded.set(instrument, loading);
      const isWhole = await loading.catch((error: unknown) => {
        loaded.delete(instrument);
        throw error;
      });
      if (!isWhole) loaded.delete(instrument);
    },
    of(day: number, instrument: Instrument, make: () => Candle | undefined): Candle | undefined {
      const numbers = numbersOf(instrument);
      const existing = readDay(numbers, placeOf(day), openingOf(day));
      if (existing) return existing;
      const made = make();
      if (made) writeDay(numbers, placeOf(day), made);
      return made;
    },
  };
}

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
  type AnchoredRates,
  type Candle,
  type DayRates,
  type Granularity,
  type Instrument,
} from "#market";
import { beginSlice } from "#platform";
import { fixingCandles } from "./fixing-candles.ts";
import { candleFrom, PRICES, pricesOf } from "./packed-candle.ts";
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
}

/** Number of earlier rows needed to compute a day's volatility and correlation. */
export const FIRST_ROW = 121;

/**
 * Time from the first request to the computation of all days' rates, which takes two seconds in
 * small slices. Candles of months need all of these days.
 */
const WARM_UP_MS = 10_000;

/**
 * Days between the ECB's rates, 2.5 kB each. They are the same for all pairs, for the live desk and
 * for replays.
 */
const daysBetweenRates = new Map<number, DayRates>();

export function createHistory(rates: Pick<AnchoredRates, "rows" | "lastRealMs">): PriceHistory {
  const [first, last] = [rates.rows[FIRST_ROW], rates.rows.at(-1)];
  if (!first || !last) throw new Error("the built-in rates have too few rows");
  const firstDay = first.day + 1;
  const days = createDayStore(firstDay, last.day);
  const ownDays = new Map<number, DayRates>();
  const ratesOf = (day: number): DayRates | undefined => {
    const store = newYorkClose(day) <= rates.lastRealMs ? daysBetweenRates : ownDays;
    const existing = store.get(day);
    const ofDay = existing ?? dayRatesOf(rates.rows, day);
    if (ofDay && !existing) store.set(day, ofDay);
    return ofDay;
  };

  const candlesOf = (day: number, query: HistoryQuery, remaining: number): readonly Candle[] => {
    const { instrument, granularity } = query;
    const lengthMs = GRANULARITIES[granularity];
    const untilMs = Math.min(query.beforeMs, newYorkClose(day));
    const sinceMs = untilMs - remaining * lengthMs;
    const make = () => {
      const ofDay = ratesOf(day);
      return ofDay && merged(historyDay(ofDay, instrument, { lengthMs, sinceMs }), granularity);
    };
    const made = granularity === "D" ? days.of(day, instrument, make) : make();
    return (made ?? []).filter(({ timeMs }) => timeMs < query.beforeMs);
  };
  const warmUp = async () => {
    const slice = beginSlice();
    for (let day = last.day; day >= firstDay; day -= 1) {
      if (slice.isOver()) await slice.next();
      ratesOf(day);
    }
  };
  let isWarm = false;
  return {
    async list(query) {
      if (!isWarm) setTimeout(() => void warmUp(), WARM_UP_MS).unref();
      isWarm = true;
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
      const real = await fixingCandles(query.instrument, untilMs, remaining);
      return [...real.map((candle) => ({ ...candle, source: "ECB" as const })), ...modelled];
    },
  };
}

/** Keeps day candles in memory, because candles of weeks and months need thousands of them. */
function createDayStore(firstDay: number, lastDay: number) {
  const row = PRICES + 1;
  const ofPairs = new Map<Instrument, Int32Array>();
  return {
    of(
      day: number,
      instrument: Instrument,
      make: () => readonly Candle[] | undefined,
    ): readonly Candle[] {
      const packed = ofPairs.get(instrument) ?? new Int32Array((lastDay - firstDay + 1) * row);
      ofPairs.set(instrument, packed);
      const at = (day - firstDay) * row;
      const volume = packed[at + PRICES] ?? 0;
      if (volume > 0)
        return [{ ...candleFrom(packed, at), timeMs: openingOf(day), volume, complete: true }];
      const made = make() ?? [];
      for (const candle of made) packed.set([...pricesOf(candle), candle.volume], at);
      return made;
    },
  };
}

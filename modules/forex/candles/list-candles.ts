/**
 * Lists an instrument's newest candles before a time. Second candles come from the price path,
 * minute candles from the day's minutes, and longer candles of past days from the database. For the
 * time before the installation's first day, only day candles from the ECB's history are available.
 */
import {
  candlesOf,
  dayAt,
  GRANULARITIES,
  isTradingDay,
  merged,
  openingOf,
  type Candle,
  type Granularity,
  type Instrument,
  type PricePath,
} from "#market";
import { beginSlice } from "#platform";
import { firstBegun } from "../days/days-table.ts";
import { fiveMinuteCandles, wholeDayCandles } from "./candles-table.ts";
import type { CandleDeps, DayCandles } from "./day-candles.ts";
import { fixingCandles } from "./fixing-candles.ts";
import type { CandlePrices } from "./packed-candle.ts";

export interface CandleQuery {
  readonly instrument: Instrument;
  readonly granularity: Granularity;
  /** Number of candles, at most 5,000. */
  readonly count: number;
  /** Exclusive upper bound for the start of a candle. */
  readonly beforeMs: number;
}

/** A candle and its source: `ECB` for the ECB's daily rates, `practice` for the practice market. */
export type SourcedCandle = Candle & { readonly source: "practice" | "oanda" | "ECB" | "replay" };

export interface ListDeps extends CandleDeps {
  readonly candles: DayCandles;
}

/** Returns a day's candles, from its ticks or from the database. */
type OfDay = (day: number, remaining: number) => Promise<readonly Candle[]>;

const DAY_MS = 86_400_000;
const FIVE_MINUTES_MS = 300_000;
const TICKS_A_MS = 1 / 200;
const HALF_MINUTE_MS = 30_000;
/** Market time computed between two checks of the wall clock, which takes about a millisecond. */
const SLICE_MS = 120_000;

/** Returns the requested candles, oldest first. */
export async function listCandles(deps: ListDeps, query: CandleQuery): Promise<SourcedCandle[]> {
  const { granularity, count } = query;
  const before = Math.min(query.beforeMs, deps.clock.now().getTime() + 1);
  const first = (await firstBegun(deps.database)) ?? dayAt(before);
  const ofDay = await reader(deps, { ...query, beforeMs: before });
  const newest: Candle[][] = [];
  let remaining = count;
  for (let day = dayAt(before - 1); day >= first && remaining > 0; day -= 1) {
    if (!isTradingDay(day)) continue;
    const all = await ofDay(day, remaining);
    const candles = all.filter(({ timeMs }) => timeMs < before).slice(-remaining);
    newest.push(candles);
    remaining -= candles.length;
  }
  const own = newest.toReversed().flat();
  const practice = own.map((candle) => ({ ...candle, source: "practice" as const }));
  if (granularity !== "D" || remaining === 0) return practice;
  const untilMs = Math.min(before, openingOf(first));
  const history = await fixingCandles(query.instrument, untilMs, remaining);
  return [...history.map((candle) => ({ ...candle, source: "ECB" as const })), ...practice];
}

async function reader(deps: ListDeps, query: CandleQuery): Promise<OfDay> {
  const { instrument, granularity, beforeMs } = query;
  const lengthMs = GRANULARITIES[granularity];
  if (lengthMs <= HALF_MINUTE_MS) return ofSeconds(deps, query);
  const ofMinutes: OfDay = async (day) => {
    const minutes = await deps.candles.of(day);
    if (!minutes) return [];
    return merged(minutes.candlesOf(instrument), granularity, openingOf(day)).map((candle) => ({
      ...candle,
      complete: candle.timeMs + lengthMs <= minutes.nextMs(),
    }));
  };
  if (lengthMs < FIVE_MINUTES_MS) return ofMinutes;
  const isWhole = granularity === "D";
  const days = Math.ceil((query.count * lengthMs) / DAY_MS) + 1;
  const stored = await (isWhole ? wholeDayCandles : fiveMinuteCandles)(
    deps.database,
    instrument,
    dayAt(beforeMs - 1),
    days,
  );
  const ofStored = (day: number, prices: readonly CandlePrices[]) => {
    const candles = asCandles(prices, openingOf(day), isWhole ? DAY_MS : FIVE_MINUTES_MS);
    return isWhole ? candles : merged(candles, granularity, openingOf(day));
  };
  return async (day, remaining) => {
    const prices = stored.get(day);
    return prices ? ofStored(day, prices) : ofMinutes(day, remaining);
  };
}

function ofSeconds(deps: ListDeps, { instrument, granularity, beforeMs }: CandleQuery): OfDay {
  const lengthMs = GRANULARITIES[granularity];
  return async (day, remaining) => {
    const opened = await deps.days.open(day);
    if (!opened) return [];
    const nowMs = Math.min(deps.clock.now().getTime(), opened.path.untilMs);
    const endMs = Math.min(nowMs, beforeMs);
    const fromMs = Math.max(opened.path.fromMs, endMs - remaining * lengthMs);
    return candlesInSlices(opened.path, instrument, granularity, { fromMs, endMs, nowMs });
  };
}

/** Returns the candles whose interval begins before `endMs`, built from the ticks up to `nowMs`. */
export async function candlesInSlices(
  path: PricePath,
  instrument: Instrument,
  granularity: Granularity,
  { fromMs, endMs, nowMs }: { fromMs: number; endMs: number; nowMs: number },
): Promise<Candle[]> {
  const lengthMs = GRANULARITIES[granularity];
  const candles: Candle[] = [];
  const slice = beginSlice();
  const firstMs = path.fromMs + Math.floor((fromMs - path.fromMs) / SLICE_MS) * SLICE_MS;
  for (let startMs = firstMs; startMs <= endMs; startMs += SLICE_MS) {
    const range = {
      fromMs: Math.max(startMs, fromMs),
      nowMs: Math.min(startMs + SLICE_MS - 1, nowMs),
    };
    const made = candlesOf(path, instrument, granularity, range);
    candles.push(...made.map((one) => ({ ...one, complete: one.timeMs + lengthMs <= nowMs })));
    if (slice.isOver()) await slice.next();
  }
  return candles;
}

function asCandles(
  prices: readonly CandlePrices[],
  openingMs: number,
  lengthMs: number,
): readonly Candle[] {
  return prices.map((one, index) => ({
    ...one,
    timeMs: openingMs + index * lengthMs,
    volume: lengthMs * TICKS_A_MS,
    complete: true,
  }));
}

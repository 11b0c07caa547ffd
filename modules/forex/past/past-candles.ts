/**
 * Lists a replay's candles up to its current time. All replays share the minutes of past days. The
 * current day's candles are computed from its ticks.
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
import { fixingCandles } from "../candles/fixing-candles.ts";
import { candlesInSlices, type SourcedCandle } from "../candles/list-candles.ts";
import type { Minutes } from "../candles/minutes.ts";

/** Days computed from the ECB's rates. */
export interface PastDays {
  /**
   * Returns a day's path, or undefined if the market was closed all day or there are no rates
   * around the day.
   */
  readonly pathOf: (day: number) => Promise<PricePath | undefined>;
  readonly minutesOf: (day: number) => Promise<Minutes | undefined>;
}

export interface PastCandleQuery {
  readonly instrument: Instrument;
  readonly granularity: Granularity;
  /** Number of candles, at most 1,000. */
  readonly count: number;
  readonly beforeMs: number;
}

const MINUTE_MS = 60_000;
/** Length of the past for which ticks are computed, for candles shorter than a minute. */
const SECONDS_MS = 7_200_000;
/**
 * Maximum number of days to compute tick by tick. A day takes more than a second, but all replays
 * share the result.
 */
const DAYS_MAX = 3;
/**
 * For day candles, only the current day is computed, because earlier day candles come from the
 * ECB's rates.
 */
const WHOLE_DAYS_MAX = 1;

/** Returns the requested candles, oldest first. */
export async function listPastCandles(
  past: PastDays,
  query: PastCandleQuery,
  nowMs: number,
): Promise<SourcedCandle[]> {
  const { instrument, granularity, count } = query;
  const lengthMs = GRANULARITIES[granularity];
  const endMs = Math.min(nowMs, query.beforeMs - 1);
  if (lengthMs < MINUTE_MS) return seconds(past, query, endMs);
  const newest: Candle[][] = [];
  const daysMax = granularity === "D" ? WHOLE_DAYS_MAX : DAYS_MAX;
  let [remaining, day] = [count, dayAt(endMs)];
  for (let made = 0; remaining > 0 && made < daysMax; day -= 1) {
    if (!isTradingDay(day)) continue;
    const minutes = await minutesUntil(past, instrument, day, endMs);
    if (!minutes) break;
    made += 1;
    const all = merged(minutes, granularity, openingOf(day))
      .map((one) => ({ ...one, complete: one.timeMs + lengthMs <= nowMs }))
      .filter(({ timeMs }) => timeMs < query.beforeMs);
    newest.push(all.slice(-remaining));
    remaining -= Math.min(remaining, all.length);
  }
  const own = newest.toReversed().flat();
  const replayed = own.map((candle) => ({ ...candle, source: "replay" as const }));
  if (granularity !== "D" || remaining === 0) return replayed;
  const history = await fixingCandles(instrument, openingOf(day + 1), remaining);
  return [...history.map((candle) => ({ ...candle, source: "ECB" as const })), ...replayed];
}

/** Returns the complete minutes, and the current minute so far. */
async function minutesUntil(
  past: PastDays,
  instrument: Instrument,
  day: number,
  endMs: number,
): Promise<Candle[] | undefined> {
  const [path, minutes] = await Promise.all([past.pathOf(day), past.minutesOf(day)]);
  if (!path || !minutes) return undefined;
  const untilMs = Math.min(endMs, path.untilMs - 1);
  await minutes.extendTo(untilMs);
  const runningMs = path.fromMs + Math.floor((untilMs - path.fromMs) / MINUTE_MS) * MINUTE_MS;
  const whole = minutes.candlesOf(instrument).filter(({ timeMs }) => timeMs < runningMs);
  return [...whole, ...candlesOf(path, instrument, "M1", { fromMs: runningMs, nowMs: untilMs })];
}

async function seconds(
  past: PastDays,
  { instrument, granularity, count }: PastCandleQuery,
  endMs: number,
): Promise<SourcedCandle[]> {
  const path = await past.pathOf(dayAt(endMs));
  if (!path) return [];
  const longMs = Math.min(SECONDS_MS, count * GRANULARITIES[granularity]);
  const range = { fromMs: Math.max(path.fromMs, endMs - longMs), endMs, nowMs: endMs };
  const candles = await candlesInSlices(path, instrument, granularity, range);
  return candles.slice(-count).map((candle) => ({ ...candle, source: "replay" as const }));
}

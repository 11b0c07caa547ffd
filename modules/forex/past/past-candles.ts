/**
 * Lists a replay's candles up to its current time. The newest days since the replay's start are
 * computed from their ticks, and earlier days come from the modelled history. All replays share
 * both.
 */
import {
  candlesOf,
  dayAt,
  GRANULARITIES,
  isTradingDay,
  lastMoment,
  merged,
  type Candle,
  type Granularity,
  type Instrument,
  type PricePath,
} from "#market";
import type { PriceHistory } from "../candles/history.ts";
import { candlesInSlices } from "../candles/list-candles.ts";
import { isLong, listLongCandles } from "../candles/long-candles.ts";
import type { Minutes } from "../candles/minutes.ts";
import type { SourcedCandle } from "../candles/sourced-candle.ts";

/** Days computed from the ECB's rates. */
export interface PastDays {
  /**
   * Returns a day's path, or undefined if the market was closed all day or there are no rates
   * around the day.
   */
  readonly pathOf: (day: number) => Promise<PricePath | undefined>;
  /** Returns one pair's minutes of a day, whose ticks may not be computed yet. */
  readonly minutesOf: (day: number, pair: Instrument) => Promise<Minutes | undefined>;
  /** Returns the history of days that are not computed tick by tick. */
  readonly history: () => Promise<Pick<PriceHistory, "list">>;
}

export interface PastCandleQuery {
  readonly instrument: Instrument;
  readonly granularity: Granularity;
  /** Number of candles, at most 1,000. */
  readonly count: number;
  readonly beforeMs: number;
  /** Start of the replay. */
  readonly sinceMs: number;
}

const MINUTE_MS = 60_000;
/**
 * Maximum number of days to compute tick by tick. A day takes a fifth of a second, and all replays
 * share the result.
 */
const DAYS_MAX = 3;

/** Returns the requested candles, oldest first. */
export async function listPastCandles(
  past: PastDays,
  query: PastCandleQuery,
  nowMs: number,
): Promise<SourcedCandle[]> {
  const { instrument, granularity, count } = query;
  if (isLong(granularity))
    return listLongCandles({ granularity, count, beforeMs: query.beforeMs }, nowMs, (ofDays) =>
      listPastCandles(past, { ...query, ...ofDays }, nowMs),
    );
  const endMs = lastMoment(granularity, { beforeMs: query.beforeMs, nowMs });
  const firstDay = firstTickDay(nowMs, query.sinceMs);
  const isOfSeconds = GRANULARITIES[granularity] < MINUTE_MS;
  const newest: Candle[][] = [];
  let remaining = count;
  for (let day = dayAt(endMs); remaining > 0 && day >= firstDay; day -= 1) {
    if (!isTradingDay(day)) continue;
    const parts = isOfSeconds
      ? await seconds(past, { ...query, count: remaining }, day, endMs)
      : await minutesUntil(past, instrument, day, endMs);
    if (!parts) break;
    const all = merged(parts, granularity)
      .map((one) => ({ ...one, complete: one.timeMs + GRANULARITIES[granularity] <= nowMs }))
      .filter(({ timeMs }) => timeMs < query.beforeMs);
    newest.push(all.slice(-remaining));
    remaining -= Math.min(remaining, all.length);
  }
  const own = newest.toReversed().flat();
  const replayed = own.map((candle) => ({ ...candle, source: "replay" as const }));
  if (remaining === 0) return replayed;
  const history = await past.history();
  const lastDay = Math.min(firstDay - 1, dayAt(endMs));
  return [...(await history.list({ ...query, count: remaining, lastDay })), ...replayed];
}

/** Returns the oldest day whose candles are computed from ticks. */
function firstTickDay(nowMs: number, sinceMs: number): number {
  let day = dayAt(nowMs);
  for (let computed = isTradingDay(day) ? 1 : 0; computed < DAYS_MAX;) {
    if (day <= dayAt(sinceMs)) return day;
    day -= 1;
    if (isTradingDay(day)) computed += 1;
  }
  return day;
}

/** Returns the complete minutes, and the current minute so far. */
async function minutesUntil(
  past: PastDays,
  instrument: Instrument,
  day: number,
  endMs: number,
): Promise<Candle[] | undefined> {
  const [path, minutes] = await Promise.all([past.pathOf(day), past.minutesOf(day, instrument)]);
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
  day: number,
  endMs: number,
): Promise<Candle[] | undefined> {
  const path = await past.pathOf(day);
  if (!path) return undefined;
  const untilMs = Math.min(endMs, path.untilMs - 1);
  const longMs = count * GRANULARITIES[granularity];
  const range = { fromMs: Math.max(path.fromMs, untilMs - longMs), endMs: untilMs, nowMs: untilMs };
  const candles = await candlesInSlices(path, instrument, granularity, range);
  return candles.slice(-count);
}

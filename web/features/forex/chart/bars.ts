/**
 * Candles as the chart draws them, the running one by the live price, and what is worked out from
 * them. Prices are drawn as floats: nothing is decided by them.
 */
import {
  dateText,
  dayAt,
  GRANULARITIES,
  newYorkClose,
  openingOf,
  rolloversBetween,
  type Granularity,
  type Instrument,
} from "#market";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import type { LiveQuote } from "../quotes/live-quote.ts";

export type Candle = ApiAnswer<"listCandles">["candles"][number];

export interface Bar {
  /** Where the chart puts it, in seconds; see `placeOf`. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export const AVERAGE_LENGTH = 20;
export const RANGE_LENGTH = 14;

const DAY_S = 86_400;
const HOUR_MS = 3_600_000;

/** A day stands at the date on which it ends, all others where they begin. */
export function placeOf(timeMs: number, granularity: Granularity): number {
  return granularity === "D" ? dayAt(timeMs) * DAY_S : Math.floor(timeMs / 1_000);
}

/** Beginning of the interval that a time lies in. */
export function startOf(timeMs: number, granularity: Granularity): number {
  const opening = openingOf(dayAt(timeMs));
  const length = GRANULARITIES[granularity];
  return opening + Math.floor((timeMs - opening) / length) * length;
}

export function barsOf(candles: readonly Candle[], granularity: Granularity): Bar[] {
  return candles.flatMap(({ time, mid }) =>
    mid
      ? {
          time: placeOf(Date.parse(time), granularity),
          open: Number(mid.o),
          high: Number(mid.h),
          low: Number(mid.l),
          close: Number(mid.c),
        }
      : [],
  );
}

/** The last bar with one more price, or the one that begins with it; undefined: it is older. */
export function liveBar(
  last: Bar | undefined,
  { bid, ask, timeMs }: LiveQuote,
  { priceScale }: Instrument,
  granularity: Granularity,
): Bar | undefined {
  const time = placeOf(startOf(timeMs, granularity), granularity);
  const price = (bid + ask) / 2 / priceScale;
  if (!last || time > last.time)
    return { time, open: price, high: price, low: price, close: price };
  if (time < last.time) return undefined;
  const [high, low] = [Math.max(last.high, price), Math.min(last.low, price)];
  return { ...last, high, low, close: price };
}

/** Mean of the last closes; the first bars have none. */
export function movingAverage(bars: readonly Bar[], length: number) {
  const points: { time: number; value: number }[] = [];
  let sum = 0;
  for (const [index, { time, close }] of bars.entries()) {
    sum += close - (index >= length ? (bars[index - length]?.close ?? 0) : 0);
    if (index >= length - 1) points.push({ time, value: sum / length });
  }
  return points;
}

/** Wilder's average true range; the first bars have none. */
export function averageTrueRange(bars: readonly Bar[], length: number) {
  const points: { time: number; value: number }[] = [];
  let sum = 0;
  for (const [index, { time, high, low }] of bars.entries()) {
    const before = bars[index - 1]?.close;
    if (before === undefined) continue;
    const range = Math.max(high, before) - Math.min(low, before);
    if (index <= length) sum += range;
    const last = points.at(-1)?.value;
    if (last !== undefined) points.push({ time, value: (last * (length - 1) + range) / length });
    else if (index === length) points.push({ time, value: sum / length });
  }
  return points;
}

/** Place of the first candle of this installation, when older ones of the ECB stand before it. */
export function boundaryOf(candles: readonly Candle[], granularity: Granularity) {
  const first = candles.findIndex(({ source }) => source !== "ECB");
  const candle = first > 0 ? candles[first] : undefined;
  return candle && placeOf(Date.parse(candle.time), granularity);
}

export interface SessionStart {
  readonly time: number;
  readonly name: "Asia" | "London" | "New York" | "17:00";
}

const SESSIONS = [
  [0, "17:00"],
  [1, "Asia"],
  [10, "London"],
  [15, "New York"],
] as const;

/** By New York's clock, since 17:00; of candles up to half an hour. */
export function sessionStarts(bars: readonly Bar[], granularity: Granularity): SessionStart[] {
  const [first, last] = [bars[0]?.time, bars.at(-1)?.time];
  if (GRANULARITIES[granularity] >= HOUR_MS || first === undefined || last === undefined) return [];
  const places = new Set(bars.map(({ time }) => time));
  const starts: SessionStart[] = [];
  for (let day = dayAt(first * 1_000); day <= dayAt(last * 1_000); day += 1)
    for (const [hours, name] of SESSIONS) {
      const time = (openingOf(day) + hours * HOUR_MS) / 1_000;
      if (places.has(time)) starts.push({ time, name });
    }
  return starts;
}

/** The 17:00s over which something was held: each paid or earned financing. */
export function financedAt(openedMs: number, untilMs: number): number[] {
  return rolloversBetween(openedMs, untilMs).map(({ day }) => newYorkClose(day));
}

/** `2026-11-20`, the date on which the day of a time ends. */
export function dayName(timeMs: number): string {
  return dateText(dayAt(timeMs));
}

/**
 * Converts candles to chart bars, including the current bar from the live price. Floating-point
 * numbers are precise enough, because these prices are only drawn.
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
  /** Position on the time axis in seconds, as returned by `placeOf`. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

const DAY_S = 86_400;
const HOUR_MS = 3_600_000;

/**
 * Returns the position on the time axis: the end date of a daily candle, or the start of any other
 * candle.
 */
export function placeOf(timeMs: number, granularity: Granularity): number {
  return granularity === "D" ? dayAt(timeMs) * DAY_S : Math.floor(timeMs / 1_000);
}

/** Returns the start of the interval that contains the given time. */
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

/**
 * Updates the last bar with a price, or starts a new bar. Returns undefined if the price is older
 * than the last bar.
 */
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

/**
 * Returns the position of this installation's first candle, or undefined if no ECB candles precede
 * it.
 */
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

/**
 * Returns the session starts by New York time, counted from 17:00, for candles shorter than an
 * hour.
 */
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

/**
 * Returns every 17:00 New York time at which the position was open, so that financing was charged
 * or paid.
 */
export function financedAt(openedMs: number, untilMs: number): number[] {
  return rolloversBetween(openedMs, untilMs).map(({ day }) => newYorkClose(day));
}

/** Returns the end date of the trading day that contains a time, such as `2026-11-20`. */
export function dayName(timeMs: number): string {
  return dateText(dayAt(timeMs));
}

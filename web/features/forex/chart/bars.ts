/**
 * Converts candles to chart bars, including the current bar from the live price. Floating-point
 * numbers are precise enough, because these prices are only drawn.
 */
import {
  dateText,
  dayAt,
  GRANULARITIES,
  intervalStart,
  isOfDays,
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

/** Days from a week's start on Friday at 17:00 to its Monday. */
const MONDAY = 2;

/**
 * Returns the position on the time axis: the end date of a daily candle, the Monday of a weekly
 * one, the first day of a monthly one, or the start of any other candle.
 */
export function placeOf(timeMs: number, granularity: Granularity): number {
  if (!isOfDays(granularity)) return Math.floor(timeMs / 1_000);
  return (dayAt(timeMs) + (granularity === "W" ? MONDAY : 0)) * DAY_S;
}

/** Returns the start of the interval that contains the given time. */
export function startOf(timeMs: number, granularity: Granularity): number {
  return intervalStart(granularity, timeMs);
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

export type Source = Candle["source"];

/** A change of source between two candles. */
export interface Boundary {
  /** Position of the first candle after the change. */
  readonly time: number;
  readonly before: Source;
  readonly after: Source;
}

/** Returns the positions at which the source of the candles changes, oldest first. */
export function boundariesOf(candles: readonly Candle[], granularity: Granularity): Boundary[] {
  return candles.flatMap(({ time, source: after }, index) => {
    const before = candles[index - 1]?.source;
    if (before === undefined || before === after) return [];
    return [{ time: placeOf(Date.parse(time), granularity), before, after }];
  });
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

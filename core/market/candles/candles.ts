/**
 * Builds bid, mid and ask candles from ticks, in OANDA v20's granularities. Day candles begin at
 * 17:00 New York time, and every other granularity divides the day evenly, so no candle spans two
 * trading days. Intervals without ticks have no candle.
 */
import { groupedBy } from "../instruments/grouped-by.ts";
import type { Instrument } from "../instruments/instruments.ts";
import type { Quote } from "../instruments/price.ts";
import { quoteAt, type PricePath } from "../path/price-path.ts";
import { TICK_MS } from "../path/sessions.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export const GRANULARITIES = {
  S5: 5 * SECOND,
  S10: 10 * SECOND,
  S15: 15 * SECOND,
  S30: 30 * SECOND,
  M1: MINUTE,
  M2: 2 * MINUTE,
  M5: 5 * MINUTE,
  M10: 10 * MINUTE,
  M15: 15 * MINUTE,
  M30: 30 * MINUTE,
  H1: HOUR,
  H2: 2 * HOUR,
  H4: 4 * HOUR,
  H8: 8 * HOUR,
  H12: 12 * HOUR,
  D: 24 * HOUR,
} as const;

export type Granularity = keyof typeof GRANULARITIES;

/** Open, high, low and close as int32 prices. */
export interface PriceRange {
  readonly o: number;
  readonly h: number;
  readonly l: number;
  readonly c: number;
}

export interface Candle {
  /** Start of the interval, in milliseconds since 1970. */
  readonly timeMs: number;
  readonly bid: PriceRange;
  readonly mid: PriceRange;
  readonly ask: PriceRange;
  /** Number of ticks in the interval. */
  readonly volume: number;
  /** False while the interval is running. */
  readonly complete: boolean;
}

/** Maximum number of candles per request, as in OANDA v20. */
export const CANDLES_MAX = 5_000;

/**
 * Builds candles from the ticks between `fromMs` and `nowMs`, oldest first. The last candle may be
 * incomplete. Times outside the day are clamped to the day. Throws a RangeError for more than 5,000
 * candles.
 */
export function candlesOf(
  path: PricePath,
  instrument: Instrument,
  granularity: Granularity,
  { fromMs, nowMs }: { readonly fromMs: number; readonly nowMs: number },
): Candle[] {
  const length = GRANULARITIES[granularity];
  const from = intervalStart(path.fromMs, Math.max(fromMs, path.fromMs), length);
  const until = Math.min(nowMs + 1, path.untilMs);
  if ((until - from) / length > CANDLES_MAX) throw new RangeError("more than 5,000 candles");
  const candles: Candle[] = [];
  for (let start = from; start < until; start += length) {
    let candle: Candle | undefined;
    for (let timeMs = start; timeMs < Math.min(start + length, until); timeMs += TICK_MS) {
      const quote = quoteAt(path, instrument, timeMs);
      if (quote) candle = withTick(candle, quote, start);
    }
    if (candle) candles.push({ ...candle, complete: start + length <= nowMs });
  }
  return candles;
}

/** Adds a tick to the candle, or starts a new candle at `startMs` if there is none. */
export function withTick(candle: Candle | undefined, quote: Quote, startMs: number): Candle {
  const mid = (quote.bid + quote.ask) / 2;
  return {
    timeMs: startMs,
    bid: extended(candle?.bid, quote.bid),
    mid: extended(candle?.mid, mid),
    ask: extended(candle?.ask, quote.ask),
    volume: (candle?.volume ?? 0) + 1,
    complete: false,
  };
}

/** Merges candles of one trading day, oldest first, into candles of a coarser granularity. */
export function merged(
  candles: readonly Candle[],
  granularity: Granularity,
  openingMs: number,
): Candle[] {
  const length = GRANULARITIES[granularity];
  const groups = groupedBy(candles, ({ timeMs }) => intervalStart(openingMs, timeMs, length));
  return [...groups].map(([timeMs, group]) => ({
    timeMs,
    bid: joined(group.map(({ bid }) => bid)),
    mid: joined(group.map(({ mid }) => mid)),
    ask: joined(group.map(({ ask }) => ask)),
    volume: group.reduce((sum, { volume }) => sum + volume, 0),
    complete: group.every(({ complete }) => complete),
  }));
}

function intervalStart(openingMs: number, timeMs: number, length: number): number {
  return openingMs + Math.floor((timeMs - openingMs) / length) * length;
}

function extended(range: PriceRange | undefined, price: number): PriceRange {
  if (!range) return { o: price, h: price, l: price, c: price };
  return { o: range.o, h: Math.max(range.h, price), l: Math.min(range.l, price), c: price };
}

function joined(ranges: readonly PriceRange[]): PriceRange {
  const [first] = ranges;
  const last = ranges.at(-1);
  if (!first || !last) throw new RangeError("no candles to merge");
  const h = Math.max(...ranges.map((range) => range.h));
  const l = Math.min(...ranges.map((range) => range.l));
  return { o: first.o, h, l, c: last.c };
}

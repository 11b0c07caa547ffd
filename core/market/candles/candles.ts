/**
 * Builds bid, mid and ask candles from ticks, and longer candles from shorter ones. Intervals
 * without ticks have no candle.
 */
import { groupedBy } from "../instruments/grouped-by.ts";
import type { Instrument } from "../instruments/instruments.ts";
import type { Quote } from "../instruments/price.ts";
import { quoteAt, type PricePath } from "../path/price-path.ts";
import { TICK_MS } from "../path/sessions.ts";
import { GRANULARITIES, intervalStarts, type Granularity } from "./intervals.ts";

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
  /** Number of quoted ticks in the interval, whose bid or ask differs from the previous tick. */
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
  const from = startIn(path, Math.max(fromMs, path.fromMs), length);
  const until = Math.min(nowMs + 1, path.untilMs);
  if ((until - from) / length > CANDLES_MAX) throw new RangeError("more than 5,000 candles");
  const candles: Candle[] = [];
  let before = quoteAt(path, instrument, from - TICK_MS);
  for (let start = from; start < until; start += length) {
    let candle: Candle | undefined;
    for (let timeMs = start; timeMs < Math.min(start + length, until); timeMs += TICK_MS) {
      const quote = quoteAt(path, instrument, timeMs);
      if (quote) candle = withTick(candle, quote, start, before);
      before = quote;
    }
    if (candle) candles.push({ ...candle, complete: start + length <= nowMs });
  }
  return candles;
}

/**
 * Adds a tick to the candle, or starts a new candle at `startMs` if there is none. `before` is the
 * tick before this one, also if it belongs to an earlier candle. Undefined if there was none.
 */
export function withTick(
  candle: Candle | undefined,
  quote: Quote,
  startMs: number,
  before: Quote | undefined,
): Candle {
  const mid = (quote.bid + quote.ask) / 2;
  return {
    timeMs: startMs,
    bid: extended(candle?.bid, quote.bid),
    mid: extended(candle?.mid, mid),
    ask: extended(candle?.ask, quote.ask),
    volume: (candle?.volume ?? 0) + (isQuoted(quote, before) ? 1 : 0),
    complete: false,
  };
}

/** True if a tick's bid or ask differs from the tick before it. */
export function isQuoted(quote: Quote, before: Quote | undefined): boolean {
  return quote.bid !== before?.bid || quote.ask !== before.ask;
}

/** Merges candles, oldest first, into candles of a coarser granularity. */
export function merged(candles: readonly Candle[], granularity: Granularity): Candle[] {
  const startOf = intervalStarts(granularity);
  const groups = groupedBy(candles, ({ timeMs }) => startOf(timeMs));
  return [...groups].map(([timeMs, group]) => mergedInto(timeMs, group));
}

function mergedInto(timeMs: number, group: readonly Candle[]): Candle {
  return {
    timeMs,
    bid: joined(group.map(({ bid }) => bid)),
    mid: joined(group.map(({ mid }) => mid)),
    ask: joined(group.map(({ ask }) => ask)),
    volume: group.reduce((sum, { volume }) => sum + volume, 0),
    complete: group.every(({ complete }) => complete),
  };
}

function startIn({ fromMs }: PricePath, timeMs: number, length: number): number {
  return fromMs + Math.floor((timeMs - fromMs) / length) * length;
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

/**
 * Builds a pair's candle of a whole past day directly from the day's segments. It equals the merged
 * candles of the day's hours, but takes a fraction of the time.
 */
import type { Candle, PriceRange } from "../candles/candles.ts";
import { openingOf } from "../hours/market-hours.ts";
import { PRICE_STEP, type Instrument } from "../instruments/instruments.ts";
import type { DayRates } from "./day-rates.ts";
import { segmentsOf, type Segment } from "./segments.ts";

export function wholeDay(rates: DayRates, instrument: Instrument): Candle {
  const segments = segmentsOf(rates, instrument);
  return {
    timeMs: openingOf(rates.day),
    bid: rangeOf(segments, bidOf),
    mid: rangeOf(segments, (price, half) => (bidOf(price, half) + askOf(price, half)) / 2),
    ask: rangeOf(segments, askOf),
    volume: segments.reduce((sum, { volume }) => sum + volume, 0),
    complete: true,
  };
}

/** Rounds the prices outwards, as quotes are. */
export function bidOf(price: number, halfSpread: number): number {
  return Math.floor((price - halfSpread) / PRICE_STEP) * PRICE_STEP;
}

export function askOf(price: number, halfSpread: number): number {
  return Math.ceil((price + halfSpread) / PRICE_STEP) * PRICE_STEP;
}

function rangeOf(
  segments: readonly Segment[],
  of: (price: number, halfSpread: number) => number,
): PriceRange {
  let [h, l] = [-Infinity, Infinity];
  for (const { high, low, halfSpread } of segments) {
    h = Math.max(h, of(high, halfSpread));
    l = Math.min(l, of(low, halfSpread));
  }
  const [first, last] = [segments[0], segments.at(-1)];
  return {
    o: first ? of(first.open, first.halfSpread) : 0,
    h,
    l,
    c: last ? of(last.close, last.halfSpread) : 0,
  };
}

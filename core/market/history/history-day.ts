/**
 * Builds one pair's candles of a past day. Candles of an hour and longer are merged from the day's
 * segments. Shorter candles are built from a price every five seconds, which has the segment's
 * first, highest, lowest and last price, so that candles of all granularities agree.
 */
import { openingOf } from "../hours/market-hours.ts";
import type { Instrument } from "../instruments/instruments.ts";
import { BLOCK_MS } from "../path/sessions.ts";
import type { Candle } from "../candles/candles.ts";
import { DAY_STEPS, STEP_MS, type DayRates } from "./day-rates.ts";
import { segmentsOf, type Segment } from "./segments.ts";
import { askOf, bidOf } from "./whole-day.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * Returns candles that the candles of a granularity can be merged from, oldest first. Leaves out
 * hours that end before `sinceMs`.
 */
export function historyDay(
  rates: DayRates,
  instrument: Instrument,
  { lengthMs, sinceMs = -Infinity }: { readonly lengthMs: number; readonly sinceMs?: number },
): Candle[] {
  const segments = segmentsOf(rates, instrument);
  const fromMs = openingOf(rates.day);
  if (lengthMs >= HOUR_MS) return segments.map((segment) => candleOf(fromMs, segment));
  // A segment consists of whole blocks, but not of whole intervals of two or four minutes.
  const partMs = lengthMs % BLOCK_MS === 0 ? BLOCK_MS : Math.min(MINUTE_MS, lengthMs);
  const stepsEach = partMs / STEP_MS;
  const wanted = segments.filter(({ to }) => fromMs + to * STEP_MS > sinceMs - HOUR_MS);
  return wanted.flatMap((segment) => {
    writePrices(segment);
    return shortCandles(fromMs, segment, stepsEach);
  });
}

/** Prices of the segment that was written last, for every five seconds of the day. */
const prices = new Float64Array(DAY_STEPS + 1);

/** Mean and deviation of the sum of four random bytes. */
const BYTES_MEAN = 510;
const BYTES_DEVIATION = Math.sqrt((4 * (256 ** 2 - 1)) / 12);

/** Writes a Brownian bridge between the segment's first and last price. */
function writePrices(segment: Segment): void {
  const { from, to, open, close, deviation, seed } = segment;
  const scale = deviation / BYTES_DEVIATION;
  // A xorshift generator, whose state must not be 0.
  let draw = seed | 1;
  let sum = 0;
  for (let step = from + 1; step <= to; step += 1) {
    draw ^= draw << 13;
    draw ^= draw >>> 17;
    draw ^= draw << 5;
    const bytes =
      (draw & 255) + ((draw >>> 8) & 255) + ((draw >>> 16) & 255) + (draw >>> 24) - BYTES_MEAN;
    sum += bytes * scale;
    prices[step] = sum;
  }
  const drift = (close - open - sum) / (to - from);
  prices[from] = open;
  for (let step = from + 1; step < to; step += 1)
    prices[step] = open + (prices[step] ?? 0) + drift * (step - from);
  prices[to] = close;
  reachExtremes(segment);
}

/** Stretches the prices beyond the first and the last one to the segment's highest and lowest. */
function reachExtremes({ from, to, open, close, high, low }: Segment): void {
  const [upper, lower] = [Math.max(open, close), Math.min(open, close)];
  let [highest, lowest] = [from + 1, from + 1];
  for (let step = from + 1; step < to; step += 1) {
    if ((prices[step] ?? 0) > (prices[highest] ?? 0)) highest = step;
    if ((prices[step] ?? 0) < (prices[lowest] ?? 0)) lowest = step;
  }
  const up = (high - upper) / Math.max(1, (prices[highest] ?? 0) - upper);
  const down = (lower - low) / Math.max(1, lower - (prices[lowest] ?? 0));
  for (let step = from + 1; step < to; step += 1) {
    const price = prices[step] ?? 0;
    if (price > upper) prices[step] = Math.min(high, upper + (price - upper) * up);
    else if (price < lower) prices[step] = Math.max(low, lower - (lower - price) * down);
  }
  prices[highest] = high;
  prices[lowest] = low;
}

function shortCandles(fromMs: number, segment: Segment, stepsEach: number): Candle[] {
  const { from, to, volume } = segment;
  const quotedBy = (step: number) => Math.floor((volume * (step - from)) / (to - from));
  const candles: Candle[] = [];
  for (let start = from; start < to; start += stepsEach) {
    const end = start + stepsEach;
    const [open, close] = [prices[start] ?? 0, prices[end] ?? 0];
    let [high, low] = [Math.max(open, close), Math.min(open, close)];
    for (let step = start + 1; step < end; step += 1) {
      const price = prices[step] ?? 0;
      if (price > high) high = price;
      if (price < low) low = price;
    }
    const quoted = quotedBy(end) - quotedBy(start);
    candles.push(
      candleOf(fromMs, { ...segment, from: start, open, high, low, close, volume: quoted }),
    );
  }
  return candles;
}

function candleOf(fromMs: number, part: Segment): Candle {
  const { halfSpread } = part;
  const bid = (price: number) => bidOf(price, halfSpread);
  const ask = (price: number) => askOf(price, halfSpread);
  return {
    timeMs: fromMs + part.from * STEP_MS,
    bid: rangeOf(part, bid),
    mid: rangeOf(part, (price) => (bid(price) + ask(price)) / 2),
    ask: rangeOf(part, ask),
    volume: part.volume,
    complete: true,
  };
}

function rangeOf(
  { open, high, low, close }: Segment,
  of: (price: number) => number,
): Candle["mid"] {
  return { o: of(open), h: of(high), l: of(low), c: of(close) };
}

/**
 * Recomputes all ticks of a day and aggregates them into five-minute candles: open, high, low and
 * close of bid, mid and ask, and the number of quoted ticks, for every pair. A manipulated tick is
 * detected only if it changes one of these values.
 */
import { PAIRS, type Instrument } from "../instruments/instruments.ts";
import { isQuoted } from "../candles/candles.ts";
import { priceText } from "../instruments/price.ts";
import { quotesAt, type PricePath } from "../path/price-path.ts";
import { TICK_MS } from "../path/sessions.ts";
import { differencesOf, type Difference } from "./differences.ts";

/** A five-minute candle as the installation publishes it. `time` is in RFC 3339. */
export interface PublishedCandle {
  readonly time: string;
}

export const CANDLE_MS = 300_000;
export const CANDLES_A_DAY = 288;
const TICKS_A_CANDLE = CANDLE_MS / TICK_MS;
const SIDES = 3;
const PRICES = 4;
/** Place of the number of quoted ticks. */
const VOLUME = SIDES * PRICES;
const ROW = VOLUME + 1;

/** Twelve prices and a volume per candle, grouped by pair. */
export type TickCandles = Int32Array;

/**
 * Computes the first `count` candles. Yields the number of completed candles every few
 * milliseconds, so that the worker stays responsive.
 */
export function* tickCandles(
  path: PricePath,
  count = CANDLES_A_DAY,
): Generator<number, TickCandles> {
  const table: TickCandles = new Int32Array(PAIRS.length * CANDLES_A_DAY * ROW);
  let before: Quotes = [];
  for (let candle = 0; candle < count; candle += 1) {
    const fromMs = path.fromMs + candle * CANDLE_MS;
    for (let tick = 0; tick < TICKS_A_CANDLE; tick += 1) {
      const quotes = quotesAt(path, PAIRS, fromMs + tick * TICK_MS);
      takeIn(table, candle, { quotes, before, isFirst: tick === 0 });
      before = quotes;
    }
    yield candle + 1;
  }
  return table;
}

type Quotes = ReturnType<typeof quotesAt>;

interface Tick {
  readonly quotes: Quotes;
  readonly before: Quotes;
  /** True for the candle's first tick. */
  readonly isFirst: boolean;
}

function takeIn(table: TickCandles, candle: number, { quotes, before, isFirst }: Tick): void {
  for (let id = 0; id < quotes.length; id += 1) {
    const quote = quotes[id];
    if (!quote) continue;
    const at = (id * CANDLES_A_DAY + candle) * ROW;
    takeInSide(table, at, quote.bid, isFirst);
    takeInSide(table, at + PRICES, (quote.bid + quote.ask) / 2, isFirst);
    takeInSide(table, at + 2 * PRICES, quote.ask, isFirst);
    if (isQuoted(quote, before[id])) table[at + VOLUME] = (table[at + VOLUME] ?? 0) + 1;
  }
}

function takeInSide(table: TickCandles, at: number, price: number, isFirst: boolean): void {
  if (isFirst) table[at] = price;
  if (isFirst || price > (table[at + 1] ?? 0)) table[at + 1] = price;
  if (isFirst || price < (table[at + 2] ?? 0)) table[at + 2] = price;
  table[at + 3] = price;
}

/** Returns the differences between the server's candles and the computed candles for one pair. */
export function candleDifferences(
  table: TickCandles,
  path: PricePath,
  instrument: Instrument,
  reported: readonly PublishedCandle[],
  count = CANDLES_A_DAY,
): Difference[] {
  const byTime = new Map(reported.map((candle) => [Date.parse(candle.time), candle]));
  return Array.from({ length: count }, (_, candle) => {
    const timeMs = path.fromMs + candle * CANDLE_MS;
    const at = (instrument.id * CANDLES_A_DAY + candle) * ROW;
    const side = (offset: number) => {
      const [o, h, l, c] = Array.from({ length: PRICES }, (_one, index) =>
        priceText(table[at + offset * PRICES + index] ?? 0, instrument),
      );
      return { o, h, l, c };
    };
    const volume = table[at + VOLUME] ?? 0;
    const computed = { volume, bid: side(0), mid: side(1), ask: side(2) };
    const clock = new Date(timeMs).toISOString().slice(11, 16);
    return differencesOf(byTime.get(timeMs), computed, `${instrument.name} ${clock}`);
  }).flat();
}

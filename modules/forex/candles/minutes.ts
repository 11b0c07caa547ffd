/**
 * Computes one-minute candles for all pairs, or for one pair, on one trading day. A day has 432,000
 * ticks. Each is computed only once, and in slices of a few milliseconds, so that other requests do
 * not wait.
 */
import {
  isQuoted,
  PAIRS,
  quotesAt,
  TICK_MS,
  type Candle,
  type Instrument,
  type PricePath,
  type Quote,
} from "#market";
import { beginSlice } from "#platform";
import { candleFrom, PRICES } from "./packed-candle.ts";

const MINUTE_MS = 60_000;
const MINUTES_A_DAY = 1_440;
/** Market time computed between two checks of the wall clock. */
const SLICE_CHECK_MS = 50 * TICK_MS;

export interface Minutes {
  /** Returns the first tick that is not included yet. */
  nextMs(): number;
  /** Adds all ticks up to this time. */
  extendTo(timeMs: number): Promise<void>;
  /**
   * Returns a pair's candles, oldest first. The last candle may be incomplete. Minutes without a
   * tick have no candle.
   */
  candlesOf(pair: Instrument): Candle[];
  /** Returns a pair's highest and lowest mid price so far. */
  rangeOf(pair: Instrument): { readonly high: number; readonly low: number } | undefined;
}

export function minutesOf(path: PricePath, pairs: readonly Instrument[] = PAIRS): Minutes {
  const packed = new Int32Array(pairs.length * MINUTES_A_DAY * PRICES);
  const isBegun = new Uint8Array(pairs.length * MINUTES_A_DAY);
  const volumes = new Uint16Array(pairs.length * MINUTES_A_DAY);
  const highs = new Int32Array(pairs.length);
  const lows = new Int32Array(pairs.length);
  let before: readonly (Quote | undefined)[] = [];
  let nextMs = path.fromMs;
  let turn: Promise<void> = Promise.resolve();

  const takeIn = (until: number) => {
    for (; nextMs < until; nextMs += TICK_MS) {
      const intoMs = nextMs - path.fromMs;
      const minute = Math.floor(intoMs / MINUTE_MS);
      const quotes = quotesAt(path, pairs, nextMs);
      for (let row = 0; row < quotes.length; row += 1) {
        const quote = quotes[row];
        if (!quote) continue;
        const at = row * MINUTES_A_DAY + minute;
        pack(packed, at * PRICES, quote, isBegun[at] === 0);
        isBegun[at] = 1;
        if (isQuoted(quote, before[row])) volumes[at] = (volumes[at] ?? 0) + 1;
        const mid = (quote.bid + quote.ask) / 2;
        highs[row] = Math.max(mid, highs[row] ?? 0);
        lows[row] = Math.min(mid, lows[row] || mid);
      }
      before = quotes;
    }
  };
  const extend = async (until: number) => {
    const slice = beginSlice();
    for (let fromMs = nextMs; fromMs < until; fromMs += SLICE_CHECK_MS) {
      if (slice.isOver()) await slice.next();
      takeIn(Math.min(until, fromMs + SLICE_CHECK_MS));
    }
  };

  return {
    nextMs: () => nextMs,
    extendTo(timeMs) {
      const until = Math.min(timeMs + 1, path.untilMs);
      turn = turn.then(() => extend(until));
      return turn;
    },
    candlesOf(pair) {
      const row = pairs.indexOf(pair);
      const begun = Math.ceil((nextMs - path.fromMs) / MINUTE_MS);
      const candles: Candle[] = [];
      for (let minute = 0; minute < begun; minute += 1) {
        const at = row * MINUTES_A_DAY + minute;
        if (isBegun[at] !== 1) continue;
        const volume = volumes[at] ?? 0;
        const timeMs = path.fromMs + minute * MINUTE_MS;
        const complete = timeMs + MINUTE_MS <= nextMs;
        candles.push({ ...candleFrom(packed, at * PRICES), timeMs, volume, complete });
      }
      return candles;
    },
    rangeOf(pair) {
      const row = pairs.indexOf(pair);
      const [high, low] = [highs[row] ?? 0, lows[row] ?? 0];
      return high === 0 ? undefined : { high, low };
    },
  };
}

function pack(packed: Int32Array, at: number, { bid, ask }: Quote, isFirst: boolean): void {
  packSide(packed, at, bid, isFirst);
  packSide(packed, at + 4, (bid + ask) / 2, isFirst);
  packSide(packed, at + 8, ask, isFirst);
}

function packSide(packed: Int32Array, at: number, price: number, isFirst: boolean): void {
  if (isFirst) packed[at] = price;
  if (isFirst || price > (packed[at + 1] ?? 0)) packed[at + 1] = price;
  if (isFirst || price < (packed[at + 2] ?? 0)) packed[at + 2] = price;
  packed[at + 3] = price;
}

/**
 * Computes one-minute candles for all pairs on one trading day. A day has 432,000 ticks. Each is
 * computed only once, and in slices of a few milliseconds, so that other requests do not wait.
 */
import {
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

export function minutesOf(path: PricePath): Minutes {
  const packed = new Int32Array(PAIRS.length * MINUTES_A_DAY * PRICES);
  const ticks = new Uint16Array(PAIRS.length * MINUTES_A_DAY);
  const highs = new Int32Array(PAIRS.length);
  const lows = new Int32Array(PAIRS.length);
  let nextMs = path.fromMs;
  let turn: Promise<void> = Promise.resolve();

  const takeIn = (until: number) => {
    for (; nextMs < until; nextMs += TICK_MS) {
      const intoMs = nextMs - path.fromMs;
      const minute = Math.floor(intoMs / MINUTE_MS);
      const quotes = quotesAt(path, PAIRS, nextMs);
      for (let id = 0; id < quotes.length; id += 1) {
        const quote = quotes[id];
        if (!quote) continue;
        const at = id * MINUTES_A_DAY + minute;
        pack(packed, at * PRICES, quote, ticks[at] === 0);
        ticks[at] = (ticks[at] ?? 0) + 1;
        const mid = (quote.bid + quote.ask) / 2;
        highs[id] = Math.max(mid, highs[id] ?? 0);
        lows[id] = Math.min(mid, lows[id] || mid);
      }
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
    candlesOf({ id }) {
      const begun = Math.ceil((nextMs - path.fromMs) / MINUTE_MS);
      const candles: Candle[] = [];
      for (let minute = 0; minute < begun; minute += 1) {
        const at = id * MINUTES_A_DAY + minute;
        const volume = ticks[at] ?? 0;
        if (volume === 0) continue;
        const timeMs = path.fromMs + minute * MINUTE_MS;
        const complete = timeMs + MINUTE_MS <= nextMs;
        candles.push({ ...candleFrom(packed, at * PRICES), timeMs, volume, complete });
      }
      return candles;
    },
    rangeOf({ id }) {
      const [high, low] = [highs[id] ?? 0, lows[id] ?? 0];
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

/**
 * Finds the worst and the best price of each trade from five-minute ranges. Only ranges that lie
 * within the trade count, and its own entry and exits. A spike in the first or last five minutes is
 * therefore not seen, and the excursion is a lower bound.
 */
import { shown, resultOf, type Instrument } from "#market";
import { beginSlice } from "#platform";
import type { Excursion } from "#performance";
import type { TradeFacts } from "./trade-facts.ts";

/** The range of an instrument's prices in five minutes. */
export interface PriceRange {
  readonly timeMs: number;
  readonly bid: { readonly h: number; readonly l: number };
  readonly ask: { readonly h: number; readonly l: number };
}

/** Returns an instrument's price ranges before a time, oldest first. */
export type FiveMinutes = (
  instrument: Instrument,
  query: { readonly beforeMs: number; readonly count: number },
) => Promise<readonly PriceRange[]>;

export interface ExcursionLimits {
  /** Candles per read. */
  readonly count: number;
  /** Reads per analysis. */
  readonly reads: number;
}

const FIVE_MINUTES_MS = 300_000;
/** Candles examined per analysis. */
const STEPS_MAX = 3_000_000;
/** Trades and candles examined between two checks of the clock. */
const TRADES_A_CHECK = 100;
const STEPS_A_CHECK = 20_000;

/**
 * Returns the trades with their excursions. Trades before the candles that the limits allow have
 * none.
 */
export async function withExcursions(
  trades: readonly TradeFacts[],
  candlesOf: FiveMinutes,
  { count, reads }: ExcursionLimits,
): Promise<TradeFacts[]> {
  const excursions = new Map<string, Excursion>();
  const byInstrument = [...Map.groupBy(trades, ({ of }) => of)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  const slice = beginSlice();
  const budget = { reads, steps: STEPS_MAX };
  for (const [instrument, own] of byInstrument) {
    const longer = own.filter(isLonger);
    const candles = await readCandles(longer, (page) => candlesOf(instrument, page), {
      count,
      budget,
    });
    const sinceMs = candles[0]?.timeMs ?? Infinity;
    let checkAt = budget.steps - STEPS_A_CHECK;
    for (const [index, trade] of own.entries()) {
      if (isLonger(trade) && (trade.openedMs + FIVE_MINUTES_MS < sinceMs || budget.steps <= 0))
        continue;
      const prices = extremesWithin(trade, candles, budget);
      excursions.set(trade.id, excursionOf(trade, [...trade.exits, ...prices]));
      if (index % TRADES_A_CHECK > 0 && budget.steps > checkAt) continue;
      checkAt = budget.steps - STEPS_A_CHECK;
      if (slice.isOver()) await slice.next();
    }
  }
  return trades.map((trade) => ({ ...trade, excursion: excursions.get(trade.id) }));
}

/** Work that remains for this analysis. */
interface Budget {
  reads: number;
  steps: number;
}

/** Reads the candles of the trades, newest page first, as far as the limits allow. */
async function readCandles(
  trades: readonly TradeFacts[],
  read: (page: { beforeMs: number; count: number }) => Promise<readonly PriceRange[]>,
  { count: countMax, budget }: { readonly count: number; readonly budget: Budget },
): Promise<readonly PriceRange[]> {
  const firstMs = trades.reduce((least, { openedMs }) => Math.min(least, openedMs), Infinity);
  let beforeMs = trades.reduce((most, { closedMs }) => Math.max(most, closedMs), 0);
  const pages: (readonly PriceRange[])[] = [];
  for (; beforeMs > firstMs && budget.reads > 0; budget.reads -= 1) {
    const count = Math.min(countMax, Math.ceil((beforeMs - firstMs) / FIVE_MINUTES_MS));
    const page = await read({ beforeMs, count });
    pages.unshift(page);
    const [first] = page;
    if (!first || page.length < count) break;
    beforeMs = first.timeMs;
  }
  return pages.flat();
}

/** Returns the worst and the best price of the candles within the trade. */
function extremesWithin(
  trade: TradeFacts,
  candles: readonly PriceRange[],
  budget: Budget,
): number[] {
  const isLong = trade.units > 0;
  let [high, low] = [trade.entry, trade.entry];
  for (let at = firstAfter(candles, trade.openedMs); at < candles.length; at += 1) {
    const candle = candles[at];
    if (!candle || candle.timeMs + FIVE_MINUTES_MS > trade.closedMs) break;
    // A long trade could have been closed at the bid, and a short trade at the ask.
    const { h, l } = isLong ? candle.bid : candle.ask;
    [high, low] = [Math.max(high, h), Math.min(low, l)];
    budget.steps -= 1;
  }
  return [high, low];
}

/** True if a whole five-minute candle can lie within the trade. */
function isLonger({ openedMs, closedMs }: TradeFacts): boolean {
  return closedMs - openedMs >= FIVE_MINUTES_MS;
}

/** Returns the index of the first candle that begins at or after a time. */
function firstAfter(candles: readonly PriceRange[], timeMs: number): number {
  let [low, high] = [0, candles.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((candles[middle]?.timeMs ?? Infinity) < timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the worst and the best result of closing the whole trade at one of these prices. */
function excursionOf(trade: TradeFacts, prices: readonly number[]): Excursion {
  const { of, units, entry, factor } = trade;
  const cents = prices.map((to) => shown(resultOf(of, units, { from: entry, to }, factor)));
  const worstCents = cents.reduce((least, one) => (one < least ? one : least), 0n);
  const bestCents = cents.reduce((most, one) => (one > most ? one : most), 0n);
  return { worstCents, bestCents };
}

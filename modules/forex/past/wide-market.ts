/**
 * Widens the spreads of a replay's market by a whole factor. Quotes, paths and candles are widened
 * by the same rule, and mid prices stay the same.
 */
import { widened, type Candle, type PriceRange, type Quotes } from "#market";
import type { ReplayMarket } from "./past-feed.ts";

/** Returns the market with wider spreads, or the market itself for a factor of 1. */
export function withSpreadFactor(market: ReplayMarket, factor: number): ReplayMarket {
  if (factor === 1) return market;
  const wide = (quotes: Quotes | undefined): Quotes | undefined =>
    quotes &&
    ((instrument) => {
      const quote = quotes(instrument);
      return quote && widened(quote, factor);
    });
  // Lists every member, because a member that is passed on unchanged could return narrow quotes.
  return {
    source: market.source,
    ...(market.only ? { only: market.only } : {}),
    label: `${market.label} Spreads are ${factor} times as wide.`,
    quotesAt: async (timeMs) => wide(await market.quotesAt(timeMs)),
    valuedAt: async (timeMs) => wide(await market.valuedAt(timeMs)),
    async pathAt(timeMs) {
      const path = await market.pathAt(timeMs);
      return path && { ...path, spreadFactor: factor };
    },
    ...(market.steadyQuotes ? { steadyQuotes: wideSteady(market.steadyQuotes, factor) } : {}),
    arrivalOf: (orderId, sentMs) => market.arrivalOf(orderId, sentMs),
    range: () => market.range(),
    async candles(query, nowMs) {
      const candles = await market.candles(query, nowMs);
      return candles.map((candle) => ({ ...candle, ...wideSides(candle, factor) }));
    },
  };
}

function wideSteady(
  steadyQuotes: NonNullable<ReplayMarket["steadyQuotes"]>,
  factor: number,
): typeof steadyQuotes {
  return async (timeMs) => {
    const steady = await steadyQuotes(timeMs);
    return (
      steady && {
        ...steady,
        quotesAt: (instruments, atMs) =>
          steady.quotesAt(instruments, atMs).map((quote) => quote && widened(quote, factor)),
      }
    );
  };
}

/**
 * Widens a candle's open, high, low and close. The result is exact while the spread does not change
 * within the candle, as in a replay of the ECB's rates for five minutes at a time. Otherwise, the
 * highs of bid and ask can be from different ticks, and widening them together can put the high
 * below the open. The range therefore includes all four quotes.
 */
function wideSides({ bid, ask }: Candle, factor: number): Pick<Candle, "bid" | "ask"> {
  const quotes = (["o", "h", "l", "c"] as const).map((part) =>
    widened({ bid: bid[part], ask: ask[part], timeMs: 0 }, factor),
  );
  return { bid: rangeOf(quotes.map((one) => one.bid)), ask: rangeOf(quotes.map((one) => one.ask)) };
}

/** Returns the range of an open, high, low and close. */
function rangeOf(prices: readonly number[]): PriceRange {
  const [o = 0, , , c = 0] = prices;
  return { o, h: Math.max(...prices), l: Math.min(...prices), c };
}

/**
 * Builds five-minute ranges of a replay from one price a minute. A replay's candles need every tick
 * of all pairs, which takes seconds a day. Its path has random access, so a few prices are cheap.
 */
import { dayAt, isTradingDay, openingOf, quoteAt, type PricePath, type Quote } from "#market";
import { beginSlice } from "#platform";
import type { QuoteFeed } from "../feed/quote-feed.ts";
import type { FiveMinutes, PriceRange } from "./excursions.ts";

const MINUTE_MS = 60_000;
const FIVE_MINUTES_MS = 300_000;

export function minutePrices({ pathAt }: Pick<QuoteFeed, "pathAt">, nowMs: number): FiveMinutes {
  return async (instrument, { beforeMs, count }) => {
    const ranges: PriceRange[] = [];
    const slice = beginSlice();
    let path: PricePath | undefined;
    let timeMs = Math.ceil(Math.min(beforeMs, nowMs) / FIVE_MINUTES_MS - 1) * FIVE_MINUTES_MS;
    while (ranges.length < count) {
      const day = dayAt(timeMs);
      if (!isTradingDay(day)) {
        timeMs = openingOf(day) - FIVE_MINUTES_MS;
        continue;
      }
      if (!path || timeMs < path.fromMs) path = await pathAt(timeMs);
      if (!path) break;
      ranges.push(rangeOf(path, instrument, { timeMs, nowMs }));
      timeMs -= FIVE_MINUTES_MS;
      if (slice.isOver()) await slice.next();
    }
    return ranges.toReversed();
  };
}

function rangeOf(
  path: PricePath,
  instrument: Parameters<FiveMinutes>[0],
  { timeMs, nowMs }: { readonly timeMs: number; readonly nowMs: number },
): PriceRange {
  const quotes: Quote[] = [];
  for (let at = timeMs; at < timeMs + FIVE_MINUTES_MS && at <= nowMs; at += MINUTE_MS) {
    const quote = quoteAt(path, instrument, at);
    if (quote) quotes.push(quote);
  }
  const side = (of: "bid" | "ask") => {
    const prices = quotes.map((quote) => quote[of]);
    // A halted instrument has no price, and this range then changes no extreme.
    return { h: Math.max(-Infinity, ...prices), l: Math.min(Infinity, ...prices) };
  };
  return { timeMs, bid: side("bid"), ask: side("ask") };
}

import { expect, test } from "vitest";
import type { PriceRange } from "#market";
import type { SourcedCandle } from "../candles/sourced-candle.ts";
import type { ReplayMarket } from "./past-feed.ts";
import { withSpreadFactor } from "./wide-market.ts";

/** Returns the range of prices in the order in which they were quoted. */
const rangeOf = (prices: readonly number[]): PriceRange => ({
  o: prices[0] ?? 0,
  h: Math.max(...prices),
  l: Math.min(...prices),
  c: prices.at(-1) ?? 0,
});

test("a widened candle contains its open and close if the spread changes within it", async () => {
  // The high of the bid is from the narrow quotes, and the high of the ask from the wide quote.
  const bids = [1_000_000, 999_900, 1_000_000];
  const asks = [1_000_010, 1_000_100, 1_000_010];
  const candle: SourcedCandle = {
    timeMs: 0,
    bid: rangeOf(bids),
    mid: rangeOf([1_000_005, 1_000_000, 1_000_005]),
    ask: rangeOf(asks),
    volume: 3,
    complete: true,
    source: "replay",
  };
  const market = { label: "", candles: async () => [candle] } as unknown as ReplayMarket;
  const query = {} as Parameters<ReplayMarket["candles"]>[0];
  const [wide] = await withSpreadFactor(market, 5).candles(query, 0);
  // Four times the half spread of 5, rounded away from the mid to the price step of 10.
  expect(wide?.bid).toMatchObject({ o: 999_980, h: 999_980, c: 999_980 });
  expect(wide?.ask).toMatchObject({ o: 1_000_030, l: 1_000_030, c: 1_000_030 });
  for (const side of [wide?.bid, wide?.ask]) {
    const { o, h, l, c } = side ?? { o: 0, h: 0, l: 0, c: 0 };
    expect(h).toBe(Math.max(o, h, l, c));
    expect(l).toBe(Math.min(o, h, l, c));
  }
});

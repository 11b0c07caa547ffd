import { expect, test } from "vitest";
import { broughtIn, leastBrought } from "./principal.ts";

const NONE = { sats: 0n, cents: 0n, highestRateCents: 0n };

test.each([
  [6_000_000n, 2_500],
  [3_000_000n, 30_000],
  [2_000_000n, 50_000],
  [10_000_000n, 0],
  [1n, 2_500],
  [1_000_000_000n, 999_999],
])(
  "at %d cents per BTC and a cost of %d millionths, the minimum buys one cent",
  (centsPerBtc, conversionCost) => {
    const terms = { centsPerBtc, conversionCost };
    const least = leastBrought(terms);
    expect(broughtIn(NONE, least, terms).cents).toBeGreaterThanOrEqual(1n);
    expect(broughtIn(NONE, least - 1n, terms).cents).toBe(0n);
  },
);

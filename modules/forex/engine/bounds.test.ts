import { expect, test } from "vitest";
import type { Quote } from "#market";
import { pseudoRandom } from "../../../test/support/inputs/pseudo-random.ts";
import { areWithin, packed, unbounded, type Bounds, type Range } from "./bounds.ts";

const random = pseudoRandom(20261126);
const whole = (below: number) => Math.floor(random() * below);

const isIn = (value: number, { above, below }: Range) => value > above && value < below;

/** Reference implementation that checks the ranges one by one. */
function isWithin({ bid, ask, sum }: Bounds, quote: Quote | undefined): boolean {
  if (!quote) return false;
  return isIn(quote.bid, bid) && isIn(quote.ask, ask) && isIn(quote.bid + quote.ask, sum);
}

/** Returns a range that is either unbounded or so narrow that prices often equal its bounds. */
function anyRange(middle: number): Range {
  const end = (sign: number) => (random() < 0.6 ? sign * Infinity : middle + sign * whole(6));
  return { above: end(-1), below: end(1) };
}

test("packed bounds give the same result as each instrument's own bounds", () => {
  const counts = { within: 0, without: 0 };
  for (let round = 0; round < 20_000; round += 1) {
    const all = Array.from({ length: whole(4) }, () =>
      random() < 0.3 ? unbounded() : { bid: anyRange(10), ask: anyRange(12), sum: anyRange(22) },
    );
    const quotes = all.map(() =>
      random() < 0.02 ? undefined : { bid: 8 + whole(5), ask: 10 + whole(5), timeMs: 0 },
    );
    const expected = all.every((bounds, place) => isWithin(bounds, quotes[place]));
    expect({ all, quotes, isWithin: areWithin(packed(all), quotes) }).toEqual({
      all,
      quotes,
      isWithin: expected,
    });
    counts[expected ? "within" : "without"] += 1;
  }
  expect(Math.min(counts.within, counts.without)).toBeGreaterThan(2_000);
});

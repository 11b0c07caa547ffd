/** Tests the comparison of a day's trades with traders who flip a coin for the direction. */
import { expect, test } from "vitest";
import { coinsOf, isOwnSide, rankAmongCoins, type Leg } from "./coin-rank.ts";

const SEED = new Uint8Array(32).fill(7);

/** Trades of different sizes. A negative size is a loss in the user's direction. */
function legs(...cents: readonly number[]): Leg[] {
  return cents.map((own) => ({ ownCents: own, otherCents: -own - 2 }));
}

test("the coin is fair", () => {
  const count = 64;
  let own = 0;
  for (let trader = 0; trader < 2_000; trader += 1) {
    const coins = coinsOf(SEED, trader, count);
    for (let trade = 0; trade < count; trade += 1) own += isOwnSide(coins, trade) ? 1 : 0;
  }
  // 128,000 flips: six standard deviations are 1,073.
  expect(Math.abs(own - 64_000)).toBeLessThan(1_073);
});

test("coins depend on the seed and the trader only", () => {
  expect(coinsOf(SEED, 3, 20)).toEqual(coinsOf(SEED, 3, 20));
  expect(coinsOf(SEED, 3, 256)).not.toEqual(coinsOf(SEED, 4, 256));
  expect(coinsOf(new Uint8Array(32), 3, 256)).not.toEqual(coinsOf(SEED, 3, 256));
});

test("a user who is always right is the 100th of 100, and always wrong the first", () => {
  const sizes = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100];
  expect(rankAmongCoins(SEED, legs(...sizes)).place).toBe(100);
  expect(rankAmongCoins(SEED, legs(...sizes.map((size) => -size - 2))).place).toBe(1);
});

test("one right trade is worth little: half of all coins are as right", () => {
  expect(rankAmongCoins(SEED, legs(100))).toMatchObject({ place: 75, below: 5_000, equal: 5_000 });
});

test("mirrored trades swap ranks", () => {
  const own = legs(35, -12, 80, -44, 9, 27, -71, 15);
  const mirrored = own.map(({ ownCents, otherCents }) => ({
    ownCents: otherCents,
    otherCents: ownCents,
  }));
  const [one, other] = [rankAmongCoins(SEED, own), rankAmongCoins(SEED, mirrored)];
  expect(one.place + other.place).toBe(101);
  expect(other).toMatchObject({ below: one.traders - one.below - one.equal, equal: one.equal });
  expect(one.medianCents).toBe(other.medianCents);
});

test("the median coin flipper pays the costs", () => {
  const both = legs(...Array.from({ length: 40 }, (_, trade) => (trade % 2 === 0 ? 50 : -52)));
  expect(rankAmongCoins(SEED, both).medianCents).toBe(-40);
});

test("a day without trades has every trader in the middle", () => {
  expect(rankAmongCoins(SEED, [])).toMatchObject({ place: 51, below: 0, equal: 10_000 });
});

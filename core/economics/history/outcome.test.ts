/**
 * Compares outcomes (coins kept, coins bought, power, stakes) with plain arithmetic, floats with
 * exact fractions for every starting day, and offers with their converted terms.
 */
import { carriedParts } from "#economics/carried-series";
import {
  allOutcomes,
  buildSeries,
  coinMillionths,
  COINS_ONLY,
  courseOf,
  dayText,
  distributionOf,
  epochDayOf,
  eventsOf,
  outcomeMillionths,
  readOwnValue,
  startingDays,
  termsOf,
  type Mode,
  type Terms,
} from "#economics/history";
import { describe, expect, test } from "vitest";

const series = buildSeries(carriedParts());
const mining = (worth: bigint, power = 0n): Terms => ({
  kind: "mining",
  worth,
  price: 1_000_000n,
  power,
});
const STAKE: Terms = { kind: "coins", worth: 1_123_287n, price: 1_000_000n };

/** A day's subsidy / difficulty, as a decimal. */
const coin = (at: number) => Number(series.coins[at]);
const usd = (at: number) => series.price[at] ?? Number.NaN;

function plainly(worth: number, power: number, mode: Mode, length: number, start: number): number {
  let sum = 0;
  for (let at = start; at < start + length; at += 1)
    sum += (coin(at) / coin(start)) * (mode === "sold" ? usd(at) / usd(start) : 1);
  const last = mode === "sold" ? 1 : usd(start + length - 1) / usd(start);
  return (worth * sum * last) / length - power;
}

describe.each(["sold", "kept"] as const)("%s, with power cost", (mode) => {
  test.each([
    [30, 0],
    [30, 4_363],
    [365, 1_900],
    [1_825, 2_568],
  ])("%i days from index %i match plain arithmetic", (length, start) => {
    const exact = Number(
      outcomeMillionths(series, mining(900_000n, 350_000n), mode, length, start),
    );
    expect(exact / 1e6).toBeCloseTo(plainly(0.9, 0.35, mode, length, start), 5);
    const drawn = courseOf(series, mining(900_000n, 350_000n), mode, length, start)(length);
    expect(drawn).toBeCloseTo(exact / 1e6, 5);
  });
});

test("bought coins follow the price, and a stake adds interest", () => {
  const start = epochDayOf("2013-11-06") - series.firstDay;
  expect(outcomeMillionths(series, COINS_ONLY, "kept", 30, start)).toBe(4_234_621n);
  const rise = usd(start + 29) / usd(start);
  // In 2013, the price was 264.00 USD on 6 November and 1,117.94 USD on 5 December.
  expect(rise).toBeCloseTo(1_117.94 / 264, 10);
  expect(Number(outcomeMillionths(series, STAKE, "kept", 30, start)) / 1e6).toBeCloseTo(
    1.123287 * rise,
    5,
  );
  const stake = termsOf({ kind: "stake", apyBasisPoints: 5_000n }, 90);
  if (stake === undefined) throw new Error("a stake has terms");
  // 50 % yearly interest for 90 days: 1 + 0.5 x 90 / 365.
  expect(coinMillionths(series, stake, 90, start)).toBe(1_123_288n);
  const coins = Number(coinMillionths(series, mining(1_000_000n), 30, start)) / 1e6;
  expect(coins * rise).toBeCloseTo(plainly(1, 0, "kept", 30, start), 5);
});

test.each([
  ["sold", mining(688_586n), 30],
  ["kept", mining(3_000_000n, 900_000n), 1_825],
  ["kept", STAKE, 90],
] as const)(
  "floats of %s outcomes err by less than 10^-12 of their operands",
  (mode, terms, length) => {
    const into = new Float64Array(series.days);
    const count = allOutcomes(series, terms, mode, length, into);
    expect(count).toBe(startingDays(series, length));
    // Printed figures are in millionths. A 10^9 times finer resolution shows float errors that such
    // figures would hide.
    const fine = (value: bigint) => value * 1_000_000_000n;
    const scaled: Terms =
      terms.kind === "mining"
        ? { ...terms, worth: fine(terms.worth), power: fine(terms.power) }
        : { ...terms, worth: fine(terms.worth) };
    let worst = 0;
    for (let start = 0; start < count; start += 1) {
      const exact = Number(outcomeMillionths(series, scaled, mode, length, start)) / 1e15;
      const parts = Math.abs(exact) + (terms.kind === "mining" ? Number(terms.power) / 1e6 : 0);
      worst = Math.max(worst, Math.abs((into[start] ?? 0) - exact) / parts);
    }
    expect(worst).toBeLessThan(1e-12);
  },
);

test("an outcome of exactly 1 counts as paid back", () => {
  const distribution = distributionOf(series, { terms: COINS_ONLY, mode: "kept", length: 1 });
  expect([distribution.count, distribution.paid]).toEqual([4_393, 4_393]);
});

test("offers are converted to the terms of a period", () => {
  expect(termsOf({ kind: "plan", worthCents: 6_817n, priceCents: 9_900n }, 365)).toEqual({
    kind: "mining",
    worth: 6_817n,
    price: 9_900n,
    power: 0n,
  });
  const daily = { kind: "daily", earnsMicros: 5n, powerMicros: 7n } as const;
  expect(termsOf({ ...daily, priceMicros: 100n }, 30)).toEqual({
    kind: "mining",
    worth: 150n,
    price: 100n,
    power: 210n,
  });
  expect(termsOf({ ...daily, priceMicros: 0n }, 30)).toMatchObject({ price: 210n, power: 0n });
  expect(termsOf({ ...daily, powerMicros: 0n, priceMicros: 0n }, 30)).toBeUndefined();
  // 50 % per year for 90 days is 12.32876 %, the interest actually paid.
  expect(termsOf({ kind: "stake", apyBasisPoints: 5_000n }, 90)).toMatchObject({
    worth: 4_100_000n,
    price: 3_650_000n,
  });
});

test.each([
  ["ratio", "0.68", 680_000n],
  ["ratio", "0", undefined],
  ["ratio", "1000000000", undefined],
  ["ratio", "1e3", undefined],
  ["ratio", "-1", undefined],
  ["price", "99", 99_000_000n],
  ["apy", "0.005", undefined],
] as const)("the entered value %s %s is read as %s", (name, text, value) => {
  expect(readOwnValue(name, text)).toBe(value);
});

test("the year 2020 has the expected notable days", () => {
  const start = epochDayOf("2020-01-01") - series.firstDay;
  const events = eventsOf(series, start, 366).map(({ at, kind, size }) => [
    dayText(series.firstDay + at),
    kind,
    Number(size.toFixed(3)),
  ]);
  expect(events).toContainEqual(["2020-05-11", "halving", 6.25]);
  expect(events).toContainEqual(["2020-03-12", "fall", -0.276]);
  const days = events.map(([day]) => String(day));
  expect(days).toEqual(days.toSorted((a, b) => (a < b ? -1 : 1)));
});

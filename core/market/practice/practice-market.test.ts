/**
 * Tests that the practice market's price path is the same on every machine and at every zoom level,
 * and that its statistics resemble those of a real market.
 */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  commitmentOf,
  dateText,
  dayOf,
  daySeed,
  FOREIGN_CURRENCIES,
  instrumentNamed,
  isQuotable,
  newYorkClose,
  openDay,
  PAIRS,
  quoteAt,
  quotesAt,
  startAfter,
  TICK_MS,
  type Instrument,
  type PracticeDay,
} from "#market";
import { practiceDays, RATES, rootOf } from "../../../test/support/money/market-days.ts";
import { pseudoRandom } from "../../../test/support/inputs/pseudo-random.ts";
import { seeds } from "../../../test/support/seeds.ts";

const MONDAY = dayOf("2026-11-23");
const HOUR = 3_600_000;
const LEVELS = FOREIGN_CURRENCIES.length + 1;

const named = (name: string): Instrument => {
  const instrument = instrumentNamed(name);
  if (!instrument) throw new Error(name);
  return instrument;
};
const first = (seed: number, day = MONDAY): PracticeDay => {
  const { value } = practiceDays(seed, day).next();
  if (!value) throw new Error("no day");
  return value;
};

describe("the path of a day", () => {
  test.each([
    ["2026-04-13", "b73582da130e4ffd7a99d81c4a07185d36cae2d552df16604e65166e802a8dac"],
    ["2026-04-13.2", "ed4ae463afba5777caf78f7e1d6027642795dcb48e6e350d694690a8e85648f8"],
  ])("a path of model %s has the same digest in Node and in browsers", (model, recorded) => {
    const digest = () => {
      const hash = createHash("sha256");
      const days = practiceDays(7, MONDAY, model);
      for (let count = 0; count < 6; count += 1) {
        const { value: day } = days.next();
        if (!day) throw new Error("no day");
        for (let timeMs = day.fromMs; timeMs < day.untilMs; timeMs += 997 * TICK_MS)
          for (const quote of quotesAt(day, PAIRS, timeMs))
            hash.update(`${quote?.bid} ${quote?.ask},`);
        hash.update(JSON.stringify([day.closing, day.variance]));
      }
      return hash.digest("hex");
    };
    expect([digest(), digest(), digest()]).toEqual([recorded, recorded, recorded]);
  });

  test.each(seeds)("a path has the same quotes in any reading order (seed %i)", (seed) => {
    const forward = first(seed);
    const queried = first(seed);
    const random = pseudoRandom(seed);
    const eurUsd = named("EUR_USD");
    const ticks = new Map<number, unknown>();
    for (let index = 0; index < 20_000; index += 1) {
      const timeMs = forward.fromMs + 11 * HOUR + index * TICK_MS;
      ticks.set(timeMs, quoteAt(forward, eurUsd, timeMs));
    }
    for (let count = 0; count < 500; count += 1) {
      const timeMs = queried.fromMs + 11 * HOUR + Math.floor(random() * 20_000) * TICK_MS;
      expect(quoteAt(queried, eurUsd, timeMs + 199)).toEqual(ticks.get(timeMs));
    }
  });

  test("a path has no quotes outside its day", () => {
    const day = first(7);
    expect(quoteAt(day, named("EUR_USD"), day.fromMs - 1)).toBeUndefined();
    expect(quoteAt(day, named("EUR_USD"), day.untilMs)).toBeUndefined();
    expect(quoteAt(day, named("BTC_USD"), day.fromMs)).toBeUndefined();
    expect(day.untilMs).toBe(newYorkClose(MONDAY));
  });

  test("most ticks in busy hours move the price", () => {
    const day = first(7);
    let moved = 0;
    for (let index = 0; index < 5_000; index += 1) {
      const at = day.fromMs + 16 * HOUR + index * TICK_MS;
      const [a, b] = [
        quoteAt(day, named("EUR_USD"), at),
        quoteAt(day, named("EUR_USD"), at + TICK_MS),
      ];
      if (a?.bid !== b?.bid || a?.ask !== b?.ask) moved += 1;
    }
    expect(moved / 5_000).toBeGreaterThan(0.5);
  });
});

describe("quotes of the practice market", () => {
  test.each(seeds)(
    "bid and ask enclose the true quotient, so mids allow no arbitrage (seed %i)",
    (seed) => {
      const day = first(seed);
      const random = pseudoRandom(seed);
      const levels = new Float64Array(LEVELS);
      for (let count = 0; count < 500; count += 1) {
        const tick = Math.floor(random() * 432_000);
        const timeMs = day.fromMs + tick * TICK_MS;
        const quotes = quotesAt(day, PAIRS, timeMs);
        day.levelsAt(timeMs, levels);
        for (const [index, { columns, priceScale }] of PAIRS.entries()) {
          const { bid = 0, ask = 0 } = quotes[index] ?? {};
          expect(isQuotable(bid) && isQuotable(ask)).toBe(true);
          const [base, quote] = columns.map((column) => BigInt(levels[column] ?? 0));
          const value = (base ?? 0n) * BigInt(priceScale);
          expect(BigInt(bid) * (quote ?? 0n) < value && value < BigInt(ask) * (quote ?? 0n)).toBe(
            true,
          );
        }
      }
    },
  );

  test("spreads are wide at the rollover and after a weekend", () => {
    const [monday, tuesday] = [first(7), first(7, MONDAY + 1)];
    const spread = (day: PracticeDay, hour: number) => {
      const quote = quoteAt(day, named("EUR_USD"), day.fromMs + hour * HOUR);
      return quote ? (quote.ask - quote.bid) / 100 : Number.NaN;
    };
    expect(spread(monday, 0)).toBeGreaterThan(5.4);
    expect(spread(tuesday, 0)).toBeGreaterThan(3.6);
    expect(spread(tuesday, 0)).toBeLessThan(5.6);
    expect(spread(tuesday, 16)).toBeLessThan(1.6);
    expect(spread(tuesday, 16)).toBeGreaterThan(0.8);
  });
});

test("a day's published commitment is the hash of its seed", () => {
  const seed = daySeed(rootOf(7), MONDAY);
  expect(commitmentOf(seed)).toBe(createHash("sha256").update(seed).digest("hex"));
  expect(daySeed(rootOf(7), MONDAY + 1)).not.toEqual(seed);
  expect(() => daySeed(new Uint8Array(31), MONDAY)).toThrow(RangeError);
});

describe("the rollover to the next day", () => {
  const nextOf = (date: string) => {
    const day = first(7, dayOf(date));
    const next = startAfter(day, () => RATES);
    const stepped = 1 - (next.levels[0] ?? 0) / (day.closing[0] ?? 1);
    // The euro's interest rate is 1.625 percentage points below the dollar's, so the euro's value
    // rises by the difference.
    return [dateText(next.day), (stepped / (RATES.EUR - RATES.USD)) * 365e6];
  };

  test.each([
    ["2026-11-23", "2026-11-24", 1],
    ["2026-11-25", "2026-11-26", 3],
    ["2026-11-27", "2026-11-30", 1],
    ["2026-12-24", "2026-12-28", 2],
  ])("%s is followed by %s, with %i days of interest", (date, next, days) => {
    const [text, interest] = nextOf(date);
    expect(text).toBe(next);
    expect(interest).toBeCloseTo(days, 4);
  });
});

test("a day from an unknown model is rejected", () => {
  const { start } = first(7);
  const other = { ...start, model: "2025-01-01" };
  expect(() => openDay(other, daySeed(rootOf(7), MONDAY))).toThrow(RangeError);
});

test("posted spreads replace the default spreads", () => {
  const day = first(7);
  const tight = openDay(day.start, daySeed(rootOf(7), MONDAY), () => 1);
  const at = day.fromMs + 16 * HOUR;
  const widthOf = (of: PracticeDay) => {
    const quote = quoteAt(of, named("EUR_USD"), at);
    return quote ? quote.ask - quote.bid : Number.NaN;
  };
  expect(widthOf(tight)).toBeLessThan(widthOf(day));
});

describe("resemblance to a real market", () => {
  const DAYS = 260;
  const daily: number[] = [];
  const fiveMinutes: number[] = [];
  const byHour = Array.from({ length: 24 }, () => 0);
  const gaps: number[] = [];
  const days = practiceDays(20_300_101, MONDAY);
  const levels = new Float64Array(LEVELS);
  for (let count = 0; count < DAYS; count += 1) {
    const { value: day } = days.next();
    if (!day) throw new Error("no day");
    const [opening = 0] = day.start.levels;
    day.levelsAt(day.fromMs, levels);
    let before = levels[0] ?? 0;
    if (before !== opening) gaps.push(before / opening - 1);
    for (let block = 1; block < 288; block += 1) {
      day.levelsAt(day.fromMs + block * 300_000, levels);
      const move = (levels[0] ?? 0) / before - 1;
      before = levels[0] ?? 0;
      fiveMinutes.push(move);
      byHour[Math.floor((block - 1) / 12)] =
        (byHour[Math.floor((block - 1) / 12)] ?? 0) + move ** 2;
    }
    daily.push((day.closing[0] ?? 0) / opening - 1);
  }
  const mean = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0) / values.length;
  const deviation = (values: readonly number[]) => Math.sqrt(mean(values.map((v) => v ** 2)));
  const kurtosis = (values: readonly number[]) =>
    mean(values.map((v) => v ** 4)) / mean(values.map((v) => v ** 2)) ** 2;
  const autocorrelation = (values: readonly number[], lag: number) => {
    const centre = mean(values);
    const centred = values.map((v) => v - centre);
    const products = centred.slice(lag).map((v, index) => v * (centred[index] ?? 0));
    return mean(products) / mean(centred.map((v) => v ** 2));
  };

  test("EUR/USD moves by about 0.42 % per day, as in the ECB's rates", () => {
    expect(deviation(daily)).toBeGreaterThan(0.0035);
    expect(deviation(daily)).toBeLessThan(0.0055);
  });

  test("five-minute moves add up to the daily move without trend or reversal", () => {
    const ratio = (deviation(fiveMinutes) * Math.sqrt(287)) / deviation(daily);
    expect(ratio).toBeGreaterThan(0.8);
    expect(ratio).toBeLessThan(1.15);
    expect(Math.abs(autocorrelation(fiveMinutes, 1))).toBeLessThan(0.02);
  });

  test("moves have fat tails and cluster in time", () => {
    expect(kurtosis(daily)).toBeGreaterThan(3);
    expect(kurtosis(daily)).toBeLessThan(9);
    expect(kurtosis(fiveMinutes)).toBeGreaterThan(6);
    const sizes = fiveMinutes.map(Math.abs);
    for (const lag of [1, 6, 12]) expect(autocorrelation(sizes, lag)).toBeGreaterThan(0.08);
  });

  test("prices move nine times as much in the London-New York overlap as at the rollover", () => {
    const ratio = (byHour[16] ?? 0) / (byHour[0] ?? 1);
    expect(ratio).toBeGreaterThan(5);
    expect(ratio).toBeLessThan(16);
  });

  test("a weekend appears as a single price gap", () => {
    expect(gaps.length).toBeGreaterThanOrEqual(51);
    expect(gaps.length).toBeLessThanOrEqual(54);
    expect(deviation(gaps)).toBeGreaterThan(0.0012);
    expect(deviation(gaps)).toBeLessThan(0.0045);
  });

  test("a year has the expected number of trading days", () => {
    expect(daily).toHaveLength(DAYS);
    expect(dateText(MONDAY)).toBe("2026-11-23");
  });
});

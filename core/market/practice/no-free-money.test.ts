/**
 * Proves that no strategy can gain: for each step of the clock and each position, the expected gain
 * plus financing minus costs is never positive. The proof uses the model's exact whole numbers, not
 * samples. A position's dollar value is linear in the values of its two currencies, so a step that
 * is equally likely in both directions has an expected value of zero. Financing offsets the step at
 * the rollover, and every fill is on the unfavourable side of the true price. Every strategy is a
 * sum of such steps and fills, so no strategy has an expected gain.
 */
import { describe, expect, test } from "vitest";
import {
  dayOf,
  executionPrice,
  factorOf,
  fillAccount,
  financePosition,
  PAIRS,
  quotesAt,
  steppedLevels,
  valueAccount,
  type Account,
  type Instrument,
  type PracticeDay,
  type Quote,
  type Quotes,
} from "#market";
import { practiceDays, RATES } from "../../../test/support/money/market-days.ts";
import { pseudoRandom } from "../../../test/support/inputs/pseudo-random.ts";
import { length, seeds } from "../../../test/support/seeds.ts";
import { BLOCK_MS, BLOCKS } from "../path/sessions.ts";
import { FACTORS, factorsOf, stepsBy } from "./factors.ts";
import { DOLLAR } from "./practice-day.ts";

interface Position {
  readonly instrument: Instrument;
  readonly units: number;
  readonly entry: number;
}

const MONDAY = dayOf("2026-11-23");
const MARK_UP = 10_000;
const NEGATIVE_RATES = { ...RATES, CHF: -7_500, EUR: -5_000, USD: -2_500 };

/**
 * A position's value in units of 10^-12 dollars x the price scale: u x (base x scale - entry x
 * quote).
 */
function worth({ instrument, units, entry }: Position, levels: ArrayLike<number>): bigint {
  const [base, quote] = instrument.columns.map((column) => BigInt(levels[column] ?? DOLLAR));
  const moved = (base ?? 0n) * BigInt(instrument.priceScale) - BigInt(entry) * (quote ?? 0n);
  return BigInt(units) * moved;
}

function somePositions(day: PracticeDay, random: () => number): Position[] {
  const quotes = quotesAt(day, PAIRS, day.fromMs);
  return PAIRS.map((instrument, index) => {
    const { bid = 0 } = quotes[index] ?? {};
    return {
      instrument,
      units: (random() < 0.5 ? -1 : 1) * (1 + Math.floor(random() ** 4 * 10_000_000)),
      entry: Math.max(10, Math.floor((bid * (0.5 + random())) / 10) * 10),
    };
  });
}

/** Returns the next coin toss in a block. Each millisecond has at most one. */
function coinAfter(fromMs: number): { readonly factor: number; readonly intoMs: number } {
  for (let intoMs = fromMs + 1; ; intoMs += 1) {
    const thrown = Array.from({ length: FACTORS }, (_, factor) => factor).filter(
      (factor) => stepsBy(intoMs, factor) > stepsBy(intoMs - 1, factor),
    );
    if (thrown.length > 1) throw new Error(`two coins at once, at ${intoMs}`);
    const [factor] = thrown;
    if (factor !== undefined) return { factor, intoMs };
  }
}

function daysOf(seed: number, count: number): PracticeDay[] {
  const days = practiceDays(seed, MONDAY);
  return Array.from({ length: count }, () => {
    const { value } = days.next();
    if (!value) throw new Error("no day");
    return value;
  });
}

function quotesBy(day: PracticeDay, timeMs: number): Quotes {
  const quotes = new Map<Instrument, Quote | undefined>();
  for (const [index, quote] of quotesAt(day, PAIRS, timeMs).entries()) {
    const instrument = PAIRS[index];
    if (instrument) quotes.set(instrument, quote);
  }
  return (instrument) => quotes.get(instrument);
}

/** Converts cents to the unit returned by `worth`. */
function inWorth(cents: bigint, { priceScale }: Instrument): bigint {
  return (cents * BigInt(DOLLAR) * BigInt(priceScale)) / 100n;
}

describe.each(seeds)("expected gains (seed %i)", (seed) => {
  const days = daysOf(seed, length(3, 20));
  const random = pseudoRandom(seed);

  test("each coin moves every currency up or down by a known whole number", () => {
    const [before, after] = [new Float64Array(FACTORS + 1), new Float64Array(FACTORS + 1)];
    for (const day of days) {
      const positions = somePositions(day, random);
      for (let count = 0; count < length(60, 2_000); count += 1) {
        const block = Math.floor(random() * BLOCKS);
        const { factor, intoMs } = coinAfter(Math.floor(random() * (BLOCK_MS - 200)));
        const timeMs = day.fromMs + block * BLOCK_MS + intoMs;
        day.levelsAt(timeMs - 1, before);
        day.levelsAt(timeMs, after);
        const moved = (sign: number) =>
          Array.from(before, (level, currency) =>
            currency < FACTORS ? level + sign * day.stepOf(block, currency, factor) : level,
          );
        const [up, down] = [moved(1), moved(-1)];
        const isOneOfThem = [up, down].some((levels) =>
          levels.every((level, currency) => level === after[currency]),
        );
        expect(isOneOfThem).toBe(true);
        expect(up.every(Number.isSafeInteger) && down.every(Number.isSafeInteger)).toBe(true);
        const isFair = (position: Position) =>
          worth(position, up) + worth(position, down) === 2n * worth(position, before);
        expect(positions.every(isFair)).toBe(true);
      }
    }
  });

  test("a gap and its mirror image are equally likely", () => {
    const opening = new Float64Array(FACTORS + 1);
    const withGap = days.filter((day) => day.gapStepOf(0, 0) !== 0);
    expect(withGap.length).toBeGreaterThan(0);
    for (const day of withGap) {
      day.levelsAt(day.fromMs, opening);
      const mirrored = opening.map((level, currency) =>
        currency < FACTORS ? 2 * (day.start.levels[currency] ?? 0) - level : level,
      );
      for (const position of somePositions(day, random))
        expect(worth(position, opening) + worth(position, mirrored)).toBe(
          2n * worth(position, day.start.levels),
        );
    }
  });

  test("at 17:00, the rollover step plus financing is never a gain", () => {
    for (const [index, day] of days.entries())
      for (const count of [1, 3]) {
        const rates = index % 2 === 0 ? RATES : NEGATIVE_RATES;
        const levels = new Float64Array(FACTORS + 1);
        const timeMs = day.untilMs - 200;
        day.levelsAt(timeMs, levels);
        const quotes = quotesBy(day, timeMs);
        const stepped = steppedLevels(Array.from(levels), rates, count);
        for (const position of somePositions(day, random)) {
          const { instrument, units, entry } = position;
          const trades = [{ id: "1", instrument, units, price: entry }];
          const account: Account = { home: "USD", balanceCents: 0n, trades };
          const [value] = valueAccount(account, quotes).positions;
          if (!value) throw new Error("no position");
          const terms = { rates, markUp: MARK_UP, days: count };
          const { cents } = financePosition(value, "USD", quotes, terms);
          const gained =
            worth(position, stepped) - worth(position, levels) + inWorth(cents, instrument);
          expect(gained <= 0n).toBe(true);
          const markUp =
            (BigInt(Math.abs(units)) *
              BigInt(levels[instrument.columns[0]] ?? 0) *
              BigInt(instrument.priceScale) *
              BigInt(MARK_UP * count)) /
            365_000_000n;
          // The loss consists of the mark-up, a cent of rounding, and the rounding of the mid
          // price.
          expect(-gained < (markUp * 101n) / 100n + inWorth(2n, instrument)).toBe(true);
        }
      }
  });

  test("opening a position never gains value", () => {
    for (const day of days)
      for (let count = 0; count < length(40, 200); count += 1) {
        const timeMs = day.fromMs + Math.floor(random() * 432_000) * 200;
        const levels = new Float64Array(FACTORS + 1);
        day.levelsAt(timeMs, levels);
        const quotes = quotesBy(day, timeMs);
        for (const position of somePositions(day, random)) {
          const { instrument, units, entry } = position;
          const quote = quotes(instrument);
          if (!quote) throw new Error("no quote");
          const opened = executionPrice(quote, units, 0).price;
          expect(worth({ instrument, units, entry: opened }, levels) <= 0n).toBe(true);
          const { price } = executionPrice(quote, -units, units);
          const trades = [{ id: "1", instrument, units, price: entry }];
          const { realisedCents } = fillAccount(
            { home: "USD", balanceCents: 0n, trades },
            { tradeId: "2", instrument, units: -units, price },
            quotes,
          );
          expect(inWorth(realisedCents, instrument) <= worth(position, levels)).toBe(true);
        }
        const bid = factorOf("JPY", "USD", quotes, "bid");
        expect(bid.top * BigInt(DOLLAR) <= BigInt(levels[6] ?? 0) * bid.bottom).toBe(true);
      }
  });
});

test("coin tosses are fair and independent", () => {
  const seed = new Uint8Array(32).fill(3);
  const factors = factorsOf(seed);
  const sums: number[] = [];
  for (let block = 0; block < BLOCKS; block += 1)
    for (let factor = 0; factor < FACTORS; factor += 1) sums.push(factors.sumOf(block, factor));
  const mean = sums.reduce((sum, value) => sum + value, 0) / sums.length;
  const variance = sums.reduce((sum, value) => sum + value * value, 0) / sums.length;
  expect(Math.abs(mean)).toBeLessThan(1.2);
  expect(variance / 256).toBeGreaterThan(0.9);
  expect(variance / 256).toBeLessThan(1.1);
});

/**
 * Computes the final value of one unit of money that was invested on a starting day, after a given
 * number of days. A value of 1 means that the investment has paid back. The terms are today's
 * terms, so prices and difficulties are taken relative to the period's first day:
 *   sold daily = (worth x mean(index) / index(start) - power) / price
 *   kept       = (worth x mean(coin) / coin(start) x price(last) / price(start) - power) / price
 *   coins only = price(last) / price(start), times the factor that a stake adds
 * An exact outcome is a fraction of whole numbers. It is printed in millionths, rounded half up.
 */
import { nearest } from "../conversion.ts";
import { rangeSum, type RunningSum } from "./running-sum.ts";
import type { Series } from "./series.ts";

/** Amounts over the whole period at the first day's values, all in the same unit, such as cents. */
export interface MiningTerms {
  readonly kind: "mining";
  readonly worth: bigint;
  readonly price: bigint;
  readonly power: bigint;
}

/** Coins that are kept or staked: a stake of `price` coins returns `worth` coins. */
export interface CoinTerms {
  readonly kind: "coins";
  readonly worth: bigint;
  readonly price: bigint;
}

export type Terms = MiningTerms | CoinTerms;
export type Mode = "sold" | "kept";

/** Terms for buying one coin and holding it instead of mining. */
export const COINS_ONLY: CoinTerms = { kind: "coins", worth: 1n, price: 1n };

export const MILLIONTHS = 1_000_000n;
/**
 * Safety margin around 1 for decisions by float. A test verifies that float errors near 1 are less
 * than a thousandth of this margin.
 */
export const SURE = 1e-9;

interface Fraction {
  readonly above: bigint;
  /** The denominator, greater than 0. */
  readonly below: bigint;
}

export function startingDays(series: Series, length: number): number {
  return Math.max(0, series.days - length + 1);
}

/** Returns the exact outcome of the period that begins at this index of the series. */
export function outcomeMillionths(
  series: Series,
  terms: Terms,
  mode: Mode,
  length: number,
  start: number,
): bigint {
  const { above, below } = exactOutcome(series, terms, mode, length, start);
  return nearest(above, MILLIONTHS, below);
}

/**
 * Returns the outcome in coins, before power cost, where 1 is the number of coins that the price
 * bought on the first day.
 */
export function coinMillionths(
  series: Series,
  { kind, worth, price }: Terms,
  length: number,
  start: number,
): bigint {
  if (kind === "coins") return nearest(worth, MILLIONTHS, price);
  const sum = rangeSum(series.coinSums, start, length);
  const first = series.coins[start] ?? 0n;
  return nearest(worth * sum, MILLIONTHS, price * BigInt(length) * first);
}

function exactOutcome(
  { cents, coins, coinSums, indexSums }: Series,
  terms: Terms,
  mode: Mode,
  length: number,
  start: number,
): Fraction {
  const first = cents[start] ?? 0n;
  const last = cents[start + length - 1] ?? 0n;
  if (terms.kind === "coins") return { above: terms.worth * last, below: terms.price * first };
  const begin = (coins[start] ?? 0n) * first * BigInt(length);
  const sum =
    mode === "sold" ? rangeSum(indexSums, start, length) : rangeSum(coinSums, start, length) * last;
  return { above: terms.worth * sum - terms.power * begin, below: terms.price * begin };
}

/** Inputs of `allOutcomes`. */
interface Pass {
  readonly perDay: number;
  readonly less: number;
  readonly length: number;
  readonly count: number;
}

/**
 * Writes the outcomes of all starting days to `into` as floats and returns their number. Reads
 * prefix sums, so no loop over each period is needed. The floats are used for charts, for sorting,
 * and for decisions about outcomes that are far enough from 1.
 */
export function allOutcomes(
  series: Series,
  terms: Terms,
  mode: Mode,
  length: number,
  into: Float64Array,
): number {
  const count = startingDays(series, length);
  const factor = Number(terms.worth) / Number(terms.price);
  if (terms.kind === "coins") {
    relativePrices(series.price, { perDay: factor, less: 0, length, count }, into);
    return count;
  }
  const less = Number(terms.power) / Number(terms.price);
  const pass = { perDay: factor / length, less, length, count };
  if (mode === "sold") soldOutcomes(series.indexSums, series.perIndex, pass, into);
  else keptOutcomes(series, pass, into);
  return count;
}

function soldOutcomes(
  { large, small }: RunningSum,
  perIndex: Float64Array,
  { perDay, less, length, count }: Pass,
  into: Float64Array,
): void {
  for (let start = 0; start < count; start += 1) {
    const end = start + length;
    const sum =
      (large[end] as number) -
      (large[start] as number) +
      ((small[end] as number) - (small[start] as number));
    into[start] = sum * (perIndex[start] as number) * perDay - less;
  }
}

function keptOutcomes(
  { coinSums: { large, small }, perIndex, price }: Series,
  { perDay, less, length, count }: Pass,
  into: Float64Array,
): void {
  const inCents = perDay * 100;
  for (let start = 0; start < count; start += 1) {
    const end = start + length;
    const sum =
      (large[end] as number) -
      (large[start] as number) +
      ((small[end] as number) - (small[start] as number));
    into[start] = sum * (perIndex[start] as number) * (price[end - 1] as number) * inCents - less;
  }
}

function relativePrices(
  price: Float64Array,
  { perDay, length, count }: Pass,
  into: Float64Array,
): void {
  for (let start = 0; start < count; start += 1)
    into[start] = (perDay * (price[start + length - 1] as number)) / (price[start] as number);
}

/**
 * True if the outcome is 1 or more. Decides by float if the float is certain, otherwise by whole
 * numbers.
 */
export function isPaidBack(
  series: Series,
  terms: Terms,
  mode: Mode,
  length: number,
  start: number,
  float: number,
): boolean {
  if (Math.abs(float - 1) > SURE) return float > 1;
  const { above, below } = exactOutcome(series, terms, mode, length, start);
  return above >= below;
}

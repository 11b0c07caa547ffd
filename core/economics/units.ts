/**
 * Types for hash rate and difficulty, which are different units but similarly large numbers. If the
 * difficulty 83e12 were mistaken for hashes per second, it would pay 542 BTC a day. Branded types
 * ensure that only the network formula converts one into the other.
 */
import { formatScaled, parseScaled } from "./scaled-decimal.ts";

declare const unit: unique symbol;

export type HashesPerSecond = bigint & { readonly [unit]: "hashes per second" };

/**
 * Difficulty in units of 10^-8, which represents a network value such as 83,148,355,189,239.77
 * exactly.
 */
export type Difficulty = bigint & { readonly [unit]: "difficulty in 1e-8" };

const DIFFICULTY_DECIMALS = 8;
const TERAHASH_DECIMALS = 12;
export const DIFFICULTY_SCALE = 10n ** BigInt(DIFFICULTY_DECIMALS);
export const HASHES_PER_TERAHASH = 10n ** BigInt(TERAHASH_DECIMALS);

/** Brands a bigint as a hash rate. Throws a RangeError for negative numbers. */
export function hashesPerSecond(hashes: bigint): HashesPerSecond {
  if (hashes < 0n) throw new RangeError("a hash rate must not be negative");
  return hashes as HashesPerSecond;
}

/**
 * Converts a hash rate in TH/s: `"1500"` becomes 1.5e15 hashes per second. Throws a RangeError if
 * the text is not a decimal number.
 */
export function hashRateOfThs(ths: string): HashesPerSecond {
  return hashesPerSecond(parseScaled(ths, TERAHASH_DECIMALS));
}

/** Formats a hash rate in TH/s, without trailing zeros. */
export function thsText(rate: HashesPerSecond): string {
  return formatScaled(rate, TERAHASH_DECIMALS);
}

export function addHashRates(rates: readonly HashesPerSecond[]): HashesPerSecond {
  return hashesPerSecond(rates.reduce<bigint>((sum, rate) => sum + rate, 0n));
}

/** Parses decimal text with at most 8 decimals. Throws a RangeError if it is not above 0. */
export function difficultyOf(text: string): Difficulty {
  const scaled = parseScaled(text, DIFFICULTY_DECIMALS);
  if (scaled === 0n) throw new RangeError("a difficulty must be above 0");
  return scaled as Difficulty;
}

export function difficultyText(difficulty: Difficulty): string {
  return formatScaled(difficulty, DIFFICULTY_DECIMALS);
}

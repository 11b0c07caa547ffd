/**
 * Computes a miner's profitability: daily earnings at today's values, the break-even values, and a
 * projection. Floats are acceptable in this module, because a projection moves no money.
 */
import { projectedSeries, type Projection } from "./projection.ts";

export interface CalculatorInput {
  readonly hashRateThs: number;
  readonly powerKw: number;
  readonly usdPerKwh: number;
  readonly usdPerBtc: number;
  readonly difficulty: number;
  readonly subsidyBtc: number;
  readonly feesBtc: number;
  readonly poolFeePercent: number;
  readonly stalePercent: number;
  /**
   * Percentage of the day during which the rig runs. A stopped rig neither earns nor draws power.
   */
  readonly uptimePercent: number;
  readonly upFrontUsd: number;
  /** Growth in percent per 30-day month. */
  readonly difficultyGrowthPercent: number;
  readonly rateGrowthPercent: number;
  readonly horizonDays: number;
}

export interface Calculation extends Projection {
  readonly btcPerDay: number;
  readonly usdPerDay: number;
  readonly powerUsdPerDay: number;
  readonly profitUsdPerDay: number;
  /**
   * Break-even BTC price, difficulty and tariff, at which a day's income equals its power cost.
   * Null if the rig earns nothing or draws no power.
   */
  readonly breakEvenUsdPerBtc: number | null;
  readonly breakEvenDifficulty: number | null;
  readonly breakEvenUsdPerKwh: number | null;
}

interface Range {
  readonly min: number;
  readonly max: number;
}

/**
 * Accepted input ranges. Within these ranges all figures are finite, and a year's income fits a
 * JSON integer of sats and cents.
 */
export const CALCULATOR_RANGES: Readonly<Record<keyof CalculatorInput, Range>> = {
  hashRateThs: { min: 0, max: 1e6 },
  powerKw: { min: 0, max: 1e6 },
  usdPerKwh: { min: 0, max: 100 },
  usdPerBtc: { min: 0.01, max: 1e7 },
  difficulty: { min: 1e11, max: 1e18 },
  subsidyBtc: { min: 0, max: 50 },
  feesBtc: { min: 0, max: 10 },
  poolFeePercent: { min: 0, max: 100 },
  stalePercent: { min: 0, max: 100 },
  uptimePercent: { min: 0, max: 100 },
  upFrontUsd: { min: 0, max: 1e9 },
  difficultyGrowthPercent: { min: -50, max: 100 },
  rateGrowthPercent: { min: -50, max: 100 },
  horizonDays: { min: 1, max: 1825 },
};

export function fieldOutOfRange(input: CalculatorInput): keyof CalculatorInput | undefined {
  const fields = Object.keys(CALCULATOR_RANGES) as (keyof CalculatorInput)[];
  return fields.find((field) => {
    const { min, max } = CALCULATOR_RANGES[field];
    return !(input[field] >= min && input[field] <= max);
  });
}

/** Throws a RangeError if a field is out of range. */
export function calculate(input: CalculatorInput): Calculation {
  const field = fieldOutOfRange(input);
  if (field) throw new RangeError(`${field} is out of range`);
  const btcPerDay = expectedBtcPerDay(input);
  const usdPerDay = btcPerDay * input.usdPerBtc;
  const kwhPerDay = input.powerKw * 24 * (input.uptimePercent / 100);
  const powerUsdPerDay = kwhPerDay * input.usdPerKwh;
  const isComparable = usdPerDay > 0 && powerUsdPerDay > 0;
  return {
    btcPerDay,
    usdPerDay,
    powerUsdPerDay,
    profitUsdPerDay: usdPerDay - powerUsdPerDay,
    breakEvenUsdPerBtc: isComparable ? quotient(powerUsdPerDay, btcPerDay) : null,
    breakEvenDifficulty: isComparable
      ? quotient(input.difficulty * usdPerDay, powerUsdPerDay)
      : null,
    breakEvenUsdPerKwh: usdPerDay > 0 ? quotient(usdPerDay, kwhPerDay) : null,
    ...projectedSeries({ ...input, usdPerDay, powerUsdPerDay }),
  };
}

/** Returns the quotient, or null if the divisor is zero or close to zero. */
function quotient(dividend: number, divisor: number): number | null {
  const result = dividend / divisor;
  return Number.isFinite(result) ? result : null;
}

/**
 * Expected BTC per day: H x 1e12 x 86,400 x reward / (difficulty x 2^32), minus the pool fee, stale
 * shares and downtime.
 */
function expectedBtcPerDay(input: CalculatorInput): number {
  const gross =
    (input.hashRateThs * 1e12 * 86_400 * (input.subsidyBtc + input.feesBtc)) /
    (input.difficulty * 2 ** 32);
  return (
    gross *
    (1 - input.poolFeePercent / 100) *
    (1 - input.stalePercent / 100) *
    (input.uptimePercent / 100)
  );
}

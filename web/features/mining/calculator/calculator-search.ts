/**
 * Keeps the calculator's inputs in the URL, so that a link reproduces the calculation. Only changed
 * values are written. Invalid and out-of-range values are ignored.
 */
import { CALCULATOR_RANGES, type CalculatorInput } from "#economics";
import { calculatorLimits } from "../../../../api/limits.ts";
import { readNumberText } from "../../../ui/preferences/read-number.ts";
import type { ReferenceValues } from "../reference/reference-terms.ts";

export type CalculatorField = keyof CalculatorInput;
export type CalculatorSearch = Partial<Record<CalculatorField, number>>;

export const HORIZONS = [90, 365, 730, calculatorLimits.horizonDays] as const;
const HORIZON_DEFAULT = 365;

/**
 * Ranges of the inputs: the requirement's range if it defines one, otherwise the range in which the
 * formulas are valid.
 */
export const RANGES: Readonly<Record<CalculatorField, { min: number; max: number }>> = {
  ...CALCULATOR_RANGES,
  hashRateThs: calculatorLimits.hashRateThs,
};

const FIELDS = Object.keys(RANGES) as CalculatorField[];

/** Returns the requirement's default inputs, combined with the current reference values. */
export function calculatorDefaults(reference: ReferenceValues): CalculatorInput {
  return {
    hashRateThs: calculatorLimits.hashRateThs.default,
    powerKw: calculatorLimits.powerKwDefault,
    usdPerKwh: calculatorLimits.usdPerKwhDefault,
    usdPerBtc: Number(reference.rateUsdPerBtc),
    difficulty: Number(reference.difficulty),
    subsidyBtc: reference.subsidySats / 1e8,
    feesBtc: reference.feesSats / 1e8,
    poolFeePercent: Number(reference.poolFeePercent),
    stalePercent: 0,
    uptimePercent: 100,
    upFrontUsd: 0,
    difficultyGrowthPercent: 0,
    rateGrowthPercent: 0,
    horizonDays: HORIZON_DEFAULT,
  };
}

export function readCalculatorSearch(search: Readonly<Record<string, unknown>>): CalculatorSearch {
  const inputs: CalculatorSearch = {};
  for (const field of FIELDS) {
    const value = search[field];
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    if (isWithin(field, number)) inputs[field] = number;
  }
  return inputs;
}

/** Returns the inputs that differ from the defaults. */
export function writeCalculatorSearch(
  input: CalculatorInput,
  defaults: CalculatorInput,
): CalculatorSearch {
  return Object.fromEntries(
    FIELDS.filter((field) => input[field] !== defaults[field]).map((field) => [
      field,
      input[field],
    ]),
  );
}

/**
 * Parses a typed number with a decimal point or comma. Returns undefined if the text is invalid,
 * ambiguous or out of range.
 */
export function readNumber(field: CalculatorField, typed: string): number | undefined {
  const text = readNumberText(typed) ?? "";
  const number = /^-?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : undefined;
  return isWithin(field, number) ? number : undefined;
}

function isWithin(field: CalculatorField, value: unknown): value is number {
  const { min, max } = RANGES[field];
  const isNumber = typeof value === "number" && value >= min && value <= max;
  return isNumber && (field !== "horizonDays" || HORIZONS.some((days) => days === value));
}

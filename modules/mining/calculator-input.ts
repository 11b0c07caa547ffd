/**
 * Parses a calculator request: decimal text, range checks, and defaults from the reference values.
 */
import {
  CALCULATOR_RANGES,
  difficultyText,
  fieldOutOfRange,
  usdText,
  type CalculatorInput,
} from "#economics";
import { BTC_DECIMALS, formatAmount } from "#money";
import type { ReferenceValues } from "#treasury";
import { miningRefusals } from "./terms/refusals.ts";

/** Fields are decimal text. A missing field defaults to the current reference value. */
export interface CalculatorRequest {
  readonly hashRateThs: string;
  readonly powerKw: string;
  readonly usdPerKwh: string;
  readonly rateUsdPerBtc?: string | undefined;
  readonly difficulty?: string | undefined;
  readonly subsidyBtc?: string | undefined;
  readonly feesBtc?: string | undefined;
  readonly poolFeePercent: string;
  readonly stalePercent: string;
  readonly uptimePercent: string;
  readonly upFrontUsd: string;
  readonly difficultyGrowthPercent: string;
  readonly rateGrowthPercent: string;
  readonly horizonDays: number;
}

/**
 * Returns the calculator's inputs. Throws `calculator_input_invalid` if a value is out of range.
 */
export function calculatorInput(
  request: CalculatorRequest,
  reference: ReferenceValues,
): CalculatorInput {
  const input: CalculatorInput = {
    hashRateThs: Number(request.hashRateThs),
    powerKw: Number(request.powerKw),
    usdPerKwh: Number(request.usdPerKwh),
    usdPerBtc: Number(request.rateUsdPerBtc ?? usdText(reference.centsPerBtc)),
    difficulty: Number(request.difficulty ?? difficultyText(reference.difficulty)),
    subsidyBtc: Number(request.subsidyBtc ?? formatAmount(reference.subsidySats, BTC_DECIMALS)),
    feesBtc: Number(request.feesBtc ?? formatAmount(reference.feesSats, BTC_DECIMALS)),
    poolFeePercent: Number(request.poolFeePercent),
    stalePercent: Number(request.stalePercent),
    uptimePercent: Number(request.uptimePercent),
    upFrontUsd: Number(request.upFrontUsd),
    difficultyGrowthPercent: Number(request.difficultyGrowthPercent),
    rateGrowthPercent: Number(request.rateGrowthPercent),
    horizonDays: request.horizonDays,
  };
  const field = fieldOutOfRange(input);
  if (!field) return input;
  const { min, max } = CALCULATOR_RANGES[field];
  throw miningRefusals.calculator_input_invalid({ field, min: String(min), max: String(max) });
}

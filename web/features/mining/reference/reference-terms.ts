/**
 * Converts the API's reference values for the formulas, so that page and ledger compute with the
 * same numbers.
 */
import {
  boostOffer,
  boostTenths,
  centsPerBtcOf,
  difficultyOf,
  expectedResult,
  hashRateOfThs,
  parseScaled,
  type DatedRate,
  type ExpectedResult,
  type RewardTerms,
} from "#economics";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";

export type Mining = ApiAnswer<"getMining">;
export type Plan = ApiAnswer<"listPlans">["items"][number];
export type Contract = Mining["contracts"][number];
export type ReferenceValues = Mining["reference"];

/**
 * Decimals of the fee in percent. Four are sufficient, because 1 % is 10,000 in
 * `poolFeeMillionths`.
 */
const PERCENT_DECIMALS = 4;

export function rewardTermsOf(reference: ReferenceValues): RewardTerms {
  return {
    difficulty: difficultyOf(reference.difficulty),
    subsidySats: BigInt(reference.subsidySats),
    feesSats: BigInt(reference.feesSats),
    poolFeeMillionths: parseScaled(reference.poolFeePercent, PERCENT_DECIMALS),
  };
}

export function datedRateOf(reference: ReferenceValues): DatedRate {
  return {
    centsPerBtc: centsPerBtcOf(reference.rateUsdPerBtc),
    validFrom: new Date(reference.validFrom),
  };
}

export interface BoostQuote extends ExpectedResult {
  readonly rentedThs: string;
  readonly boostedThs: string;
}

/**
 * Returns the cost and expected earnings of a boost. Undefined for 1x, which rents no hash rate.
 */
export function boostQuote(
  mining: Pick<Mining, "baseThs" | "boostUsdPerThsDay" | "reference">,
  multiplier: number,
): BoostQuote | undefined {
  const tenths = boostTenths(multiplier.toFixed(1));
  if (tenths === undefined) return undefined;
  const base = hashRateOfThs(mining.baseThs);
  const rate = datedRateOf(mining.reference);
  const offer = boostOffer(base, tenths, mining.boostUsdPerThsDay, rate);
  return {
    ...expectedResult(offer, rewardTermsOf(mining.reference), rate),
    rentedThs: teraText(offer.hashRate),
    boostedThs: teraText(base + offer.hashRate),
  };
}

function teraText(hashesPerSecond: bigint): string {
  const digits = hashesPerSecond.toString().padStart(13, "0");
  return `${digits.slice(0, -12)}.${digits.slice(-12)}`;
}

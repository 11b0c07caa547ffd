/**
 * Computes the effect of changed reference values before they are posted. The results are rounded
 * because they are only displayed.
 */
import {
  boostOffer,
  centsPerBtcOf,
  DAY_MS,
  difficultyOf,
  expectedResult,
  hashRateOfThs,
  nearest,
  REFERENCE_FIELD_NAMES,
  REFERENCE_FIELDS,
  REFERENCE_STEP_HOURS,
  scaledField,
  type DatedRate,
  type ReferenceField,
  type ReferenceTexts,
  type RewardTerms,
} from "#economics";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { numberText } from "../../ui/amounts/number-format.ts";
import { settingsTexts as texts } from "./strings.ts";

export type Settings = ApiAnswer<"getSiteSettings">;
export type Version = Settings["reference"][number];
export type EarnRates = Settings["earn"][number];

export interface DailyFigures {
  readonly earnsSats: bigint;
  readonly earnsCents: bigint;
  readonly powerCents: bigint;
  /** The operator's profit from boosts, in cents. Negative for a loss. */
  readonly boostCents: bigint;
}

const THS = "100";
/** Energy that 3 kW consume in 24 hours. */
const KWH = 72n;
const MICROS_PER_CENT = 10_000n;

/** Returns daily figures for 100 TH/s, 3 kW and a boost. The texts must be valid numbers. */
export function dailyFigures(values: ReferenceTexts): DailyFigures {
  const { earnsSats, earnsCents } = expectedResult(
    { hashRate: hashRateOfThs(THS), milliseconds: DAY_MS, costSats: 0n, costCents: 0n },
    rewardTermsOf(values),
    rateOf(values),
  );
  const powerCents = nearest(KWH, units("usdPerKwh", values), MICROS_PER_CENT);
  return { earnsSats, earnsCents, powerCents, boostCents: boostCents(values) };
}

/** Returns the operator's daily profit from renting out 1 PH/s. The texts must be valid numbers. */
function boostCents(values: ReferenceTexts): bigint {
  const rate = rateOf(values);
  const rented = boostOffer(hashRateOfThs("1000"), 20n, values.boostUsdPerThsDay, rate);
  return -expectedResult(rented, rewardTermsOf(values), rate).resultCents;
}

export function rewardTermsOf(values: ReferenceTexts): RewardTerms {
  return {
    difficulty: difficultyOf(values.difficulty),
    subsidySats: units("subsidyBtc", values),
    feesSats: units("feesBtc", values),
    poolFeeMillionths: units("poolFeePercent", values),
  };
}

export function rateOf(values: ReferenceTexts): DatedRate {
  return { centsPerBtc: centsPerBtcOf(values.usdPerBtc), validFrom: new Date(0) };
}

export function units(field: ReferenceField, values: ReferenceTexts): bigint {
  const scaled = scaledField(field, values[field]);
  if (scaled === undefined) throw new RangeError(`${field} is no number`);
  return scaled;
}

/**
 * Returns the version against which the size of a change is measured: the version in force a day
 * ago, or the oldest loaded version if that version is not loaded.
 */
export function stepBase({
  reference,
  at,
}: Pick<Settings, "reference" | "at">): Version | undefined {
  const since = Date.parse(at) - REFERENCE_STEP_HOURS * 3_600_000;
  return reference.find(({ validFrom }) => Date.parse(validFrom) <= since) ?? reference.at(-1);
}

function isSameValue(field: ReferenceField, one: string, other: string): boolean {
  return scaledField(field, one) === scaledField(field, other);
}

/** Returns a text for each changed value, such as `Rate 60,000 to 61,000 USD per BTC`. */
export function changeSteps(before: ReferenceTexts, after: ReferenceTexts): string[] {
  return REFERENCE_FIELD_NAMES.filter(
    (field) => !isSameValue(field, before[field], after[field]),
  ).map((field) => {
    const { label, unit } = REFERENCE_FIELDS[field];
    return texts.step(label, numberText(before[field]), numberText(after[field]), unit);
  });
}

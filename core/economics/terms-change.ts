/**
 * What an administrator may change the economic inputs to, and the sentence that says why not.
 * Browser and server share it. A slip of the finger must not become everybody's price: one step is
 * at most a factor of 10, reference values make no larger one in a day, and each value has its
 * bounds.
 */
import { formatScaled, parseScaled } from "./scaled-decimal.ts";

/** None is wider than what the calculator works with, and prices of four bytes hold the rate. */
export const REFERENCE_FIELDS = {
  usdPerBtc: { label: "Rate", unit: "USD per BTC", decimals: 2, max: "10000000" },
  difficulty: { label: "Difficulty", unit: "", decimals: 8, max: "1000000000000000000" },
  subsidyBtc: { label: "Block subsidy", unit: "BTC", decimals: 8, max: "50" },
  feesBtc: { label: "Fees per block", unit: "BTC", decimals: 8, max: "10" },
  poolFeePercent: { label: "Pool fee", unit: "%", decimals: 4, max: "20" },
  usdPerKwh: { label: "Electricity", unit: "USD per kWh", decimals: 6, max: "1" },
  boostUsdPerThsDay: { label: "Boost price", unit: "USD per TH/s a day", decimals: 6, max: "100" },
} as const;

export type ReferenceField = keyof typeof REFERENCE_FIELDS;

/** Every input as decimal text; fees and subsidy in BTC. */
export type ReferenceTexts = Readonly<Record<ReferenceField, string>>;

export const REFERENCE_FIELD_NAMES = Object.keys(REFERENCE_FIELDS) as ReferenceField[];

/** These are 0 to begin with, so there is no factor to measure a step by. */
const MAY_BE_ZERO: ReadonlySet<ReferenceField> = new Set(["feesBtc", "poolFeePercent"]);
const DIFFICULTY_MIN = "100000000000";
const STEP_FACTOR = 10n;
/**
 * So long a step counts: many small ones at once are a large one, and running contracts are paid by
 * what it comes to.
 */
export const REFERENCE_STEP_HOURS = 24;
const APY_DECIMALS = 2;
const APY_MAX = 10_000n;
/** "25%+" is a floor: a later rate of the flexible product may not be lower. */
export const FLEXIBLE_APY_MIN = 2_500;

/** A whole number of the field's smallest unit; undefined when the text is no such number. */
export function scaledField(field: ReferenceField, text: string): bigint | undefined {
  return scaled(text, REFERENCE_FIELDS[field].decimals);
}

interface ReferenceStep {
  readonly present: ReferenceTexts;
  readonly next: ReferenceTexts;
  readonly base: ReferenceTexts;
}

/** Why this field may not become what `next` says; undefined when it may. */
function referenceFault(
  field: ReferenceField,
  { present, next, base }: ReferenceStep,
): string | undefined {
  const { label, decimals, max } = REFERENCE_FIELDS[field];
  const value = scaledField(field, next[field]);
  if (value === undefined) return notANumber(label, decimals);
  if (value === 0n && !MAY_BE_ZERO.has(field)) return `${label} must be above 0.`;
  if (field === "difficulty" && value < parseScaled(DIFFICULTY_MIN, decimals))
    return `${label} must be at least ${DIFFICULTY_MIN}.`;
  if (value > parseScaled(max, decimals)) return `${label} must be at most ${max}.`;
  if (field === "feesBtc" && value > (scaledField("subsidyBtc", next.subsidyBtc) ?? value))
    return `${label} must be at most the block subsidy.`;
  if (MAY_BE_ZERO.has(field) || value === parseScaled(present[field], decimals)) return undefined;
  return stepFault(label, parseScaled(base[field], decimals), value, decimals);
}

/**
 * The faults of all fields; an empty object is right. `base` was in force `REFERENCE_STEP_HOURS`
 * ago.
 */
export function referenceFaults(
  present: ReferenceTexts,
  next: ReferenceTexts,
  base = present,
): Partial<Record<ReferenceField, string>> {
  const step = { present, next, base };
  return Object.fromEntries(
    REFERENCE_FIELD_NAMES.map((field) => [field, referenceFault(field, step)]).filter(
      ([, fault]) => fault !== undefined,
    ),
  );
}

/**
 * Why the APY of a product may not become this; undefined when it may. Percent as text; the floor
 * in percent or null.
 */
export function apyFault(
  presentPercent: string,
  nextPercent: string,
  minimumPercent: string | null,
): string | undefined {
  const value = scaled(nextPercent, APY_DECIMALS);
  if (value === undefined) return notANumber("APY", APY_DECIMALS);
  if (value === 0n) return "APY must be above 0.";
  if (minimumPercent !== null && value < parseScaled(minimumPercent, APY_DECIMALS))
    return `APY must be at least ${minimumPercent} %: that floor is promised.`;
  if (value > APY_MAX) return `APY must be at most ${formatScaled(APY_MAX, APY_DECIMALS)} %.`;
  return stepFault("APY", parseScaled(presentPercent, APY_DECIMALS), value, APY_DECIMALS);
}

function stepFault(label: string, present: bigint, next: bigint, decimals: number) {
  if (next <= present * STEP_FACTOR && next * STEP_FACTOR >= present) return undefined;
  const least = (present + STEP_FACTOR - 1n) / STEP_FACTOR;
  const most = present * STEP_FACTOR;
  return `${label} changes by a factor of 10 at most: now from ${formatScaled(least, decimals)} to ${formatScaled(most, decimals)}.`;
}

function notANumber(label: string, decimals: number): string {
  return `${label} must be a number above or equal to 0 with at most ${decimals} decimals and a dot.`;
}

function scaled(text: string, decimals: number): bigint | undefined {
  try {
    return parseScaled(text, decimals);
  } catch {
    return undefined;
  }
}

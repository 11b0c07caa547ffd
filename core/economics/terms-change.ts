/**
 * Validates administrators' changes to the economic inputs and returns the reason for each refusal.
 * Shared by browser and server. To limit the damage of typing errors, a change is at most a factor
 * of 10, a reference value moves by at most this factor within a day, and each value has bounds.
 */
import { formatScaled, parseScaled } from "./scaled-decimal.ts";

/**
 * Bounds of the reference values. Each range is within the calculator's range, and the rate fits
 * the four bytes of a stored price.
 */
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

/** All inputs as decimal text. Fees and subsidy are in BTC. */
export type ReferenceTexts = Readonly<Record<ReferenceField, string>>;

export const REFERENCE_FIELD_NAMES = Object.keys(REFERENCE_FIELDS) as ReferenceField[];

/** Fields that may be 0. The factor limit does not apply to changes from or to 0. */
const MAY_BE_ZERO: ReadonlySet<ReferenceField> = new Set(["feesBtc", "poolFeePercent"]);
const DIFFICULTY_MIN = "100000000000";
const STEP_FACTOR = 10n;
/**
 * Period for the cumulative limit. Without it, many small changes could add up to a large change of
 * the values by which running contracts are paid.
 */
export const REFERENCE_STEP_HOURS = 24;
const APY_DECIMALS = 2;
const APY_MAX = 10_000n;
/**
 * Minimum rate of the flexible product. The product is advertised as "25%+", so its rate must never
 * be lower.
 */
export const FLEXIBLE_APY_MIN = 2_500;

/**
 * Parses the text into the field's smallest unit. Returns undefined if it is not a valid number.
 */
export function scaledField(field: ReferenceField, text: string): bigint | undefined {
  return scaled(text, REFERENCE_FIELDS[field].decimals);
}

interface ReferenceStep {
  readonly present: ReferenceTexts;
  readonly next: ReferenceTexts;
  readonly base: ReferenceTexts;
}

/**
 * Returns the reason why the field must not change to `next`, or undefined if the change is
 * allowed.
 */
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
 * Returns the refusals of all fields, empty if all are valid. `base` holds the values in force
 * `REFERENCE_STEP_HOURS` ago.
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
 * Returns the reason why a product's APY must not change to this value, or undefined if the change
 * is allowed. The APY is a percentage as text. The minimum is in percent, or null if the product
 * has none.
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
    return `APY must be at least ${minimumPercent} %, the promised minimum.`;
  if (value > APY_MAX) return `APY must be at most ${formatScaled(APY_MAX, APY_DECIMALS)} %.`;
  return stepFault("APY", parseScaled(presentPercent, APY_DECIMALS), value, APY_DECIMALS);
}

function stepFault(label: string, present: bigint, next: bigint, decimals: number) {
  if (next <= present * STEP_FACTOR && next * STEP_FACTOR >= present) return undefined;
  const least = (present + STEP_FACTOR - 1n) / STEP_FACTOR;
  const most = present * STEP_FACTOR;
  return `${label} can change by at most a factor of 10. Enter ${formatScaled(least, decimals)} to ${formatScaled(most, decimals)}.`;
}

function notANumber(label: string, decimals: number): string {
  return `${label} must be a number of at least 0 with at most ${decimals} decimals. Use a dot.`;
}

function scaled(text: string, decimals: number): bigint | undefined {
  try {
    return parseScaled(text, decimals);
  } catch {
    return undefined;
  }
}

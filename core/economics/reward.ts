/**
 * Computes the exact expected earnings of a hash rate. FPPS pays the expected value of the work, so
 * the platform bears the variance, not the user. Uses integers only. The result is rounded down to
 * 10^-9 sat.
 */
import { mulDiv } from "#money";
import { DIFFICULTY_SCALE, type Difficulty, type HashesPerSecond } from "./units.ts";

export const NANOSATS_PER_SAT = 1_000_000_000n;
export const DAY_MS = 86_400_000n;
/** Average number of hashes per unit of difficulty. */
const HASHES_PER_DIFFICULTY = 2n ** 32n;
const MICROS_PER_DIFFICULTY = 1_000_000n;
/** 100 % in the unit of `poolFeeMillionths`. */
const WHOLE_MILLIONTHS = 1_000_000n;

/** Values that determine a reward until they are changed. */
export interface RewardTerms {
  readonly difficulty: Difficulty;
  readonly subsidySats: bigint;
  /** Transaction fees of an average block. */
  readonly feesSats: bigint;
  /** The pool's share of the reward: 10,000 is 1 %. */
  readonly poolFeeMillionths: bigint;
}

/** Returns the earnings of one hash per second in one millisecond, in 10^-9 sat, as a fraction. */
export function rewardFactor(terms: RewardTerms): {
  readonly numerator: bigint;
  readonly denominator: bigint;
} {
  return {
    numerator: DIFFICULTY_SCALE * netRewardMillionths(terms) * NANOSATS_PER_SAT,
    denominator: 1_000n * terms.difficulty * HASHES_PER_DIFFICULTY * WHOLE_MILLIONTHS,
  };
}

/**
 * Expected earnings of a hash rate over a duration, in 10^-9 sat, rounded down: hashes x (subsidy +
 * fees) x (1 - pool fee) / (difficulty x 2^32).
 */
export function earnedNanosats(
  hashRate: HashesPerSecond,
  milliseconds: bigint,
  terms: RewardTerms,
): bigint {
  if (milliseconds < 0n) throw new RangeError("a duration must not be negative");
  const { numerator, denominator } = rewardFactor(terms);
  return mulDiv(hashRate * milliseconds, numerator, denominator, "down");
}

/**
 * Value of measured work in 10^-9 sat, rounded down: work x (subsidy + fees) x (1 - pool fee) /
 * difficulty. Work is the sum of the accepted shares' difficulties, in whole millionths.
 */
export function workNanosats(workMicros: bigint, terms: RewardTerms): bigint {
  if (workMicros < 0n) throw new RangeError("work must not be negative");
  return mulDiv(
    workMicros * DIFFICULTY_SCALE,
    netRewardMillionths(terms) * NANOSATS_PER_SAT,
    MICROS_PER_DIFFICULTY * terms.difficulty * WHOLE_MILLIONTHS,
    "down",
  );
}

function netRewardMillionths(terms: RewardTerms): bigint {
  return (terms.subsidySats + terms.feesSats) * (WHOLE_MILLIONTHS - terms.poolFeeMillionths);
}

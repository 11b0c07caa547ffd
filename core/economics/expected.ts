/**
 * Computes the expected result shown above the buy button: an offer's earnings at today's values,
 * its cost, the profit or loss, and the price and difficulty at which the offer breaks even.
 * Figures are estimates that move no money, so they are rounded to the nearest unit.
 */
import { nearest, type DatedRate } from "./conversion.ts";
import { earnedNanosats, NANOSATS_PER_SAT, type RewardTerms } from "./reward.ts";
import type { Difficulty, HashesPerSecond } from "./units.ts";

const SATS_PER_BTC = 100_000_000n;

export interface Offer {
  readonly hashRate: HashesPerSecond;
  readonly milliseconds: bigint;
  readonly costSats: bigint;
  readonly costCents: bigint;
}

export interface ExpectedResult {
  readonly earnsSats: bigint;
  readonly earnsCents: bigint;
  readonly costSats: bigint;
  readonly costCents: bigint;
  /** Profit, or a negative loss. */
  readonly resultSats: bigint;
  readonly resultCents: bigint;
  /** BTC price in cents. Null if the offer earns nothing. */
  readonly breakEvenCentsPerBtc: bigint | null;
  /** Null if the offer costs or earns nothing. */
  readonly breakEvenDifficulty: Difficulty | null;
}

export function expectedResult(offer: Offer, terms: RewardTerms, rate: DatedRate): ExpectedResult {
  const { costSats, costCents } = offer;
  const nanosats = earnedNanosats(offer.hashRate, offer.milliseconds, terms);
  const earnsSats = nearest(nanosats, 1n, NANOSATS_PER_SAT);
  const earnsCents = nearest(nanosats, rate.centsPerBtc, SATS_PER_BTC * NANOSATS_PER_SAT);
  return {
    earnsSats,
    earnsCents,
    costSats,
    costCents,
    resultSats: earnsSats - costSats,
    resultCents: earnsCents - costCents,
    breakEvenCentsPerBtc: breakEvenCentsPerBtc(nanosats, costCents),
    breakEvenDifficulty: breakEvenDifficulty(nanosats, costCents, terms, rate),
  };
}

function breakEvenCentsPerBtc(nanosats: bigint, costCents: bigint): bigint | null {
  if (nanosats === 0n) return null;
  return nearest(costCents, SATS_PER_BTC * NANOSATS_PER_SAT, nanosats);
}

/**
 * Returns difficulty x value / cost, the difficulty at which the earnings equal the cost. This is
 * exact because earnings are inversely proportional to the difficulty.
 */
function breakEvenDifficulty(
  nanosats: bigint,
  costCents: bigint,
  terms: RewardTerms,
  rate: DatedRate,
): Difficulty | null {
  if (nanosats === 0n || costCents === 0n) return null;
  const value = nanosats * rate.centsPerBtc;
  return nearest(
    terms.difficulty,
    value,
    costCents * SATS_PER_BTC * NANOSATS_PER_SAT,
  ) as Difficulty;
}

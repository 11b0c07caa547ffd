/** Computes the expected future earnings of running contracts and of the boost, in satoshis. */
import { earnedNanosats, hashRateOfThs, NANOSATS_PER_SAT } from "#economics";
import { rewardTermsOf, type Mining } from "./reference-terms.ts";

export function contractsToCome({ contracts }: Pick<Mining, "contracts">): number {
  return contracts
    .filter(({ state }) => state === "running")
    .reduce((sum, one) => sum + one.expectedSats - one.earnedSats, 0);
}

/**
 * Returns the boost's future earnings. Its price is not subtracted, because the amount paid already
 * includes it.
 */
export function boostToCome(
  { boost, reference }: Pick<Mining, "boost" | "reference">,
  now: Date,
): number {
  if (boost === null) return 0;
  const leftMs = BigInt(Math.max(0, Date.parse(boost.endsAt) - now.getTime()));
  const nanosats = earnedNanosats(hashRateOfThs(boost.rentedThs), leftMs, rewardTermsOf(reference));
  return Number(nanosats / NANOSATS_PER_SAT);
}

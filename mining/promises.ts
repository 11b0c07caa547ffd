/**
 * What mining has promised: the pay of all that was sold and still runs, at the reference values of
 * the moment.
 */
import {
  earnedNanosats,
  hashesPerSecond,
  NANOSATS_PER_SAT,
  type HashesPerSecond,
  type RewardTerms,
} from "#economics";
import { mulDiv } from "#money";
import { COVER_MS, type Promises, type Sale } from "#treasury";

/**
 * Contracts, boosts and rigs, as if mining were on everywhere, rounded up to the satoshi. Power
 * that rigs will pay is not counted on. Nothing of it is to be paid on demand.
 */
export const miningPromises: Promises = {
  async expectedPaySats(queryable, { now, reference, milliseconds }) {
    const until = new Date(now.getTime() + Number(milliseconds));
    // What has no fixed end, or one later than that, counts for all of the time.
    const [row] = await queryable.query<{ hashes: string }>(
      `select (
         (select coalesce(sum(hash_rate), 0) * $3::bigint from mining_earners
            where closed_at is null and (ends_at is null or ends_at >= $2))
         + (select coalesce(sum(trunc(hash_rate * extract(epoch from ends_at - $1::timestamptz) * 1000)), 0) from mining_earners
            where closed_at is null and ends_at > $1 and ends_at < $2)
       )::text as hashes`,
      [now, until, milliseconds],
    );
    return paySats(hashesPerSecond(BigInt(row?.hashes ?? "0")), 1n, reference);
  },
  onDemandSats: () => Promise.resolve(0n),
};

/** Hash rate on sale. */
export interface HashRateSale {
  readonly hashRate: HashesPerSecond;
  /** Null: without a fixed end. */
  readonly milliseconds: bigint | null;
  readonly priceSats: bigint;
  /** What its buyer may give it back for at once. */
  readonly onDemandSats: bigint;
}

/** As the treasury counts it: the pay of the days that are covered. */
export function saleOf(
  { hashRate, milliseconds, priceSats, onDemandSats }: HashRateSale,
  reference: RewardTerms,
): Sale {
  const counted = milliseconds === null || milliseconds > COVER_MS ? COVER_MS : milliseconds;
  return { priceSats, expectedPaySats: paySats(hashRate, counted, reference), onDemandSats };
}

function paySats(hashRate: HashesPerSecond, milliseconds: bigint, terms: RewardTerms): bigint {
  return mulDiv(earnedNanosats(hashRate, milliseconds, terms), 1n, NANOSATS_PER_SAT, "up");
}

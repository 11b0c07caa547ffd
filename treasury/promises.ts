/**
 * What product rooms have sold and what that will cost the house. Each room counts its own; the
 * treasury adds them up, so that no product can be sold that it does not know of.
 */
import type { DatedRate, RewardTerms } from "#economics";
import type { Queryable } from "#platform";

/** Whole satoshis, never less than what it comes to. */
export interface Promises {
  /**
   * Expected to be paid in the coming time at these values, as if everything sold ran for all of
   * it.
   */
  readonly expectedPaySats: (
    queryable: Queryable,
    at: {
      readonly now: Date;
      readonly reference: RewardTerms;
      readonly milliseconds: bigint;
    },
  ) => Promise<bigint>;
  /** To be paid at once to whoever asks. */
  readonly onDemandSats: (
    queryable: Queryable,
    at: { readonly now: Date; readonly rate: DatedRate },
  ) => Promise<bigint>;
}

/** Of a product that is paid for by those who have it. */
export const noPromises: Promises = {
  expectedPaySats: () => Promise.resolve(0n),
  onDemandSats: () => Promise.resolve(0n),
};

/** What whoever sells or gives asks the treasury with: every product that promises something. */
export interface Treasury {
  readonly promises: readonly Promises[];
}

/** What is to be sold: what it brings, and what it adds to the promises. */
export interface Sale {
  readonly priceSats: bigint;
  /** Expected pay in the days of the cover. */
  readonly expectedPaySats: bigint;
  /** What its buyer may give it back for at once. */
  readonly onDemandSats: bigint;
}

/** What the house promises with a sale, as it will be counted from then on, never less. */
export function promisedSatsOf({ expectedPaySats, onDemandSats }: Sale): bigint {
  return expectedPaySats + onDemandSats;
}

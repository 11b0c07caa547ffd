/**
 * What product modules have sold and what that will cost the platform. Each module counts its own;
 * the treasury adds them up, so that no product can be sold that it does not know of.
 */
import type { DatedRate, RewardTerms } from "#economics";
import type { Queryable } from "#platform";

/** Values that promises are counted at. */
export type ObligationTerms = RewardTerms & DatedRate;

export interface CountedAt {
  readonly now: Date;
  readonly reference: ObligationTerms;
}

/** What people have of something that was sold, and what the platform will still pay for it. */
export interface Liability {
  /** In words, such as `Contracts`. */
  readonly name: string;
  /** How many are open. */
  readonly open: number;
  /** Coins of users that it holds. */
  readonly heldSats: bigint;
  /**
   * Everything still to be paid, to its end: never less than it comes to at these values, and less
   * by no less than what is paid as time goes on, so that what a count leaves is still there later.
   */
  readonly owedSats: bigint;
  /** It lies in a reserve of its own; else it is paid from what the treasury and mining hold. */
  readonly isSetAside: boolean;
  /** Why no more of it is sold; null: it is, as far as the platform is covered. */
  readonly closedReason: string | null;
}

export type Liabilities = (queryable: Queryable, at: CountedAt) => Promise<readonly Liability[]>;

/** The most that may have to be paid from treasury and mining within this time, in satoshis. */
export type Obligations = (
  queryable: Queryable,
  at: CountedAt & { readonly milliseconds: bigint },
) => Promise<bigint>;

/** Of a product that pays from what was set aside for it. */
export const noObligations: Obligations = () => Promise.resolve(0n);

/** What whoever sells or gives asks the treasury with: everything that may cost the platform. */
export interface Treasury {
  readonly products: readonly {
    readonly liabilities: Liabilities;
    readonly obligations: Obligations;
  }[];
}

/** What is to be sold: what it brings, and what it adds to the obligations. */
export interface Sale {
  readonly priceSats: bigint;
  /** All that will be paid for it. */
  readonly owedSats: bigint;
  /** The most of it that is to be paid in the days that have to be at hand. */
  readonly dueSats: bigint;
}

/** Satoshis for each of the two rules. */
export interface Margin {
  /** Funds less everything owed. */
  readonly solvencySats: bigint;
  /** Funds at hand less what is due in the next days. */
  readonly liquiditySats: bigint;
}

/** What a sale takes from both; below 0 where its price brings more. */
export function costOf({ priceSats, owedSats, dueSats }: Sale): Margin {
  return { solvencySats: owedSats - priceSats, liquiditySats: dueSats - priceSats };
}

/**
 * Whether so much may be taken: the platform is covered before it, so that no buyer's coins are
 * what makes an older promise good, and still covered after it. Pure.
 */
export function allows(margin: Margin, cost: Margin): boolean {
  const isEnough = (has: bigint, takes: bigint) => has >= 0n && has >= takes;
  return (
    isEnough(margin.solvencySats, cost.solvencySats) &&
    isEnough(margin.liquiditySats, cost.liquiditySats)
  );
}

/** What both rules leave: the smaller of the two. */
export function least({ solvencySats, liquiditySats }: Margin): bigint {
  return solvencySats < liquiditySats ? solvencySats : liquiditySats;
}

/**
 * Defines liabilities and obligations of the product modules. Each module counts its own
 * liabilities and obligations, and the treasury adds them up, so that no product is missing.
 */
import type { DatedRate, RewardTerms } from "#economics";
import type { Queryable } from "#platform";

/** The reference values at which obligations are counted. */
export type ObligationTerms = RewardTerms & DatedRate;

export interface CountedAt {
  readonly now: Date;
  readonly reference: ObligationTerms;
}

/**
 * Users' holdings of one kind of product, and the amount that the platform still has to pay for
 * them.
 */
export interface Liability {
  /** Name of the product, for example `Contracts`. */
  readonly name: string;
  /** Number of open holdings. */
  readonly open: number;
  /** Users' coins that are held for the product. */
  readonly heldSats: bigint;
  /**
   * Total amount still to be paid until the holdings end. The amount must not be too low at the
   * current reference values, and each payment must reduce it by at least the amount paid.
   * Otherwise, counted margin would not remain available.
   */
  readonly owedSats: bigint;
  /**
   * True if the product is paid from a reserve of its own instead of the treasury and mining
   * accounts.
   */
  readonly isSetAside: boolean;
  /** Why the product is not sold. Null if it is sold while the platform can cover it. */
  readonly closedReason: string | null;
}

export type Liabilities = (queryable: Queryable, at: CountedAt) => Promise<readonly Liability[]>;

/**
 * Returns the maximum that treasury and mining account may have to pay within a time, in satoshis.
 */
export type Obligations = (
  queryable: Queryable,
  at: CountedAt & { readonly milliseconds: bigint },
) => Promise<bigint>;

/** The obligations function of a product that is paid from a reserve of its own. */
export const noObligations: Obligations = () => Promise.resolve(0n);

/** All products that may cost the platform money. Required for sales and for gifts of coins. */
export interface Treasury {
  readonly products: readonly {
    readonly liabilities: Liabilities;
    readonly obligations: Obligations;
  }[];
}

/** A planned sale: its price and its obligations. */
export interface Sale {
  readonly priceSats: bigint;
  /** Total that the platform will pay for the sale. */
  readonly owedSats: bigint;
  /** Maximum that the platform may pay within `LIQUIDITY_MS`. */
  readonly dueSats: bigint;
}

/** Satoshis that remain under each of the two rules. */
export interface Margin {
  /** All funds minus everything owed. */
  readonly solvencySats: bigint;
  /** Available funds minus the payments of the next days. */
  readonly liquiditySats: bigint;
}

/** Returns the margin that a sale uses up. Negative if the sale's price exceeds its obligations. */
export function costOf({ priceSats, owedSats, dueSats }: Sale): Margin {
  return { solvencySats: owedSats - priceSats, liquiditySats: dueSats - priceSats };
}

/**
 * Returns true if the platform's obligations are covered before and after the cost. Cover before
 * the cost is required, so that a buyer's coins do not pay for older obligations.
 */
export function allows(margin: Margin, cost: Margin): boolean {
  const isEnough = (has: bigint, takes: bigint) => has >= 0n && has >= takes;
  return (
    isEnough(margin.solvencySats, cost.solvencySats) &&
    isEnough(margin.liquiditySats, cost.liquiditySats)
  );
}

/** Returns the smaller of the two margins. */
export function least({ solvencySats, liquiditySats }: Margin): bigint {
  return solvencySats < liquiditySats ? solvencySats : liquiditySats;
}

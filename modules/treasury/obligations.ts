/**
 * Types of the product modules' liabilities and obligations. Each module counts what it owes, and
 * the treasury adds up the amounts.
 */
import type { DatedRate, RewardTerms } from "#economics";
import type { Queryable } from "#platform";

/** Reference values at which obligations are counted. */
export type ObligationTerms = RewardTerms & DatedRate;

export interface CountedAt {
  readonly now: Date;
  readonly reference: ObligationTerms;
}

/** Users' holdings of one kind of product, and the amount that the platform still owes for them. */
export interface Liability {
  readonly name: string;
  /** Number of open holdings. */
  readonly open: number;
  /** Users' coins held for the product. */
  readonly heldSats: bigint;
  /**
   * Total amount still to be paid until the holdings end. It must not be too low at the current
   * reference values, and each payment must reduce it by at least the amount paid. Otherwise,
   * margin that was counted earlier could disappear.
   */
  readonly owedSats: bigint;
  /**
   * True if the product is paid from its own reserve instead of the treasury and mining accounts.
   */
  readonly isSetAside: boolean;
  /** Why the product is not sold; null if it is sold as long as the platform can cover it. */
  readonly closedReason: string | null;
}

export type Liabilities = (queryable: Queryable, at: CountedAt) => Promise<readonly Liability[]>;

/**
 * Returns the maximum in satoshis that the treasury and mining accounts may have to pay within a
 * given time.
 */
export type Obligations = (
  queryable: Queryable,
  at: CountedAt & { readonly milliseconds: bigint },
) => Promise<bigint>;

/**
 * Returns the whole satoshis that a product owes now to each of the users, in addition to the
 * amounts of other products. The wallet reports the ledger's balances, so no other product counts
 * coins that are available or held in them. Users to whom it owes nothing may be missing. Amounts
 * are not negative and do not depend on the other users of the call. Callers pass at most 1,000
 * users at a time and read everything in one repeatable-read snapshot.
 */
export type OwedTo = (
  queryable: Queryable,
  at: CountedAt,
  userIds: readonly string[],
) => Promise<ReadonlyMap<string, bigint>>;

/** Result of a product that owes users nothing beyond the amounts of other products. */
export const nothingOwed: OwedTo = () => Promise.resolve(new Map());

/** Obligations of a product that is paid from its own reserve. */
export const noObligations: Obligations = () => Promise.resolve(0n);

/**
 * The obligations of all products that may cost the platform money. Required for every sale and
 * gift.
 */
export interface Treasury {
  readonly products: readonly {
    readonly liabilities: Liabilities;
    readonly obligations: Obligations;
    readonly owedTo: OwedTo;
  }[];
}

export interface Sale {
  readonly priceSats: bigint;
  /** Total amount that the platform will pay for the sale. */
  readonly owedSats: bigint;
  /** Maximum amount that the platform may pay within `LIQUIDITY_MS`. */
  readonly dueSats: bigint;
}

/** Spare satoshis under each of the two cover rules (see fund-payouts.ts). */
export interface Margin {
  /** All funds minus everything owed. */
  readonly solvencySats: bigint;
  /** Available funds minus the payments due within `LIQUIDITY_MS`. */
  readonly liquiditySats: bigint;
}

/** Returns the margin that a sale uses up. Negative if the sale's price exceeds its obligations. */
export function costOf({ priceSats, owedSats, dueSats }: Sale): Margin {
  return { solvencySats: owedSats - priceSats, liquiditySats: dueSats - priceSats };
}

/**
 * Returns whether the platform can cover its obligations before and after the cost. Cover before
 * the cost is required so that a buyer's coins do not pay older obligations.
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

/**
 * Defines the fixed properties of the products. Rates and terms are not included, because
 * administrators can change them.
 */

type ProductKind = "staking" | "investment";

export interface ProductFacts {
  readonly id: string;
  readonly kind: ProductKind;
  readonly name: string;
  /** Number of days in the product's name. Null if the term is posted separately. */
  readonly namedDays: number | null;
  /** True if the product has no fixed term. Interest is then reserved some days ahead. */
  readonly isFlexible: boolean;
  /** Each text states a fact about the product, without advertising. */
  readonly features: readonly string[];
}

/** A product with its current terms. */
export interface Product extends ProductFacts {
  readonly minSats: bigint;
  /** Null for a flexible product, which has no term. */
  readonly termDays: number | null;
  /** False if the product accepts no new money. */
  readonly isOffered: boolean;
}

/** Number of days for which a flexible product's interest is reserved ahead. */
export const DAYS_AHEAD = 30;

const FIXED_FEATURES = [
  "The whole interest is set aside when you open it",
  "Paid automatically with your coins at the end",
  "Leave early at any time: you get all your coins and no interest",
] as const;

const FLEXIBLE_FEATURES = [
  "No term: leave on any day and keep the interest of whole days",
  `${DAYS_AHEAD} days of interest are set aside in advance, one more each day`,
  "At least 25%; a new rate is announced and applies to days not yet set aside",
] as const;

function staking(days: number): ProductFacts {
  return {
    id: `staking-${days}`,
    kind: "staking",
    name: `${days}-day staking`,
    namedDays: days,
    isFlexible: false,
    features: FIXED_FEATURES,
  };
}

export const PRODUCTS: readonly ProductFacts[] = [
  {
    id: "btc-starter",
    kind: "investment",
    name: "BTC Starter",
    namedDays: null,
    isFlexible: false,
    features: FIXED_FEATURES,
  },
  {
    id: "btc-growth",
    kind: "investment",
    name: "BTC Growth",
    namedDays: null,
    isFlexible: false,
    features: FIXED_FEATURES,
  },
  {
    id: "btc-pro",
    kind: "investment",
    name: "BTC Pro",
    namedDays: null,
    isFlexible: true,
    features: FLEXIBLE_FEATURES,
  },
  staking(30),
  staking(90),
  staking(180),
];

/** Returns the product. Throws for an unknown id. */
export function productById(id: string): ProductFacts {
  const product = PRODUCTS.find((one) => one.id === id);
  if (!product) throw new Error(`no product ${id}`);
  return product;
}

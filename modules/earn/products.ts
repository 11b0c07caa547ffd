/**
 * The products. Rates and terms are not here: they are dated, and administrators may post new ones.
 */

type ProductKind = "staking" | "investment";

export interface ProductFacts {
  readonly id: string;
  readonly kind: ProductKind;
  readonly name: string;
  /** Of a fixed term that bears its days in its name; the term of the others is posted. */
  readonly namedDays: number | null;
  /** No term: interest is locked some days ahead. */
  readonly isFlexible: boolean;
  /** Each a property of the product, none is praise. */
  readonly features: readonly string[];
}

/** With the terms in force. */
export interface Product extends ProductFacts {
  readonly minSats: bigint;
  /** Null: flexible. */
  readonly termDays: number | null;
  /** False: takes no new money. */
  readonly isOffered: boolean;
}

/** A flexible product has the interest of this many days locked ahead. */
export const DAYS_AHEAD = 30;

const FIXED_FEATURES = [
  "The whole interest is set aside when you open it",
  "Paid with your coins at the end, by itself",
  "Leave early at any time: all your coins back, no interest",
] as const;

const FLEXIBLE_FEATURES = [
  "No term: leave on any day and keep the interest of whole days",
  `${DAYS_AHEAD} days of interest are set aside ahead, one more each day`,
  "25% is the floor; a new rate is announced and counts for days not yet set aside",
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

/** Throws for an id that no version ever sold. */
export function productById(id: string): ProductFacts {
  const product = PRODUCTS.find((one) => one.id === id);
  if (!product) throw new Error(`no product ${id}`);
  return product;
}

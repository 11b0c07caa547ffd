/** What is on offer. Rates are not here: they are dated, and administrators may post new ones. */

export type ProductKind = "staking" | "investment";

export interface Product {
  readonly id: string;
  readonly kind: ProductKind;
  readonly name: string;
  /** Staking has no minimum but a satoshi. */
  readonly minSats: bigint;
  /** Null: flexible, interest is locked some days ahead. */
  readonly termDays: number | null;
  /** Each a property of the product, none is praise. */
  readonly features: readonly string[];
}

/** A flexible product has the interest of this many days locked ahead. */
export const DAYS_AHEAD = 30;
export const STAKING_DAYS_DEFAULT = 90;

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

function staking(termDays: number): Product {
  return {
    id: `staking-${termDays}`,
    kind: "staking",
    name: `${termDays}-day staking`,
    minSats: 1n,
    termDays,
    features: FIXED_FEATURES,
  };
}

export const PRODUCTS: readonly Product[] = [
  {
    id: "btc-starter",
    kind: "investment",
    name: "BTC Starter",
    minSats: 100_000n,
    termDays: 30,
    features: FIXED_FEATURES,
  },
  {
    id: "btc-growth",
    kind: "investment",
    name: "BTC Growth",
    minSats: 5_000_000n,
    termDays: 90,
    features: FIXED_FEATURES,
  },
  {
    id: "btc-pro",
    kind: "investment",
    name: "BTC Pro",
    minSats: 50_000_000n,
    termDays: null,
    features: FLEXIBLE_FEATURES,
  },
  staking(30),
  staking(90),
  staking(180),
];

/** Throws for an id that no version ever sold. */
export function productById(id: string): Product {
  const product = PRODUCTS.find((one) => one.id === id);
  if (!product) throw new Error(`no product ${id}`);
  return product;
}

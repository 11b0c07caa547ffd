/**
 * Converts offers at today's terms to the terms of a period. A plan keeps its ratio of value to
 * price at any length ("equal terms"). A rig's price is paid once, while its earnings and power
 * costs continue for the whole period. A rig's resale value is ignored.
 */
import { parseScaled } from "../scaled-decimal.ts";
import { MILLIONTHS, type Terms } from "./outcome.ts";

export type ReplayOffer =
  /** Expected value of the output, and power cost, in millionths of the price. */
  | { readonly kind: "ratio"; readonly worthMillionths: bigint; readonly powerMillionths: bigint }
  /** Expected value over the plan's term, and the plan's price, which includes power. */
  | { readonly kind: "plan"; readonly worthCents: bigint; readonly priceCents: bigint }
  /** Daily value, daily power cost and one-time price, in millionths of a dollar. */
  | {
      readonly kind: "daily";
      readonly earnsMicros: bigint;
      readonly powerMicros: bigint;
      readonly priceMicros: bigint;
    }
  /** A stake, whose coins earn interest. The yearly rate is in hundredths of a percent. */
  | { readonly kind: "stake"; readonly apyBasisPoints: bigint };

const YEAR_BASIS_POINTS = 3_650_000n;

/**
 * Converts an offer to the terms of a period. Returns undefined if the user pays nothing, because
 * there is then nothing to pay back.
 */
export function termsOf(offer: ReplayOffer, days: number): Terms | undefined {
  if (offer.kind === "daily") return dailyTerms(offer, BigInt(days));
  if (offer.kind === "stake") {
    const worth = YEAR_BASIS_POINTS + offer.apyBasisPoints * BigInt(days);
    return { kind: "coins", worth, price: YEAR_BASIS_POINTS };
  }
  if (offer.kind === "ratio") {
    const { worthMillionths: worth, powerMillionths: power } = offer;
    return { kind: "mining", worth, price: MILLIONTHS, power };
  }
  if (offer.priceCents === 0n) return undefined;
  return { kind: "mining", worth: offer.worthCents, price: offer.priceCents, power: 0n };
}

/**
 * Returns a rig's terms for the period. Without a price, the power cost is the amount to pay back.
 */
function dailyTerms(
  { earnsMicros, powerMicros, priceMicros }: Extract<ReplayOffer, { kind: "daily" }>,
  days: bigint,
): Terms | undefined {
  const [worth, power] = [earnsMicros * days, powerMicros * days];
  if (priceMicros > 0n) return { kind: "mining", worth, price: priceMicros, power };
  return power > 0n ? { kind: "mining", worth, price: power, power: 0n } : undefined;
}

interface Range {
  readonly min: string;
  readonly max: string;
  readonly decimals: number;
}

/** Allowed ranges of user-entered values. */
export const OWN_VALUES = {
  ratio: { min: "0.0001", max: "1000", decimals: 6 },
  power: { min: "0", max: "1000", decimals: 6 },
  earns: { min: "0", max: "1000000", decimals: 6 },
  uses: { min: "0", max: "1000000", decimals: 6 },
  price: { min: "0", max: "1000000000", decimals: 6 },
  apy: { min: "0", max: "1000", decimals: 2 },
  tariff: { min: "0", max: "100", decimals: 6 },
} as const satisfies Readonly<Record<string, Range>>;

export type OwnValue = keyof typeof OWN_VALUES;

/**
 * Parses a user-entered value. Returns undefined unless it is a decimal number within its range.
 */
export function readOwnValue(name: OwnValue, text: string): bigint | undefined {
  const { min, max, decimals }: Range = OWN_VALUES[name];
  if (!/^\d{1,12}(\.\d{1,12})?$/.test(text)) return undefined;
  if ((text.split(".")[1] ?? "").replace(/0+$/, "").length > decimals) return undefined;
  const value = parseScaled(text, decimals);
  const isInside = value >= parseScaled(min, decimals) && value <= parseScaled(max, decimals);
  return isInside ? value : undefined;
}

/**
 * Converts decimal text to an instrument's int32 price and back. Feeds and orders share this
 * parser, which never uses floats.
 */
import { formatAmount, parseAmount } from "#money";
import { PRICE_MAX, PRICE_STEP, type Instrument } from "./instruments.ts";

/** Bid and ask at a point in time. */
export interface Quote {
  readonly bid: number;
  readonly ask: number;
  readonly timeMs: number;
}

export type PriceFault = "PRICE_INVALID" | "PRICE_PRECISION_EXCEEDED";

/**
 * Parses a price: `"1.16848"` becomes 1,168,480 for EUR_USD. Returns a fault if it is not a
 * quotable price.
 */
export function readPrice(text: string, instrument: Instrument): number | PriceFault {
  const { displayPrecision } = instrument;
  const steps = parseAmount(text, displayPrecision);
  if (steps === undefined)
    return /^\d{1,8}\.\d{1,20}$/.test(text) && parseAmount(text, 20) !== undefined
      ? "PRICE_PRECISION_EXCEEDED"
      : "PRICE_INVALID";
  const price = steps * BigInt(PRICE_STEP);
  return price > 0n && price <= BigInt(PRICE_MAX) ? Number(price) : "PRICE_INVALID";
}

/**
 * Formats a price for display: 1,168,480 becomes `1.16848`. A mid price may need the additional
 * decimal of int32 prices.
 */
export function priceText(price: number, { displayPrecision }: Instrument): string {
  const text = formatAmount(BigInt(price), displayPrecision + 1);
  return text.endsWith("0") ? text.slice(0, -1) : text;
}

/** Returns twice the mid price, which is a whole number for any bid and ask. */
export function doubledMid({ bid, ask }: Quote): number {
  return bid + ask;
}

/** True if the number is a valid price and a multiple of the price step. */
export function isQuotable(price: number): boolean {
  return Number.isInteger(price) && price > 0 && price <= PRICE_MAX && price % PRICE_STEP === 0;
}

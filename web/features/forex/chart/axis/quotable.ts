import { isQuotable, PRICE_STEP } from "#market";

/** Rounds to the nearest valid price. Returns undefined if the price is out of range. */
export function quotable(price: number): number | undefined {
  const rounded = Math.round(price / PRICE_STEP) * PRICE_STEP;
  return isQuotable(rounded) ? rounded : undefined;
}

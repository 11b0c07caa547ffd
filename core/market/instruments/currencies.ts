/** The desk's currencies, in the column order of all arrays. */
export const HOME_CURRENCY = "USD";

/** All currencies except the dollar. */
export const FOREIGN_CURRENCIES = [
  "EUR",
  "GBP",
  "AUD",
  "NZD",
  "CAD",
  "CHF",
  "JPY",
  "SEK",
  "NOK",
  "PLN",
] as const;

/** Columns of price levels: the foreign currencies, then the dollar. */
export const CURRENCIES = [...FOREIGN_CURRENCIES, HOME_CURRENCY] as const;

/** `BLIND` is the hidden currency of a blind replay. */
export type Currency = (typeof CURRENCIES)[number] | "BTC" | "BLIND";

/** Returns the index of a currency's column, or -1 for an unknown currency. */
export function columnOf(currency: Currency): number {
  return (CURRENCIES as readonly string[]).indexOf(currency);
}

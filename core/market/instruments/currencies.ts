/** The currencies of the desk. Columns and factors use the same order everywhere. */
export const HOME_CURRENCY = "USD";

/** Currencies with a changing value in USD. */
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

/** Columns of levels: the foreign currencies, then the dollar. */
export const CURRENCIES = [...FOREIGN_CURRENCIES, HOME_CURRENCY] as const;

export type Currency = (typeof CURRENCIES)[number] | "BTC";

/** Index of the column. -1 for a currency without one. */
export function columnOf(currency: Currency): number {
  return (CURRENCIES as readonly string[]).indexOf(currency);
}

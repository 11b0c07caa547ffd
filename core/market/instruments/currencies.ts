/** The currencies of the desk. Their order is that of columns and factors everywhere else. */
export const HOME_CURRENCY = "USD";

/** Each has a value in USD that moves; the dollar is worth one dollar. */
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

/** Place among the columns; -1 for what has none. */
export function columnOf(currency: Currency): number {
  return (CURRENCIES as readonly string[]).indexOf(currency);
}

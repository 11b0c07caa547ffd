/**
 * Computes a pair's price from the ECB's rates for a day: the quotient of two rates as int32,
 * rounded to the price step.
 */
import { CURRENCIES } from "../instruments/currencies.ts";
import { PRICE_STEP, type Instrument } from "../instruments/instruments.ts";
import { writeDollars, type Fixing } from "./fixings.ts";

const scratch = new Float64Array(CURRENCIES.length);

export function fixingPrice({ perEuro }: Fixing, { columns, priceScale }: Instrument): number {
  writeDollars(perEuro, scratch);
  const [base, quote] = columns;
  const rate = (scratch[base] ?? 0) / (scratch[quote] ?? 0);
  return Math.round((rate * priceScale) / PRICE_STEP) * PRICE_STEP;
}

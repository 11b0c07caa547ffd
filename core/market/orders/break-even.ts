/** Computes the price at which closing a trade is not a loss. */
import type { Trade } from "../book/account.ts";
import { factorOf, quoteOf, type Quotes } from "../book/conversion.ts";
import { PRICE_STEP } from "../instruments/instruments.ts";

/**
 * Returns the break-even price: the entry price, one current spread against slippage, and the
 * financing that the trade has paid per unit. Financing that the trade has received is not
 * subtracted. Rounded in the direction of a gain. Throws a RangeError if there is no quote.
 */
export function breakEvenPrice(
  { instrument, units, price }: Trade,
  financingCents: bigint,
  quotes: Quotes,
): number {
  const { bid, ask } = quoteOf(instrument, quotes);
  const paidCents = financingCents < 0n ? -financingCents : 0n;
  // Gains are converted at the bid of their currency.
  const { top, bottom } = factorOf(instrument.quote, "USD", quotes, "bid");
  const size = BigInt(Math.abs(units));
  const financing = roundedUp(
    paidCents * BigInt(instrument.priceScale) * bottom,
    100n * size * top,
  );
  const distance = Math.ceil((ask - bid + financing) / PRICE_STEP) * PRICE_STEP;
  return price + Math.sign(units) * distance;
}

function roundedUp(top: bigint, bottom: bigint): number {
  return Number((top + bottom - 1n) / bottom);
}

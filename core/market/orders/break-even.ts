/** Computes the price at which closing a trade is not a loss. */
import type { Trade } from "../book/account.ts";
import { factorOf, quoteOf, type Quotes } from "../book/conversion.ts";
import { NOTHING, plus, type Ratio } from "../book/ratio.ts";
import { PRICE_STEP } from "../instruments/instruments.ts";

/** A financing in cents, negative if it was paid, and the units that shared it. */
export interface SharedFinancing {
  readonly cents: bigint;
  readonly units: number;
}

/**
 * Returns the break-even price: the entry price, one current spread against slippage, and the
 * financing that each unit has paid. Financing that was received is not subtracted. Rounded in the
 * direction of a gain. Throws a RangeError if there is no quote.
 */
export function breakEvenPrice(
  { instrument, units, price }: Trade,
  financings: readonly SharedFinancing[],
  quotes: Quotes,
): number {
  const { bid, ask } = quoteOf(instrument, quotes);
  const perUnit = financings.map(({ cents, units: sharing }) => {
    return { top: cents, bottom: BigInt(Math.abs(sharing)) };
  });
  const total = perUnit.reduce<Ratio>(plus, NOTHING);
  const paid = total.top < 0n ? -total.top : 0n;
  // Gains are converted at the bid of their currency.
  const { top, bottom } = factorOf(instrument.quote, "USD", quotes, "bid");
  const financing = roundedUp(
    paid * BigInt(instrument.priceScale) * bottom,
    100n * total.bottom * top,
  );
  const distance = Math.ceil((ask - bid + financing) / PRICE_STEP) * PRICE_STEP;
  return price + Math.sign(units) * distance;
}

function roundedUp(top: bigint, bottom: bigint): number {
  return Number((top + bottom - 1n) / bottom);
}

/** Widens the spread of quotes about their mid, so that a replay can show the cost of spreads. */
import { PRICE_MAX, PRICE_STEP } from "../instruments/instruments.ts";
import type { Quote } from "../instruments/price.ts";

/**
 * Multiplies the distance of bid and ask from their mid by a whole factor, and rounds both away
 * from the mid to the price grid. The mid stays the same.
 */
export function widened(quote: Quote, factor: number): Quote {
  if (factor === 1) return quote;
  const { bid, ask, timeMs } = quote;
  const added = ((factor - 1) * (ask - bid)) / 2;
  return {
    bid: Math.max(PRICE_STEP, Math.floor((bid - added) / PRICE_STEP) * PRICE_STEP),
    ask: Math.min(PRICE_MAX, Math.ceil((ask + added) / PRICE_STEP) * PRICE_STEP),
    timeMs,
  };
}

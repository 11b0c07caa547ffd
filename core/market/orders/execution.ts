/**
 * Computes a fill's price from the quote. An order's latency is derived from its id, and a price
 * change during the latency is the user's gain or loss. The size effect always makes the price
 * worse, by the table below. The size effect depends on the position that remains after the fill,
 * because the remaining position is the risk. A pure reduction has no size effect, so closing in
 * parts costs as much as closing at once. An order that reverses a position has a single price,
 * which also applies to the part that closes.
 */
import { PRICE_STEP } from "../instruments/instruments.ts";
import type { Quote } from "../instruments/price.ts";
import { drawNumber } from "../practice/seeds.ts";
import { originOf } from "./inherited-ids.ts";

/** 32 quantiles of the latency distribution, in milliseconds. */
export const LATENCIES_MS: readonly number[] = [
  20, 24, 28, 31, 34, 37, 40, 43, 46, 49, 52, 55, 58, 61, 65, 68, 72, 76, 80, 85, 90, 95, 101, 108,
  115, 124, 134, 146, 162, 183, 212, 250,
];

/**
 * Size effect: a fill that leaves a position above `aboveUnits` pays `tenths` tenths of the spread
 * in addition to the quote.
 */
export const SIZE_EFFECT: readonly { readonly aboveUnits: number; readonly tenths: number }[] = [
  { aboveUnits: 50_000_000, tenths: 50 },
  { aboveUnits: 10_000_000, tenths: 20 },
  { aboveUnits: 5_000_000, tenths: 10 },
  { aboveUnits: 1_000_000, tenths: 4 },
  { aboveUnits: 500_000, tenths: 2 },
  { aboveUnits: 100_000, tenths: 1 },
  { aboveUnits: 0, tenths: 0 },
];

const SHARE_MAX = 20;

export interface ExecutionPrice {
  readonly price: number;
  readonly tenths: number;
}

/** Returns an order's latency, which depends only on the seed and the order's id. */
export function latencyMs(seed: Uint8Array, orderId: string): number {
  return LATENCIES_MS[drawNumber(seed, `latency ${originOf(orderId)}`) % LATENCIES_MS.length] ?? 0;
}

/**
 * Returns an order's fill price. `held` is the position before the fill, and `units` are the
 * order's units.
 */
export function executionPrice(quote: Quote, units: number, held: number): ExecutionPrice {
  const isBuy = units > 0;
  const side = isBuy ? quote.ask : quote.bid;
  const after = Math.abs(held + units);
  const isReduction = held * units < 0 && Math.abs(units) <= Math.abs(held);
  const tenths = isReduction
    ? 0
    : (SIZE_EFFECT.find(({ aboveUnits }) => after > aboveUnits)?.tenths ?? 0);
  const steps = Math.ceil(((quote.ask - quote.bid) * tenths) / 10 / PRICE_STEP);
  const worse = Math.min(
    steps * PRICE_STEP,
    Math.floor(side / SHARE_MAX / PRICE_STEP) * PRICE_STEP,
  );
  return { price: isBuy ? side + worse : Math.max(PRICE_STEP, side - worse), tenths };
}

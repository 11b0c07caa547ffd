/**
 * Shares a trade's units among its take profits. If the trade has fewer units than its take profits
 * together, the nearest take profit keeps its units first, and the farthest loses units first.
 */
import type { Trade } from "../book/account.ts";
import type { Order } from "./order.ts";

/** Maximum number of take profits of a trade. */
export const TARGETS_MAX = 5;

interface Share {
  readonly price: number;
  /** Units to close, always positive. */
  readonly units: number;
}

/**
 * Returns the take profits with the units that each may close, nearest first. A take profit without
 * units is returned with 0 units. `tradeUnits` is positive for a long trade.
 */
export function sharesOf<Target extends Share>(
  targets: readonly Target[],
  tradeUnits: number,
): readonly Target[] {
  const side = Math.sign(tradeUnits);
  let remaining = Math.abs(tradeUnits);
  return targets
    .toSorted((a, b) => side * (a.price - b.price))
    .map((target) => {
      const units = Math.min(target.units, remaining);
      remaining -= units;
      return { ...target, units };
    });
}

/** Returns the units with which an exit fills now, positive if it buys. */
export function exitUnits(
  { units, isPart }: Pick<Order, "units" | "isPart">,
  trade: Pick<Trade, "units">,
): number {
  const open = Math.abs(trade.units);
  const size = isPart ? Math.min(Math.abs(units), open) : open;
  return -Math.sign(trade.units) * size;
}

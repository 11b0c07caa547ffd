/**
 * Determines the worst price at which an order may be filled, and compares prices with this limit.
 */
import type { Order } from "./order.ts";

export function limitOf({ type, price }: Order): number | undefined {
  return type === "LIMIT" || type === "TAKE_PROFIT" ? price : undefined;
}

export function isWorse({ units }: Order, price: number, than: number | undefined): boolean {
  if (than === undefined) return false;
  return units > 0 ? price > than : price < than;
}

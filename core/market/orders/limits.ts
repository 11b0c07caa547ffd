/**
 * Determines the worst price at which an order may be filled, and compares prices with this limit.
 */
import type { Order } from "./order.ts";

/** Returns the order as it acts now. A triggered stop-limit order acts as a limit order. */
export function actingOrder(order: Order): Order {
  const { type, limitPrice, triggeredMs } = order;
  if (type !== "STOP_LIMIT" || limitPrice === undefined || triggeredMs === undefined) return order;
  return { ...order, type: "LIMIT", price: limitPrice };
}

/** True for a stop-limit order whose stop has not been reached yet. */
export function waitsForStop({ type, triggeredMs }: Order): boolean {
  return type === "STOP_LIMIT" && triggeredMs === undefined;
}

export function limitOf({ type, price, limitPrice }: Order): number | undefined {
  if (type === "STOP_LIMIT") return limitPrice;
  return type === "LIMIT" || type === "TAKE_PROFIT" ? price : undefined;
}

export function isWorse({ units }: Order, price: number, than: number | undefined): boolean {
  if (than === undefined) return false;
  return units > 0 ? price > than : price < than;
}

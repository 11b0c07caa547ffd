/** Lists a user's orders, newest first. */
import type { Queryable } from "#platform";
import { ordersBefore, type Order } from "./orders-table.ts";
import { shopRefusals } from "./refusals.ts";

const AFTER_ALL = 2n ** 63n - 1n;

export interface OrdersRequest {
  readonly userId: string;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Returns a page of orders. Throws `cursor_malformed`. */
export async function listOrders(
  { database }: { readonly database: Queryable },
  { userId, cursor, limit }: OrdersRequest,
): Promise<{ items: Order[]; nextCursor: string | null }> {
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) throw shopRefusals.cursor_malformed();
  const before = cursor === undefined ? AFTER_ALL : BigInt(cursor);
  const orders = await ordersBefore(database, userId, before, limit + 1);
  const items = orders.slice(0, limit);
  const nextCursor = orders.length > limit ? (items.at(-1)?.position.toString() ?? null) : null;
  return { items, nextCursor };
}

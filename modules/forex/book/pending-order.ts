/** Finds the pending order that a user wants to cancel or replace. */
import type { Queryable } from "#platform";
import type { Book } from "./book.ts";
import { findOrder, type StoredOrder } from "./orders-table.ts";
import { forexRefusals } from "../terms/refusals.ts";

/** Returns the pending order. Throws `order_unknown` or `order_ended`. */
export async function pendingOrder(
  queryable: Queryable,
  { userId, pending }: Pick<Book, "userId" | "pending">,
  id: string,
): Promise<StoredOrder> {
  const stored = pending.find((order) => order.id === id);
  if (stored) return stored;
  const ended = await findOrder(queryable, userId, id);
  if (!ended) throw forexRefusals.order_unknown();
  throw forexRefusals.order_ended({ state: ended.state.toLowerCase() });
}

/** Like `pendingOrder`, but throws `order_of_trade` for a trade's stop loss or take profit. */
export async function pendingEntryOrder(
  queryable: Queryable,
  book: Pick<Book, "userId" | "pending">,
  id: string,
): Promise<StoredOrder> {
  const stored = await pendingOrder(queryable, book, id);
  if (stored.order.tradeId !== undefined) throw forexRefusals.order_of_trade();
  return stored;
}

/** Cancels a pending order for its owner. */
import { runOnce, type DatabaseTransaction, type IdempotentRequest } from "#platform";
import { retryAfterTicks, assertTicksProcessed } from "../book/assert-ticks-processed.ts";
import { cancel, lockBook } from "../book/book.ts";
import type { StoredOrder } from "../book/orders-table.ts";
import { saveBook } from "../book/save.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { forexRefusals } from "../terms/refusals.ts";
import { pendingOrder } from "../book/pending-order.ts";

/**
 * Cancels the order. Throws `order_unknown`, `order_ended`, or `market_halted` while the engine is
 * behind.
 */
export async function cancelOrder<Answer>(
  deps: Pick<DeskDeps, "database" | "clock" | "feed" | "accounts" | "termsOf">,
  { request, orderId }: { readonly request: IdempotentRequest; readonly orderId: string },
  present: (order: StoredOrder) => Answer,
): Promise<Answer> {
  const { database, clock, feed, accounts } = deps;
  const userId = accounts.idOf(request.userId);
  const cancelOnce = async (tx: DatabaseTransaction) => {
    const book = await lockBook(tx, deps, userId, clock.now());
    if (!book) throw forexRefusals.order_unknown();
    const stored = await pendingOrder(tx, book, orderId);
    await assertTicksProcessed(feed, book);
    const cancelled = cancel(book, stored, "CLIENT_REQUEST");
    await saveBook(tx, book);
    return present(cancelled);
  };
  const answer = await retryAfterTicks(deps, () => runOnce(database, request, cancelOnce));
  accounts.publish(userId);
  return answer;
}

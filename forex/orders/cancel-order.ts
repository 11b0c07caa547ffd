/** Ends a pending order for its owner. */
import { runOnce, type IdempotentRequest } from "#platform";
import { announce } from "../book/announce.ts";
import { cancel, lockBook } from "../book/book.ts";
import { findOrder, type StoredOrder } from "../book/orders-table.ts";
import { saveBook } from "../book/save.ts";
import type { DeskParts } from "../terms/desk-parts.ts";
import { forexRefusals } from "../terms/refusals.ts";

/** Throws `order_unknown`, `order_ended`. */
export async function cancelOrder<Answer>(
  { database, clock, bus }: Pick<DeskParts, "database" | "clock" | "bus">,
  { request, orderId }: { readonly request: IdempotentRequest; readonly orderId: string },
  present: (order: StoredOrder) => Answer,
): Promise<Answer> {
  const { userId } = request;
  const answer = await runOnce(database, request, async (tx) => {
    const book = await lockBook(tx, userId, clock.now());
    const stored = book?.pending.find(({ id }) => id === orderId);
    if (!book || !stored) {
      const ended = await findOrder(tx, userId, orderId);
      if (!ended) throw forexRefusals.order_unknown();
      throw forexRefusals.order_ended({ state: ended.state.toLowerCase() });
    }
    const cancelled = cancel(book, stored, "CLIENT_REQUEST");
    await saveBook(tx, book);
    return present(cancelled);
  });
  announce(bus, userId);
  return answer;
}

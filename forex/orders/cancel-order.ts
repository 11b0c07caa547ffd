/** Ends a pending order for its owner. */
import { runOnce, type IdempotentRequest } from "#platform";
import { cancel, lockBook } from "../book/book.ts";
import type { StoredOrder } from "../book/orders-table.ts";
import { saveBook } from "../book/save.ts";
import type { DeskParts } from "../feed/desk-parts.ts";
import { forexRefusals } from "../terms/refusals.ts";
import { pendingOrder } from "./pending-order.ts";

/** Throws `order_unknown`, `order_ended`. */
export async function cancelOrder<Answer>(
  parts: Pick<DeskParts, "database" | "clock" | "accounts" | "termsOf">,
  { request, orderId }: { readonly request: IdempotentRequest; readonly orderId: string },
  present: (order: StoredOrder) => Answer,
): Promise<Answer> {
  const { database, clock, accounts } = parts;
  const userId = accounts.idOf(request.userId);
  const answer = await runOnce(database, request, async (tx) => {
    const book = await lockBook(tx, parts, userId, clock.now());
    if (!book) throw forexRefusals.order_unknown();
    const stored = await pendingOrder(tx, book, orderId);
    const cancelled = cancel(book, stored, "CLIENT_REQUEST");
    await saveBook(tx, book);
    return present(cancelled);
  });
  accounts.announce(userId);
  return answer;
}

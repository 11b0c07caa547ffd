/**
 * Records the engine's actions on an account for its owner: fills of pending orders and exits, and
 * orders that ended without a fill. `notifyOwners` sends the message later.
 */
import type { Book } from "../book/book.ts";

/** Events beyond this number are counted in the message, not listed. */
const UNTOLD_MAX = 500;

/**
 * Considers the events recorded in the book so far. The end of an exit whose trade is closed is not
 * reported.
 */
export function recordNotice(book: Book): void {
  if (!book.accounts.notifiesOwners) return;
  const ids = book.changes.entries
    .filter(
      ({ type, detail }) =>
        type === "ORDER_FILL" ||
        (type === "ORDER_CANCEL" && detail?.["reason"] !== "LINKED_TRADE_CLOSED"),
    )
    .map(({ id }) => id);
  book.untold = [...book.untold, ...ids].slice(-UNTOLD_MAX);
}

/**
 * Remembers what the engine did to an account while its owner sent nothing: fills of waiting orders
 * and exits, and orders that ended without a fill. The message follows in `tellOwners`.
 */
import type { Book } from "../book/book.ts";

/** More than that are counted in one message, not listed. */
const UNTOLD_MAX = 500;

/** Of what the book has recorded so far; the end of an exit whose trade is closed is no news. */
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

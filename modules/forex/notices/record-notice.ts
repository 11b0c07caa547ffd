/**
 * Records the engine's actions on an account for its owner: fills of pending orders and exits, and
 * orders that ended without a fill. `notifyOwners` later reports the recorded actions.
 */
import type { Book } from "../book/book.ts";

/** Maximum number of events that a message lists. Further events are only counted. */
const UNTOLD_MAX = 500;

/**
 * Records the book's events so far. Exits that end because their trade is closed are not reported.
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

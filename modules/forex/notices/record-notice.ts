/**
 * Records the engine's actions on an account for its owner: fills of pending orders and exits,
 * orders that ended without a fill, and larger financing. `notifyOwners` later reports the recorded
 * actions.
 */
import type { Book, NumberedEntry } from "../book/book.ts";

/** Maximum number of events that a message lists. Further events are only counted. */
const UNTOLD_MAX = 500;
/** Financing of at most this many cents is not reported. */
const FINANCING_CENTS_MIN = 100n;

/**
 * Records the book's events so far. Exits that end because their trade is closed are not reported.
 */
export function recordNotice(book: Book): void {
  if (!book.accounts.notifiesOwners) return;
  const ids = book.changes.entries.filter(isReported).map(({ id }) => id);
  book.untold = [...book.untold, ...ids].slice(-UNTOLD_MAX);
}

function isReported({ type, detail, amountCents = 0n }: NumberedEntry): boolean {
  if (type === "DAILY_FINANCING")
    return amountCents > FINANCING_CENTS_MIN || amountCents < -FINANCING_CENTS_MIN;
  if (type === "ORDER_CANCEL") return detail?.["reason"] !== "LINKED_TRADE_CLOSED";
  return type === "ORDER_FILL";
}

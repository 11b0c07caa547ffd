/**
 * Decides about an order and changes its book in memory. Taking and writing the book belongs to
 * `take-order.ts`.
 */
import { Refusal, type DatabaseTransaction, type IdempotentRequest } from "#platform";
import { forexRefusals } from "../terms/refusals.ts";
import type { Sent } from "./assert-takes-orders.ts";
import type { TicksPendingError } from "./assert-ticks-processed.ts";
import { cancel, type Book } from "./book.ts";
import type { OrderCount, StoredOrder } from "./orders-table.ts";

const ORDERS_A_SECOND = 10;
const PENDING_MAX = 300;

export interface OrderToTake<Answer = unknown> {
  readonly request: IdempotentRequest;
  readonly sent: Sent;
  /** When it meets the market: the book's time. */
  readonly at: Date;
  /** A market order; false for an order that waits for its price. */
  readonly isAtOnce: boolean;
  /** The market has reached its price, so it is filled at `at` instead of by the engine. */
  readonly isReached?: boolean;
  /** It only closes: taken also when the desk takes no new orders. */
  readonly isClosing: boolean;
  /** Finds the order that it replaces. */
  readonly replaces?: (tx: DatabaseTransaction, book: Book) => Promise<StoredOrder>;
  /** Throws a Refusal, and leaves a book that must not be written. */
  readonly take: (book: Book, replaced: StoredOrder | undefined, isTurn: boolean) => Answer;
}

export interface OrderFacts {
  readonly book: Book;
  readonly count: OrderCount | undefined;
  /** A tick that the order depends on and that the engine has not walked. */
  readonly missedTick: TicksPendingError | undefined;
  /** The order that it replaces, or the refusal to replace it. */
  readonly replaced?: StoredOrder | Refusal | undefined;
  /** It is filled now; otherwise the engine fills it. */
  readonly isTurn: boolean;
}

/** Throws `too_many_orders`, `NotWalkedError`, the refusals of `take`, `too_many_pending`. */
export function decideOrder<Answer>(
  { book, count, missedTick, replaced, isTurn }: OrderFacts,
  { isAtOnce, take }: Pick<OrderToTake<Answer>, "isAtOnce" | "take">,
): Answer {
  if ((count?.recent ?? 0) >= ORDERS_A_SECOND) throw forexRefusals.too_many_orders();
  if (missedTick) throw missedTick;
  if (replaced instanceof Refusal) throw replaced;
  if (replaced) cancel(book, replaced, "CLIENT_REQUEST_REPLACED");
  const answer = take(book, replaced, isTurn);
  if (!isAtOnce && !replaced && (count?.pending ?? 0) >= PENDING_MAX)
    throw forexRefusals.too_many_pending();
  return answer;
}

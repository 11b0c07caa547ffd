/**
 * Decides about an order and changes its book in memory. Taking and writing the book belongs to
 * `take-order.ts`.
 */
import type { Instrument } from "#market";
import { Refusal, type IdempotentRequest } from "#platform";
import { forexRefusals } from "../terms/refusals.ts";
import type { Sent } from "./assert-takes-orders.ts";
import type { TicksPendingError } from "./assert-ticks-processed.ts";
import { cancel, place, type Book } from "./book.ts";
import { fillNow, type Turn } from "./fill-now.ts";
import { orderFrom, type OrderSource } from "./order-source.ts";
import type { OrderCount, StoredOrder } from "./orders-table.ts";

const ORDERS_A_SECOND = 10;
const PENDING_MAX = 300;

export interface OrderToTake<Answer = unknown> {
  readonly request: IdempotentRequest;
  readonly id: string;
  readonly instrument: Instrument;
  readonly source: OrderSource;
  readonly sent: Sent;
  /** When it meets the market: the book's time. */
  readonly at: Date;
  /** A market order; false for an order that waits for its price. */
  readonly isAtOnce: boolean;
  /** The market has reached its price, so it is filled at `at` instead of by the engine. */
  readonly isReached?: boolean;
  /** It only closes: taken also when the desk takes no new orders. */
  readonly isClosing: boolean;
  /** Id of the pending order that it replaces. */
  readonly replacesId?: string | undefined;
  /** The market when it arrives; undefined for an order that rests. */
  readonly turn: Turn | undefined;
  /** Makes the answer that is stored for a repeat of the request. */
  readonly present: (order: StoredOrder, book: Book) => Answer;
}

export interface OrderFacts {
  readonly book: Book;
  readonly count: OrderCount | undefined;
  /** A tick that the order depends on and that the engine has not processed. */
  readonly missedTick: TicksPendingError | undefined;
  /** The order that it replaces, or the refusal to replace it. */
  readonly replaced?: StoredOrder | Refusal | undefined;
  /** It is filled now; otherwise the engine fills it. */
  readonly isTurn: boolean;
}

export type OrderToDecide = Pick<
  OrderToTake,
  "id" | "instrument" | "source" | "sent" | "isAtOnce" | "turn"
>;

/**
 * Returns the order as it is after its turn. Throws `too_many_orders`, `TicksPendingError`, the
 * refusals of `orderFrom`, `too_many_pending`; then the book must not be written.
 */
export function decideOrder(
  { book, count, missedTick, replaced, isTurn }: OrderFacts,
  { id, instrument, source, sent, isAtOnce, turn }: OrderToDecide,
): StoredOrder {
  if ((count?.recent ?? 0) >= ORDERS_A_SECOND) throw forexRefusals.too_many_orders();
  if (missedTick) throw missedTick;
  if (replaced instanceof Refusal) throw replaced;
  if (replaced) cancel(book, replaced, "CLIENT_REQUEST_REPLACED");
  const order = orderFrom(source, { instrument, sent, trades: book.trades });
  if (!isAtOnce && !replaced && (count?.pending ?? 0) >= PENDING_MAX)
    throw forexRefusals.too_many_pending();
  const reason = replaced ? "REPLACEMENT" : "CLIENT_ORDER";
  const placed = place(book, id, order, { reason }, new Date(sent.timeMs));
  return turn && isTurn ? fillNow(book, placed, turn) : placed;
}

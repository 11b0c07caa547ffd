/**
 * Accepts or refuses an order and changes the book in memory. `take-order.ts` locks and writes the
 * book.
 */
import { journalLimits } from "#api/limits";
import type { Instrument } from "#market";
import { Refusal, type IdempotentRequest } from "#platform";
import { forexRefusals } from "../terms/refusals.ts";
import type { Sent } from "./assert-takes-orders.ts";
import type { TicksPendingError } from "./assert-ticks-processed.ts";
import { cancel, place, type Book } from "./book.ts";
import { fillNow, type Turn } from "./fill-now.ts";
import { orderFrom, type OrderSource } from "./order-source.ts";
import type { OrderCount, StoredOrder } from "./orders-table.ts";
import type { Plan } from "./plans-table.ts";

const ORDERS_A_SECOND = 10;
const PENDING_MAX = 300;

export interface OrderToTake<Answer = unknown> {
  readonly request: IdempotentRequest;
  readonly id: string;
  readonly instrument: Instrument;
  readonly source: OrderSource;
  readonly sent: Sent;
  /** Time at which the order reaches the market. The book is read as of this time. */
  readonly at: Date;
  /** True for an order that executes immediately, false for an order that waits for its price. */
  readonly isAtOnce: boolean;
  /**
   * True if the market has already reached the order's price. The order is then filled at `at`
   * instead of by the engine.
   */
  readonly isReached?: boolean;
  /**
   * True if the order only closes positions. Such orders are accepted even while the desk accepts
   * no new orders.
   */
  readonly isClosing: boolean;
  /** True for an order of a request that closes all positions. It is exempt from the rate limit. */
  readonly isOneOfAll?: boolean;
  /** Id of the pending order that this order replaces. */
  readonly replacesId?: string | undefined;
  /** Plan for the journal. A replacement without a plan gets the plan of the replaced order. */
  readonly plan?: Plan | undefined;
  /** The market on the order's arrival. Undefined for an order that waits for its price. */
  readonly turn: Turn | undefined;
  /** Formats the response, which is stored for repeated requests. */
  readonly present: (order: StoredOrder, book: Book) => Answer;
}

export interface OrderFacts {
  readonly book: Book;
  readonly count: OrderCount | undefined;
  /** Missed tick on which the order depends, if any. */
  readonly missedTick: TicksPendingError | undefined;
  /** Order to replace, or the refusal if it cannot be replaced. */
  readonly replaced?: StoredOrder | Refusal | undefined;
  /** True if the order is filled now. Otherwise the engine fills it. */
  readonly isTurn: boolean;
  /** True if the order has a plan and the user's journal has no room for it. */
  readonly isJournalFull?: boolean;
}

export type OrderToDecide = Pick<
  OrderToTake,
  "id" | "instrument" | "source" | "sent" | "isAtOnce" | "isOneOfAll" | "turn"
>;

/**
 * Returns the order after execution. Throws `too_many_orders`, `journal_full`, `TicksPendingError`,
 * the refusals of `orderFrom` and `too_many_pending`. If it throws, the book must not be written.
 */
export function decideOrder(
  { book, count, missedTick, replaced, isTurn, isJournalFull = false }: OrderFacts,
  { id, instrument, source, sent, isAtOnce, isOneOfAll = false, turn }: OrderToDecide,
): StoredOrder {
  if (!isOneOfAll && (count?.recent ?? 0) >= ORDERS_A_SECOND) throw forexRefusals.too_many_orders();
  if (isJournalFull)
    throw forexRefusals.journal_full({ max: journalLimits.entriesMax.toLocaleString("en-US") });
  if (missedTick) throw missedTick;
  if (replaced instanceof Refusal) throw replaced;
  if (replaced) cancel(book, replaced, "CLIENT_REQUEST_REPLACED");
  const order = orderFrom(source, { instrument, sent, trades: book.trades, at: book.at });
  if (!isAtOnce && !replaced && (count?.pending ?? 0) >= PENDING_MAX)
    throw forexRefusals.too_many_pending();
  const reason = replaced ? "REPLACEMENT" : "CLIENT_ORDER";
  const placed = place(book, id, order, { reason }, new Date(sent.timeMs));
  return turn && isTurn ? fillNow(book, placed, turn) : placed;
}

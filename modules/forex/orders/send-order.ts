/**
 * Takes an order: one that is for now is on its way for its latency and then filled as a whole or
 * cancelled for a named reason; one with a price rests until the engine finds that it is its turn.
 * An order may be sent any number of times under its key: it is one order, with one draw.
 */
import {
  factorOf,
  fillOrder,
  fillReport,
  isReason,
  type Filled,
  type Instrument,
  type Order,
  type Quote,
  type Quotes,
  type Reason,
} from "#market";
import { transferIdOf, type DatabaseTransaction, type IdempotentRequest } from "#platform";
import type { Sent } from "../book/assert-takes-orders.ts";
import { retryAfterTicks } from "../book/assert-ticks-processed.ts";
import { accountOf, cancel, place, type Book } from "../book/book.ts";
import { fill, tradeIdOf } from "../book/fill.ts";
import type { StoredOrder } from "../book/orders-table.ts";
import type { OrderToTake } from "../book/decide-order.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { refusedFor } from "../terms/refusals.ts";
import { fillDetail } from "./fill-detail.ts";

export interface Sending {
  readonly request: IdempotentRequest;
  readonly instrument: Instrument;
  /** For now, not with a price to wait for. */
  readonly isAtOnce: boolean;
  /** It only closes: taken also when the desk takes no new ones. */
  readonly isClosing?: boolean;
  /** With a price: whether the market is there already. */
  readonly isReached?: (sent: Sent) => boolean;
  /** The order, or why it is none; may throw a Refusal. */
  readonly read: (book: Book, sent: Sent) => Order | Reason;
  /** Of an order that another one replaces. */
  readonly replaces?: (tx: DatabaseTransaction, book: Book) => Promise<StoredOrder>;
}

/** Throws the refusals of an order; one that its turn cancels is an answer, not a refusal. */
export async function sendOrder<Answer>(
  deps: DeskDeps,
  sending: Sending,
  present: (order: StoredOrder, book: Book) => Answer,
): Promise<Answer> {
  const { clock, feed } = deps;
  const { request, isAtOnce, isClosing = false, replaces } = sending;
  const id = `fxo_${transferIdOf(request, "order").replaceAll("-", "")}`;
  const sentMs = clock.now().getTime();
  const [quotes, lastSeen] = await Promise.all([feed.quotesAt(sentMs), feed.valuedAt(sentMs)]);
  const sent: Sent = { timeMs: sentMs, quotes, values: lastSeen };
  const isReached = !isAtOnce && (sending.isReached?.(sent) ?? false);
  const arrival = (isAtOnce || isReached) && quotes ? await feed.arrivalOf(id, sentMs) : undefined;
  if (arrival) await deps.until(arrival.timeMs);
  const arrived = arrival && {
    latencyMs: arrival.latencyMs,
    quotes: await feed.quotesAt(arrival.timeMs),
    values: await feed.valuedAt(arrival.timeMs),
  };
  const order: OrderToTake<Answer> = {
    request,
    sent,
    at: new Date(arrival?.timeMs ?? sentMs),
    isAtOnce,
    isReached,
    isClosing,
    ...(replaces ? { replaces } : {}),
    take(book, replaced, isTurn) {
      const read = sending.read(book, sent);
      if (isReason(read)) throw refusedFor(read);
      const reason = replaced ? "REPLACEMENT" : "CLIENT_ORDER";
      const placed = place(book, id, read, { reason }, new Date(sentMs));
      if (!arrived || !isTurn) return present(placed, book);
      return present(fillNow(book, placed, { sent, ...arrived, label: feed.label }), book);
    },
  };
  return retryAfterTicks(deps, () => deps.takeOrder(order));
}

export interface Turn {
  /** When it was placed or woken, and by which quotes. */
  readonly sent: Sent;
  /** At its arrival; undefined while there are no good ones. */
  readonly quotes: Quotes | undefined;
  /** What else is open is valued by. */
  readonly values: Quotes | undefined;
  readonly latencyMs: number;
  /** Where the prices come from. */
  readonly label: string;
}

/** The order's turn, at the book's time; one that stays pending is returned as it was. */
export function fillNow(book: Book, stored: StoredOrder, turn: Turn): StoredOrder {
  const { order } = stored;
  const { instrument } = order;
  const { sent, quotes, values, latencyMs, label } = turn;
  const quote: Quote | undefined = quotes?.(instrument);
  const decision = fillOrder({
    order,
    tradeId: tradeIdOf(stored.id),
    account: accountOf(book),
    nowMs: book.at.getTime(),
    quote,
    quotes: values ?? (() => undefined),
  });
  if (decision.kind === "pending") return stored;
  if (decision.kind === "cancel") return cancel(book, stored, decision.reason);
  if (!values || !quote) throw new Error("a fill without a quote");
  const factor = factorOf(instrument.quote, "USD", values);
  const startQuote = sent.quotes?.(instrument);
  const units = filledUnits(decision.filled);
  const drawn = { startQuote, used: quote, latencyMs, factor };
  const report = fillReport({ ...order, units }, decision, drawn);
  return fill(book, {
    order: stored,
    filled: decision.filled,
    price: decision.execution.price,
    units,
    quote,
    detail: fillDetail(report, { order: stored, sentMs: sent.timeMs, label }),
  });
}

/** Bought above 0; an exit closes what is left of its trade, whatever it was placed with. */
function filledUnits({ reductions, opened }: Pick<Filled, "reductions" | "opened">): number {
  return reductions.reduce((sum, { units }) => sum - units, opened?.units ?? 0);
}

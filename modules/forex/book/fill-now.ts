/**
 * Fills or cancels an order that has reached the market, and records a report that anyone can
 * recompute.
 */
import { factorOf, fillOrder, fillReport, type Filled, type Quote, type Quotes } from "#market";
import type { Sent } from "./assert-takes-orders.ts";
import { accountOf, cancel, change, record, type Book } from "./book.ts";
import { fill, tradeIdOf } from "./fill.ts";
import { fillDetail, quoteText, textOf } from "./fill-detail.ts";
import type { StoredOrder } from "./orders-table.ts";

export interface Turn {
  /** Time at which the order was placed or triggered, with the quotes at that time. */
  readonly sent: Sent;
  /** Quotes on the order's arrival. Undefined if there were no valid quotes. */
  readonly quotes: Quotes | undefined;
  /** Quotes for valuing the other open positions. */
  readonly values: Quotes | undefined;
  readonly latencyMs: number;
  /** Label of the price source. */
  readonly label: string;
}

/** Executes the order at the book's time. An order that stays pending is returned unchanged. */
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
  if (decision.kind === "triggered") return trigger(book, stored, turn);
  if (decision.kind === "cancel") return cancel(book, stored, decision.reason);
  if (!values || !quote) throw new Error("cannot fill an order without a quote");
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

/**
 * Lets a stop-limit order wait for its limit from now on, because its stop was reached but its
 * limit was not met on arrival.
 */
function trigger(book: Book, stored: StoredOrder, { sent, quotes, latencyMs, label }: Turn) {
  const { order, id } = stored;
  const { instrument, units, price } = order;
  const [seen, used] = [sent.quotes?.(instrument), quotes?.(instrument)];
  record(book, {
    type: "STOP_LIMIT_TRIGGERED",
    orderId: id,
    instrument,
    units,
    ...(price === undefined ? {} : { price }),
    detail: {
      source: label,
      limitPrice: textOf(order.limitPrice, instrument),
      triggerCondition: order.triggerCondition,
      sentAt: new Date(sent.timeMs).toISOString(),
      latencyMs,
      seen: seen ? quoteText(seen, instrument) : null,
      used: used ? quoteText(used, instrument) : null,
    },
  });
  return change(book, { ...stored, order: { ...order, triggeredMs: book.at.getTime() } });
}

/**
 * Returns the filled units, positive if bought. An exit closes its trade's remaining units,
 * regardless of the units with which it was placed.
 */
function filledUnits({ reductions, opened }: Pick<Filled, "reductions" | "opened">): number {
  return reductions.reduce((sum, { units }) => sum - units, opened?.units ?? 0);
}

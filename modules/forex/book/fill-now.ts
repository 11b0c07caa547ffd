/** Fills or cancels an order whose turn it is, with a report that anyone can recompute. */
import { factorOf, fillOrder, fillReport, type Filled, type Quote, type Quotes } from "#market";
import type { Sent } from "./assert-takes-orders.ts";
import { accountOf, cancel, type Book } from "./book.ts";
import { fill, tradeIdOf } from "./fill.ts";
import { fillDetail } from "./fill-detail.ts";
import type { StoredOrder } from "./orders-table.ts";

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

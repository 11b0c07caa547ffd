/**
 * Applies a fill to a book: reduces and opens trades, places exits for opened trades, and ends the
 * orders of closed trades.
 */
import {
  branchSuffixOf,
  exitsOf,
  originOf,
  sharesOf,
  type Filled,
  type OnFill,
  type Quote,
  type Trade,
} from "#market";
import { derivedUuid } from "#platform";
import { cancel, change, end, place, record, takeResult, type Book, type Detail } from "./book.ts";
import type { StoredOrder } from "./orders-table.ts";
import type { StoredTrade } from "./trades-table.ts";

export interface BookedFill {
  readonly order: StoredOrder;
  readonly filled: Pick<Filled, "reductions" | "opened" | "realisedCents">;
  /** Price in int32 units. */
  readonly price: number;
  readonly units: number;
  readonly quote: Quote;
  /** Everything needed to recompute the fill. */
  readonly detail: Detail;
}

export function tradeIdOf(orderId: string): string {
  return orderId.replace(/^fxo_/, "fxt_");
}

/**
 * Derives the id of an order that another order causes. Repeated calls return the same id. In a
 * branch of a replay, the id differs from the parent's only by the suffix.
 */
export function orderIdAfter(id: string, what: string): string {
  return `fxo_${derivedUuid(originOf(id), what).replaceAll("-", "")}${branchSuffixOf(id)}`;
}

/** Applies the fill to the book and returns the order after the fill. */
export function fill(book: Book, { order, filled, price, units, quote, detail }: BookedFill) {
  const closed = reduceTrades(book, filled.reductions, price);
  const opened = filled.opened && openTrade(book, filled.opened);
  const result = { cents: filled.realisedCents, kind: "result" } as const;
  const fillTransaction = takeResult(book, result, {
    type: "ORDER_FILL",
    orderId: order.id,
    instrument: order.order.instrument,
    units,
    price,
    ...(opened ? { tradeId: opened.id } : {}),
    detail: { ...detail, ...caughtUp(book) },
  });
  const filledOrder = end(book, { ...order, state: "FILLED", endedAt: book.at, fillTransaction });
  for (const stored of book.pending)
    if (closed.has(stored.order.tradeId ?? "")) cancel(book, stored, "LINKED_TRADE_CLOSED");
  for (const { tradeId, isClosed } of filled.reductions) if (!isClosed) fitTargets(book, tradeId);
  if (opened) attachExits(book, opened, order.order.onFill, quote);
  if (book.isMarginCall && book.trades.length === 0) {
    book.isMarginCall = false;
    record(book, { type: "MARGIN_CALL_EXIT", detail: { marginUsedCents: "0", level: null } });
  }
  return filledOrder;
}

/** Returns the detail that marks a fill as delayed by an outage, or an empty detail. */
function caughtUp({ caughtUpAt }: Book): Detail {
  return caughtUpAt ? { caughtUp: true, caughtUpAt: caughtUpAt.toISOString() } : {};
}

/** Reduces the trades. Returns the ids of the closed trades. */
function reduceTrades(
  book: Book,
  reductions: Filled["reductions"],
  price: number,
): ReadonlySet<string> {
  const open = new Map(book.trades.map((trade) => [trade.id, trade]));
  const changed = reductions.map(({ tradeId, units, realisedCents, isClosed }): StoredTrade => {
    const trade = open.get(tradeId);
    if (!trade) throw new Error(`no open trade ${tradeId}`);
    return {
      ...trade,
      units: trade.units - units,
      realisedCents: trade.realisedCents + realisedCents,
      ...(isClosed ? { state: "CLOSED", closedAt: book.at, closePrice: price } : {}),
    };
  });
  changeTrades(book, changed);
  return new Set(reductions.flatMap(({ tradeId, isClosed }) => (isClosed ? [tradeId] : [])));
}

/**
 * Reduces the take profits of a trade that has become smaller than they are together, the farthest
 * first. A take profit without units is cancelled.
 */
function fitTargets(book: Book, tradeId: string): void {
  const trade = book.trades.find(({ id }) => id === tradeId);
  if (!trade) return;
  const targets = book.pending.flatMap((stored) => {
    const { isPart, price, units } = stored.order;
    if (stored.order.tradeId !== tradeId || !isPart || price === undefined) return [];
    return [{ stored, price, units: Math.abs(units) }];
  });
  for (const { stored, units } of sharesOf(targets, trade.units)) {
    const { order } = stored;
    if (units === Math.abs(order.units)) continue;
    if (units === 0) {
      cancel(book, stored, "TRADE_REDUCED");
      continue;
    }
    const reduced = { ...order, units: Math.sign(order.units) * units };
    change(book, { ...stored, order: reduced });
    record(book, {
      type: "TAKE_PROFIT_REDUCED",
      orderId: stored.id,
      tradeId,
      instrument: order.instrument,
      units: reduced.units,
      ...(order.price === undefined ? {} : { price: order.price }),
    });
  }
}

/** Places a trade's take profits, stop loss and trailing stop. */
export function attachExits(
  book: Book,
  { id, instrument, units, price }: StoredTrade,
  onFill: OnFill,
  quote: Quote,
): void {
  const nowMs = book.at.getTime();
  for (const order of exitsOf({ id, instrument, units, price }, onFill, { quote, nowMs }))
    place(book, orderIdAfter(id, `${order.type} ${book.lastTransaction}`), order, {
      reason: "ON_FILL",
    });
}

/** Adds the trades to the rows to write, and removes closed trades from the open trades. */
export function changeTrades(book: Book, changed: readonly StoredTrade[]): void {
  const now = new Map(changed.map((trade) => [trade.id, trade]));
  for (const [id, trade] of now) book.changes.changedTrades.set(id, trade);
  book.trades = book.trades
    .map((trade) => now.get(trade.id) ?? trade)
    .filter(({ state }) => state !== "CLOSED");
}

function openTrade(book: Book, { id, instrument, units, price }: Trade): StoredTrade {
  const trade: StoredTrade = {
    id,
    userId: book.userId,
    instrument,
    initialUnits: units,
    units,
    price,
    state: "OPEN",
    openedAt: book.at,
    realisedCents: 0n,
    financingCents: 0n,
    closedAt: null,
    closePrice: null,
  };
  book.changes.openedTrades.push(trade);
  book.trades = [...book.trades, trade];
  return trade;
}

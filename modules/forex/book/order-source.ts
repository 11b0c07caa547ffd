/**
 * Creates an order from a request. For an order that closes a position, the units are read from the
 * book.
 */
import {
  isReason,
  isTriggered,
  readOrder,
  type Instrument,
  type Order,
  type OrderRequest,
  type Reason,
} from "#market";
import { forexRefusals, refusedFor } from "../terms/refusals.ts";
import type { Sent } from "./assert-takes-orders.ts";
import type { Book } from "./book.ts";

export type OrderSource =
  | { readonly kind: "request"; readonly draft: OrderRequest }
  /** Closes a trade. `units` defaults to all units of the trade. */
  | { readonly kind: "close trade"; readonly tradeId: string; readonly units: number | undefined }
  /** Closes a position. `units` defaults to all units, and `side` to either side. */
  | {
      readonly kind: "close position";
      readonly units: number | undefined;
      readonly side: "long" | "short" | undefined;
    };

/**
 * Returns the order. A position consists of the trades that were open at `at`, because the order
 * closes them at the prices of that time. Throws the refusals of an order, `trade_closed` or
 * `position_unknown`.
 */
export function orderFrom(
  source: OrderSource,
  {
    instrument,
    trades,
    at,
    sent,
  }: Pick<Book, "trades" | "at"> & {
    readonly instrument: Instrument;
    readonly sent: Sent;
  },
): Order {
  if (source.kind === "request") {
    const order = orderOf(source.draft, instrument, sent);
    if (isReason(order)) throw refusedFor(order);
    return order;
  }
  if (source.kind === "close position") {
    const units = trades
      .filter((trade) => trade.instrument === instrument && trade.openedAt <= at)
      .reduce((sum, trade) => sum + trade.units, 0);
    if (units === 0) throw forexRefusals.position_unknown({ instrument: instrument.name });
    if (source.side !== undefined && (source.side === "long") !== units > 0)
      throw refusedFor("CLOSEOUT_POSITION_DOESNT_EXIST");
    const size = source.units ?? Math.abs(units);
    if (size > Math.abs(units)) throw refusedFor("CLOSEOUT_POSITION_UNITS_EXCEED_POSITION_SIZE");
    return closingOrder(instrument, -Math.sign(units) * size);
  }
  const { tradeId, units } = source;
  const trade = trades.find(({ id }) => id === tradeId);
  if (!trade) throw forexRefusals.trade_closed();
  const size = units ?? Math.abs(trade.units);
  if (size > Math.abs(trade.units)) throw refusedFor("CLOSE_TRADE_UNITS_EXCEED_TRADE_SIZE");
  return { ...closingOrder(instrument, -Math.sign(trade.units) * size), tradeId };
}

/** True if the market has already reached the requested price. */
export function isPriceReached(source: OrderSource, instrument: Instrument, sent: Sent): boolean {
  if (source.kind !== "request") return false;
  const order = orderOf(source.draft, instrument, sent);
  const quote = sent.quotes?.(instrument);
  return quote !== undefined && !isReason(order) && isTriggered(order, quote);
}

function orderOf(
  draft: OrderRequest,
  instrument: Instrument,
  { timeMs, quotes, values }: Sent,
): Order | Reason {
  return readOrder(draft, { nowMs: timeMs, quote: quotes?.(instrument) ?? values?.(instrument) });
}

function closingOrder(instrument: Instrument, units: number): Order {
  return {
    type: "MARKET",
    instrument,
    units,
    timeInForce: "FOK",
    positionFill: "REDUCE_ONLY",
    triggerCondition: "DEFAULT",
    onFill: {},
  };
}

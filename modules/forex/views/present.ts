/** Converts orders, trades and events to the API's form. */
import {
  factorOf,
  isReason,
  priceText,
  REASONS,
  resultOf,
  shown,
  type Instrument,
  type Quotes,
} from "#market";
import { knownInstrument } from "../book/known-instrument.ts";
import type { StoredOrder } from "../book/orders-table.ts";
import type { StoredTrade } from "../book/trades-table.ts";
import type { Transaction } from "../book/transactions-table.ts";

/** Texts of the desk's own reasons, which the market rules do not define. */
const OWN_REASONS: Readonly<Record<string, string>> = {
  CLIENT_REQUEST: "Its owner cancelled it.",
  CLIENT_REQUEST_REPLACED: "It was replaced by another order.",
  MIGRATION: "The price source changed.",
};

export function presentOrder({ id, order, ...stored }: StoredOrder) {
  const { instrument, onFill, expiresMs } = order;
  const text = (price: number | undefined) => textOf(price, instrument);
  return {
    id,
    type: order.type,
    instrument: instrument.name,
    units: order.units,
    price: text(order.price),
    distance: text(order.distance),
    priceBound: text(order.priceBound),
    timeInForce: order.timeInForce,
    expiresAt: expiresMs === undefined ? null : new Date(expiresMs),
    positionFill: order.positionFill,
    triggerCondition: order.triggerCondition,
    takeProfit: text(onFill.takeProfit),
    stopLoss: text(onFill.stopLoss),
    trailingDistance: text(onFill.trailingDistance),
    tradeId: order.tradeId ?? null,
    state: stored.state,
    reason: stored.reason,
    reasonText: reasonText(stored.reason),
    createdAt: stored.createdAt,
    endedAt: stored.endedAt,
    fillTransactionId: stored.fillTransaction,
  };
}

export function reasonText(reason: string | null): string | null {
  if (isReason(reason)) return REASONS[reason];
  return OWN_REASONS[reason ?? ""] ?? reason;
}

export function presentTransaction({ instrument, price, ...transaction }: Transaction) {
  return {
    ...transaction,
    instrument,
    price:
      price === null || instrument === null ? null : priceText(price, knownInstrument(instrument)),
  };
}

export function presentOpenTrade({
  id,
  instrument,
  units,
  price,
}: Pick<StoredTrade, "id" | "instrument" | "units" | "price">) {
  return { id, instrument: instrument.name, units, price: priceText(price, instrument) };
}

/** Converts a trade, including its exits and its unrealised profit or loss at mid price. */
export function presentTrade(
  trade: StoredTrade,
  pending: readonly StoredOrder[],
  quotes: Quotes | undefined,
) {
  const { instrument, units, price, closePrice, state } = trade;
  const exit = (type: string) =>
    pending.find(({ order }) => order.tradeId === trade.id && order.type === type)?.order;
  return {
    id: trade.id,
    instrument: instrument.name,
    initialUnits: trade.initialUnits,
    units,
    price: priceText(price, instrument),
    state,
    openedAt: trade.openedAt,
    realisedCents: trade.realisedCents,
    financingCents: trade.financingCents,
    unrealisedCents: state === "CLOSED" || !quotes ? null : unrealised(trade, quotes),
    closedAt: trade.closedAt,
    closePrice: textOf(closePrice ?? undefined, instrument),
    takeProfit: textOf(exit("TAKE_PROFIT")?.price, instrument),
    stopLoss: textOf(exit("STOP_LOSS")?.price, instrument),
    trailingDistance: textOf(exit("TRAILING_STOP_LOSS")?.distance, instrument),
  };
}

/** Formats hundredths of a percent as a percentage. */
export function percentText(hundredths: bigint | undefined): string | null {
  if (hundredths === undefined) return null;
  const sign = hundredths < 0n ? "-" : "";
  const size = hundredths < 0n ? -hundredths : hundredths;
  return `${sign}${size / 100n}.${String(size % 100n).padStart(2, "0")}`;
}

export function textOf(price: number | undefined, instrument: Instrument): string | null {
  return price === undefined ? null : priceText(price, instrument);
}

function unrealised({ instrument, units, price }: StoredTrade, quotes: Quotes): bigint | null {
  const quote = quotes(instrument);
  if (!quote) return null;
  const factor = factorOf(instrument.quote, "USD", quotes);
  const [bid, ask] = [quote.bid, quote.ask];
  // Both prices are multiples of ten, so their mid is a whole number.
  return shown(resultOf(instrument, units, { from: price, to: (bid + ask) / 2 }, factor));
}

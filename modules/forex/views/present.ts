/** Converts orders, trades and events to the API's form. */
import {
  exitUnits,
  factorOf,
  isReason,
  priceText,
  REASONS,
  resultOf,
  shown,
  type Quotes,
} from "#market";
import { textOf } from "../book/fill-detail.ts";
import { knownInstrument } from "../book/known-instrument.ts";
import type { StoredOrder } from "../book/orders-table.ts";
import type { StoredTrade } from "../book/trades-table.ts";
import type { Transaction } from "../book/transactions-table.ts";

/** Texts of the desk's own reasons, which the market rules do not define. */
const OWN_REASONS: Readonly<Record<string, string>> = {
  CLIENT_REQUEST: "Its owner cancelled it.",
  CLIENT_REQUEST_REPLACED: "It was replaced by another order.",
  MIGRATION: "The price source changed.",
  TRADE_REDUCED: "Its trade has no units left for it.",
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
    limitPrice: text(order.limitPrice),
    triggeredAt: order.triggeredMs === undefined ? null : new Date(order.triggeredMs),
    distance: text(order.distance),
    priceBound: text(order.priceBound),
    timeInForce: order.timeInForce,
    expiresAt: expiresMs === undefined ? null : new Date(expiresMs),
    positionFill: order.positionFill,
    triggerCondition: order.triggerCondition,
    takeProfit: text(onFill.takeProfit),
    takeProfits: (onFill.targets ?? []).map(({ price, units }) => ({
      price: priceText(price, instrument),
      units,
    })),
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
  const exits = pending.filter(({ order }) => order.tradeId === trade.id);
  const exit = (type: string) => exits.find(({ order }) => order.type === type)?.order;
  const targets = exits
    .filter(({ order }) => order.type === "TAKE_PROFIT")
    .toSorted((a, b) => Math.sign(units) * ((a.order.price ?? 0) - (b.order.price ?? 0)));
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
    takeProfit: textOf(targets[0]?.order.price, instrument),
    takeProfits: targets.map(({ id, order }) => ({
      orderId: id,
      price: priceText(order.price ?? 0, instrument),
      units: Math.abs(exitUnits(order, trade)),
    })),
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

function unrealised({ instrument, units, price }: StoredTrade, quotes: Quotes): bigint | null {
  const quote = quotes(instrument);
  if (!quote) return null;
  const factor = factorOf(instrument.quote, "USD", quotes);
  const [bid, ask] = [quote.bid, quote.ask];
  // Both prices are multiples of ten, so their mid is a whole number.
  return shown(resultOf(instrument, units, { from: price, to: (bid + ask) / 2 }, factor));
}

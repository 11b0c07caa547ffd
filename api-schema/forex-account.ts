/**
 * A person's account at the Forex desk: money in and back, orders, trades, positions, and every
 * event.
 */
import { z } from "zod";
import {
  id,
  instrument,
  units,
  account,
  order,
  transaction,
  trade,
  dayBook,
  position,
  taken,
  exitPrice,
  exitDistance,
  orderRequest,
  statistics,
} from "./forex-shapes.ts";
import type { Api } from "./route.ts";
import { cents, decimal, pageQuery, listOf, sats, time } from "./values.ts";

const byOrder = z.strictObject({ orderId: id });
const byTrade = z.strictObject({ tradeId: id });
const states = (...all: [string, ...string[]]) =>
  pageQuery.extend({ state: z.enum([...all, "ALL"]).default("ALL") });
const tradeStates = states("OPEN", "CLOSED");
const orderStates = states("PENDING", "FILLED", "CANCELLED");
const timeRange = pageQuery.extend({
  from: time.optional().meta({ description: "at or after" }),
  to: time.optional().meta({ description: "at or before" }),
});
/** At most 10,000 lines; the last one of a longer list names the cursor to go on with. */
const asCsv = { contentType: "text/csv; charset=utf-8", response: z.string() } as const;

export const forexAccountApi = {
  getForexAccount: {
    method: "GET",
    path: "/api/v1/forex/account",
    auth: "user",
    keyScope: "read",
    summary: "Balance, NAV, margin and level, valued at the last good prices",
    response: account,
  },
  transferForexFunds: {
    method: "POST",
    path: "/api/v1/forex/account/transfers",
    auth: "user",
    keyScope: "trade",
    summary: "Bring coins to the desk (amountSats) or take dollars back as coins (amountCents)",
    movesMoney: true,
    body: z.union([z.strictObject({ amountSats: sats }), z.strictObject({ amountCents: cents })]),
    response: z.object({ transactionId: z.int(), amountSats: sats, amountCents: cents }),
  },
  placeForexOrder: {
    method: "POST",
    path: "/api/v1/forex/orders",
    auth: "user",
    keyScope: "trade",
    summary: "Place an order; one for now is answered when it is filled or cancelled",
    movesMoney: true,
    body: orderRequest,
    response: taken,
  },
  previewForexOrder: {
    method: "POST",
    path: "/api/v1/forex/orders/preview",
    auth: "user",
    keyScope: "trade",
    summary: "What an order would cost and bind at the prices of now; places nothing",
    body: orderRequest,
    response: z.object({
      /** Why it would be refused or cancelled now; null: it would be filled at its price. */
      reason: z.string().nullable(),
      reasonText: z.string().nullable(),
      /** Where it would be filled, before the price moves on. */
      price: decimal.nullable(),
      spreadPips: decimal.nullable(),
      /** Half the spread, once. */
      spreadCostCents: cents.nullable(),
      sizeTenths: z.int().nullable(),
      realisedCents: cents.nullable(),
      marginBeforeCents: cents.nullable(),
      marginAfterCents: cents.nullable(),
      marginLevelAfter: decimal.nullable(),
      stopOutPrice: decimal.nullable(),
      closesFirst: z.string().nullable(),
      /** For one night, at today's price. */
      financingCents: cents.nullable(),
    }),
  },
  listForexOrders: {
    method: "GET",
    path: "/api/v1/forex/orders",
    auth: "user",
    keyScope: "read",
    summary: "Orders, newest first",
    query: orderStates,
    response: listOf(order),
  },
  replaceForexOrder: {
    method: "PUT",
    path: "/api/v1/forex/orders/{orderId}",
    auth: "user",
    keyScope: "trade",
    summary: "Cancel a pending order and place another in one step",
    movesMoney: true,
    params: byOrder,
    body: orderRequest,
    response: taken,
  },
  cancelForexOrder: {
    method: "PUT",
    path: "/api/v1/forex/orders/{orderId}/cancel",
    auth: "user",
    keyScope: "trade",
    summary: "Cancel a pending order",
    movesMoney: true,
    params: byOrder,
    response: order,
  },
  getForexOrderReport: {
    method: "GET",
    path: "/api/v1/forex/orders/{orderId}/report",
    auth: "user",
    keyScope: "read",
    summary: "Why an order was filled as it was: quotes, latency, size, conversion, margin",
    params: byOrder,
    response: z.object({ order, fill: transaction.nullable(), others: z.array(transaction) }),
  },
  listForexTrades: {
    method: "GET",
    path: "/api/v1/forex/trades",
    auth: "user",
    keyScope: "read",
    summary: "Trades, newest first",
    query: tradeStates,
    response: listOf(trade),
  },
  closeForexTrade: {
    method: "PUT",
    path: "/api/v1/forex/trades/{tradeId}/close",
    auth: "user",
    keyScope: "trade",
    summary: "Close a trade or a part of it",
    movesMoney: true,
    params: byTrade,
    body: z.strictObject({ units: units.optional() }),
    response: taken,
  },
  changeForexTradeOrders: {
    method: "PUT",
    path: "/api/v1/forex/trades/{tradeId}/orders",
    auth: "user",
    keyScope: "trade",
    summary: "Set, move or take away (null) the stop, target and trailing stop of a trade",
    movesMoney: true,
    params: byTrade,
    body: z.strictObject({
      takeProfit: exitPrice.nullable().optional(),
      stopLoss: exitPrice.nullable().optional(),
      trailingStopLoss: exitDistance.nullable().optional(),
    }),
    response: z.object({ orders: z.array(order) }),
  },
  listForexPositions: {
    method: "GET",
    path: "/api/v1/forex/positions",
    auth: "user",
    keyScope: "read",
    summary: "Net positions, the one that a stop-out would close first at the top",
    response: z.object({ items: z.array(position), nextCursor: z.null() }),
  },
  closeForexPosition: {
    method: "PUT",
    path: "/api/v1/forex/positions/{instrument}/close",
    auth: "user",
    keyScope: "trade",
    summary: "Close all trades of an instrument",
    movesMoney: true,
    params: z.strictObject({ instrument }),
    response: taken,
  },
  listForexTransactions: {
    method: "GET",
    path: "/api/v1/forex/transactions",
    auth: "user",
    keyScope: "read",
    summary: "Every event of the account, newest first, numbered without gaps",
    query: timeRange,
    response: listOf(transaction),
  },
  getForexStatistics: {
    method: "GET",
    path: "/api/v1/forex/statistics",
    auth: "user",
    keyScope: "read",
    summary: "What one's closed trades came to: gains, losses, financing, spread, by instrument",
    response: statistics,
  },
  exportForexOrders: {
    method: "GET",
    path: "/api/v1/forex/orders.csv",
    auth: "user",
    keyScope: "read",
    summary: "Orders as CSV, newest first",
    query: orderStates.omit({ limit: true }),
    ...asCsv,
  },
  exportForexTrades: {
    method: "GET",
    path: "/api/v1/forex/trades.csv",
    auth: "user",
    keyScope: "read",
    summary: "Trades as CSV, newest first",
    query: tradeStates.omit({ limit: true }),
    ...asCsv,
  },
  exportForexTransactions: {
    method: "GET",
    path: "/api/v1/forex/transactions.csv",
    auth: "user",
    keyScope: "read",
    summary: "Every event of the account as CSV, newest first",
    query: timeRange.omit({ limit: true }),
    ...asCsv,
  },
  getForexDayBook: {
    method: "GET",
    path: "/api/v1/forex/days/{date}/book",
    auth: "user",
    keyScope: "read",
    summary: "The trades that were open when a trading day began",
    params: z.strictObject({ date: z.iso.date() }),
    response: dayBook,
  },
} as const satisfies Api;

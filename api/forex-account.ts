/**
 * Routes for a user's account at the Forex desk: funding, orders, trades, positions and the
 * transaction list.
 */
import { z } from "zod";
import {
  id,
  instrument,
  account,
  closeUnits,
  order,
  transaction,
  trade,
  dayBook,
  position,
  taken,
  exitPrice,
  exitDistance,
  targets,
  orderRequest,
  statistics,
} from "./forex-shapes.ts";
import { forexDrawingsApi } from "./forex-drawings.ts";
import { forexSeasonsApi, seasonName } from "./forex-seasons.ts";
import type { Api } from "./route.ts";
import { cents, decimal, pageQuery, listOf, sats, time } from "./values.ts";

const byOrder = z.strictObject({ orderId: id });
const byTrade = z.strictObject({ tradeId: id });
/** Lists contain all seasons unless the request names one. */
const ofSeason = { season: seasonName.default("all") };
const states = (...all: [string, ...string[]]) =>
  pageQuery.extend({ ...ofSeason, state: z.enum([...all, "ALL"]).default("ALL") });
const tradeStates = states("OPEN", "CLOSED");
const orderStates = states("PENDING", "FILLED", "CANCELLED");
const timeRange = pageQuery.extend({
  ...ofSeason,
  from: time.optional().meta({ description: "first moment, inclusive" }),
  to: time.optional().meta({ description: "last moment, inclusive" }),
});
/**
 * Exports contain at most 10,000 lines per response. If there are more lines, the last line
 * contains the cursor of the next page.
 */
const asCsv = { contentType: "text/csv; charset=utf-8", response: z.string() } as const;

export const forexAccountApi = {
  ...forexDrawingsApi,
  ...forexSeasonsApi,
  getForexAccount: {
    method: "GET",
    path: "/api/v1/forex/account",
    auth: "user",
    keyScope: "read",
    summary: "Get balance, NAV, margin and margin level at the last valid prices",
    response: account,
  },
  setForexNotices: {
    method: "PUT",
    path: "/api/v1/forex/account/notices",
    auth: "user",
    summary:
      "Switch e-mail about orders, and e-mail and SMS about alerts, on or off; the mailbox always receives these messages",
    body: z.strictObject({
      mailsFills: z.boolean().optional(),
      mailsAlerts: z.boolean().optional(),
      textsAlerts: z.boolean().optional(),
    }),
    response: z.object({
      mailsFills: z.boolean(),
      mailsAlerts: z.boolean(),
      textsAlerts: z.boolean(),
    }),
  },
  transferForexFunds: {
    method: "POST",
    path: "/api/v1/forex/account/transfers",
    auth: "user",
    keyScope: "trade",
    summary: "Move coins to the desk (amountSats), or dollars back as coins (amountCents)",
    movesMoney: true,
    body: z.union([z.strictObject({ amountSats: sats }), z.strictObject({ amountCents: cents })]),
    response: z.object({ transactionId: z.int(), amountSats: sats, amountCents: cents }),
  },
  placeForexOrder: {
    method: "POST",
    path: "/api/v1/forex/orders",
    auth: "user",
    keyScope: "trade",
    summary: "Place an order; a market order is answered when it is filled or cancelled",
    movesMoney: true,
    body: orderRequest,
    response: taken,
  },
  previewForexOrder: {
    method: "POST",
    path: "/api/v1/forex/orders/preview",
    auth: "user",
    keyScope: "trade",
    summary: "Preview cost and margin of an order at current prices, without placing it",
    body: orderRequest,
    response: z.object({
      /**
       * Reason why the order would be rejected or cancelled now. Null if it would be filled at
       * `price`.
       */
      reason: z.string().nullable(),
      reasonText: z.string().nullable(),
      /** Expected fill price, before any movement of the market. */
      price: decimal.nullable(),
      spreadPips: decimal.nullable(),
      /** Cost of half the spread, which is paid once. */
      spreadCostCents: cents.nullable(),
      sizeTenths: z.int().nullable(),
      realisedCents: cents.nullable(),
      marginBeforeCents: cents.nullable(),
      marginAfterCents: cents.nullable(),
      marginLevelAfter: decimal.nullable(),
      stopOutPrice: decimal.nullable(),
      closesFirst: z.string().nullable(),
      /** Financing at the next rollover, at the current price. Covers three days on a Wednesday. */
      financingCents: cents.nullable(),
    }),
  },
  listForexOrders: {
    method: "GET",
    path: "/api/v1/forex/orders",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "List orders, newest first",
    query: orderStates,
    response: listOf(order),
  },
  replaceForexOrder: {
    method: "PUT",
    path: "/api/v1/forex/orders/{orderId}",
    auth: "user",
    keyScope: "trade",
    summary: "Replace a pending order: cancels it and places another in one step",
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
    readsStandby: true,
    keyScope: "read",
    summary: "Explain a fill: quotes, latency, size, conversion and margin",
    params: byOrder,
    response: z.object({ order, fill: transaction.nullable(), others: z.array(transaction) }),
  },
  listForexTrades: {
    method: "GET",
    path: "/api/v1/forex/trades",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "List trades, newest first",
    query: tradeStates,
    response: listOf(trade),
  },
  closeForexTrade: {
    method: "PUT",
    path: "/api/v1/forex/trades/{tradeId}/close",
    auth: "user",
    keyScope: "trade",
    summary: "Close a trade or part of it",
    movesMoney: true,
    params: byTrade,
    body: z.strictObject({ units: closeUnits.optional() }),
    response: taken,
  },
  changeForexTradeOrders: {
    method: "PUT",
    path: "/api/v1/forex/trades/{tradeId}/orders",
    auth: "user",
    keyScope: "trade",
    summary:
      "Set, change or remove (null) a trade's stop loss, take profits and trailing stop, or move the stop loss to break-even",
    movesMoney: true,
    params: byTrade,
    body: z.strictObject({
      takeProfit: exitPrice.nullable().optional(),
      /** Replaces all take profits of the trade. Remove them with `takeProfit: null`. */
      takeProfits: targets.optional(),
      stopLoss: exitPrice.nullable().optional(),
      trailingStopLoss: exitDistance.nullable().optional(),
      /** Moves the stop loss to the price at which closing is not a loss. */
      breakEven: z.literal(true).optional(),
    }),
    response: z.object({ orders: z.array(order) }),
  },
  listForexPositions: {
    method: "GET",
    path: "/api/v1/forex/positions",
    auth: "user",
    keyScope: "read",
    summary: "List net positions in the order in which a stop-out would close them",
    response: z.object({ items: z.array(position), nextCursor: z.null() }),
  },
  closeForexPosition: {
    method: "PUT",
    path: "/api/v1/forex/positions/{instrument}/close",
    auth: "user",
    keyScope: "trade",
    summary: "Close a position, or a part of it with the oldest trade first",
    movesMoney: true,
    params: z.strictObject({ instrument }),
    /** Send one field at most. OANDA v20's clients may send "NONE" for the other side. */
    body: z
      .strictObject({
        units: closeUnits.optional(),
        longUnits: closeUnits.optional(),
        shortUnits: closeUnits.optional(),
      })
      .nullish(),
    response: taken,
  },
  closeAllForexPositions: {
    method: "PUT",
    path: "/api/v1/forex/positions/close",
    auth: "user",
    keyScope: "trade",
    summary: "Close all positions, each separately, and return the outcome of each",
    movesMoney: true,
    /** An empty object, so that a malformed request closes nothing. */
    body: z.strictObject({}),
    response: z.object({
      items: z.array(
        z.object({
          instrument: z.string(),
          /** The order that closed the position. Null if the close was refused. */
          taken: taken.nullable(),
          refusal: z.object({ code: z.string(), title: z.string(), text: z.string() }).nullable(),
        }),
      ),
    }),
  },
  listForexTransactions: {
    method: "GET",
    path: "/api/v1/forex/transactions",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "List all events of the account, numbered without gaps, newest first",
    query: timeRange,
    response: listOf(transaction),
  },
  getForexStatistics: {
    method: "GET",
    path: "/api/v1/forex/statistics",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary:
      "Get statistics of a season's closed trades: gains, losses, financing and spread cost, also by instrument",
    query: z.strictObject({ season: seasonName.default("current") }),
    response: statistics,
  },
  exportForexOrders: {
    method: "GET",
    path: "/api/v1/forex/orders.csv",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "Export orders as CSV, newest first",
    query: orderStates.omit({ limit: true }),
    ...asCsv,
  },
  exportForexTrades: {
    method: "GET",
    path: "/api/v1/forex/trades.csv",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "Export trades as CSV, newest first",
    query: tradeStates.omit({ limit: true }),
    ...asCsv,
  },
  exportForexTransactions: {
    method: "GET",
    path: "/api/v1/forex/transactions.csv",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "Export all events of the account as CSV, newest first",
    query: timeRange.omit({ limit: true }),
    ...asCsv,
  },
  getForexDayBook: {
    method: "GET",
    path: "/api/v1/forex/days/{date}/book",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "List the trades that were open when a trading day began",
    params: z.strictObject({ date: z.iso.date() }),
    response: dayBook,
  },
} as const satisfies Api;

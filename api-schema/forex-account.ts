/**
 * A person's account at the Forex desk, in v20's words: money in and back, orders, trades,
 * positions, and every event. Prices and units come as text, so that what is no price is refused
 * by name.
 */
import { z } from "zod";
import type { Api } from "./route.ts";
import { cents, decimal, pageQuery, listOf, sats, time } from "./values.ts";

const id = z.string().max(60);
const instrument = z.string().max(20);
const price = z.string().max(40).meta({ description: "decimal text on the instrument's grid" });
const units = z.string().max(40).meta({ description: "whole number as text; below 0 sells" });

/** What an account comes to in dollars. */
export const figures = z.object({
  balanceCents: cents,
  unrealisedCents: cents,
  navCents: cents,
  marginUsedCents: cents,
  marginAvailableCents: cents,
  withdrawableCents: cents,
  /** NAV / margin used in percent; null with nothing open. 100: margin call, 50: stop-out. */
  marginLevel: decimal.nullable(),
  isMarginCall: z.boolean(),
  /** What the house advanced for a loss beyond the balance. */
  advanceCents: cents,
  openTradeCount: z.int(),
  pendingOrderCount: z.int(),
  lastTransactionId: z.int(),
  /** What positions bind, as a share of their value, by instrument: of the running day. */
  marginRates: z.record(z.string(), decimal),
  /** When the prices are of; null before the first day. */
  pricedAt: time.nullable(),
});

const account = figures
  .extend({
    /** Coins that were brought and are neither given back nor lost. */
    principalSats: sats,
    /** What they came as, and the highest rate at which any came: gains are changed at no lower. */
    principalCents: cents,
    highestCentsPerBtc: cents,
    /** What coins are changed at, and what that costs, as a share. */
    centsPerBtc: cents,
    conversionCost: decimal,
    now: time,
  })
  .meta({ id: "ForexAccount" });

const order = z
  .object({
    id: z.string(),
    type: z.string(),
    instrument: z.string(),
    units: z.int(),
    price: decimal.nullable(),
    distance: decimal.nullable(),
    priceBound: decimal.nullable(),
    timeInForce: z.string(),
    expiresAt: time.nullable(),
    positionFill: z.string(),
    triggerCondition: z.string(),
    takeProfit: decimal.nullable(),
    stopLoss: decimal.nullable(),
    trailingDistance: decimal.nullable(),
    /** The trade that it closes. */
    tradeId: z.string().nullable(),
    state: z.enum(["PENDING", "FILLED", "CANCELLED"]),
    /** Why it was cancelled: v20's word, and a sentence. */
    reason: z.string().nullable(),
    reasonText: z.string().nullable(),
    createdAt: time,
    endedAt: time.nullable(),
    /** The transaction that filled it. */
    fillTransactionId: z.int().nullable(),
  })
  .meta({ id: "ForexOrder" });

const transaction = z
  .object({
    id: z.int(),
    type: z.string(),
    at: time,
    orderId: z.string().nullable(),
    tradeId: z.string().nullable(),
    instrument: z.string().nullable(),
    units: z.int().nullable(),
    price: decimal.nullable(),
    amountCents: cents,
    balanceCents: cents,
    detail: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "ForexTransaction" });

const trade = z
  .object({
    id: z.string(),
    instrument: z.string(),
    initialUnits: z.int(),
    units: z.int(),
    price: decimal,
    state: z.enum(["OPEN", "CLOSE_WHEN_TRADEABLE", "CLOSED"]),
    openedAt: time,
    realisedCents: cents,
    financingCents: cents,
    /** At mid; null once closed, and without prices. */
    unrealisedCents: cents.nullable(),
    closedAt: time.nullable(),
    /** Of its last part. */
    closePrice: decimal.nullable(),
    /** What is attached to it. */
    takeProfit: decimal.nullable(),
    stopLoss: decimal.nullable(),
    trailingDistance: decimal.nullable(),
  })
  .meta({ id: "ForexTrade" });

/** What a day began with: from here on every event of the day can be worked out again. */
const dayBook = z
  .object({
    /** Oldest first, with what was left of each then. */
    trades: z.array(
      z.object({ id: z.string(), instrument: z.string(), units: z.int(), price: decimal }),
    ),
  })
  .meta({ id: "ForexDayBook" });

const position = z.object({
  instrument: z.string(),
  units: z.int(),
  averagePrice: decimal,
  unrealisedCents: cents,
  marginUsedCents: cents,
  /** Place in the order in which a stop-out closes; the first is 1. */
  closesAs: z.int(),
  /** The price at which the account is stopped out while all others stay; null: none. */
  stopOutPrice: decimal.nullable(),
});

/** An order as sent: the order as it stands, and what filled it. */
const taken = z.object({ order, fill: transaction.nullable() }).meta({ id: "ForexTaken" });

const exitPrice = z.strictObject({ price });
const exitDistance = z.strictObject({ distance: price });

const orderRequest = z
  .strictObject({
    type: z.enum(["MARKET", "LIMIT", "STOP", "MARKET_IF_TOUCHED"]),
    instrument,
    units,
    price: price.optional(),
    priceBound: price.optional(),
    timeInForce: z.enum(["GTC", "GTD", "GFD", "FOK", "IOC"]).optional(),
    /** Of GTD. */
    gtdTime: time.optional(),
    positionFill: z.enum(["DEFAULT", "OPEN_ONLY", "REDUCE_FIRST", "REDUCE_ONLY"]).optional(),
    triggerCondition: z.enum(["DEFAULT", "INVERSE", "BID", "ASK", "MID"]).optional(),
    takeProfitOnFill: exitPrice.optional(),
    stopLossOnFill: exitPrice.optional(),
    trailingStopLossOnFill: exitDistance.optional(),
  })
  .meta({ id: "ForexOrderRequest" });

const statistics = z
  .object({
    /** Closed ones; what one brought is its result with its financing. */
    trades: z.int(),
    wins: z.int(),
    losses: z.int(),
    resultCents: cents,
    gainCents: cents,
    /** Below 0. */
    lossCents: cents,
    averageGainCents: cents.nullable(),
    averageLossCents: cents.nullable(),
    largestGainCents: cents.nullable(),
    largestLossCents: cents.nullable(),
    /** In the results: below 0 it was paid. */
    financingCents: cents,
    /** Of all fills, half the spread each: in the results. */
    spreadCents: cents,
    /** Positions that a stop-out closed. */
    stopOuts: z.int(),
    /** Those with most trades first. */
    instruments: z.array(
      z.object({
        instrument: z.string(),
        trades: z.int(),
        wins: z.int(),
        losses: z.int(),
        resultCents: cents,
        financingCents: cents,
      }),
    ),
  })
  .meta({ id: "ForexStatistics" });

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

/**
 * What an account of the Forex desk is made of, in v20's words: its figures, orders, trades,
 * positions and events. Prices and units come as text, so that what is no price is refused by name.
 */
import { z } from "zod";
import { cents, decimal, sats, time } from "./values.ts";

export const id = z.string().max(60);
export const instrument = z.string().max(20);
const price = z.string().max(40).meta({ description: "decimal text on the instrument's grid" });
export const units = z
  .union([z.string().max(40), z.int()])
  .transform(String)
  .meta({ description: "whole number, as text or as a JSON number; below 0 sells" });

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

export const account = figures
  .extend({
    /** Coins that were brought and are neither given back nor lost. */
    principalSats: sats,
    /** What they came as, and the highest rate at which any came: gains are changed at no lower. */
    principalCents: cents,
    highestCentsPerBtc: cents,
    /** What coins are changed at, and what that costs, as a share. */
    centsPerBtc: cents,
    conversionCost: decimal,
    /** True if messages about filled and ended orders are also sent by e-mail. */
    mailsFills: z.boolean(),
    now: time,
  })
  .meta({ id: "ForexAccount" });

export const order = z
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

export const transaction = z
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

export const trade = z
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
export const dayBook = z
  .object({
    /** Oldest first, with what was left of each then. */
    trades: z.array(
      z.object({ id: z.string(), instrument: z.string(), units: z.int(), price: decimal }),
    ),
  })
  .meta({ id: "ForexDayBook" });

export const position = z.object({
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
export const taken = z.object({ order, fill: transaction.nullable() }).meta({ id: "ForexTaken" });

const exitTime = {
  timeInForce: z.enum(["GTC", "GTD", "GFD"]).optional(),
  /** When a GTD order ends. */
  gtdTime: time.optional(),
};
export const exitPrice = z.strictObject({ price, ...exitTime });
export const exitDistance = z.strictObject({ distance: price, ...exitTime });

export const orderRequest = z
  .strictObject({
    type: z.enum(["MARKET", "LIMIT", "STOP", "MARKET_IF_TOUCHED"]),
    instrument,
    units,
    price: price.optional(),
    priceBound: price.optional(),
    timeInForce: z.enum(["GTC", "GTD", "GFD", "FOK", "IOC"]).optional(),
    /** When a GTD order ends. */
    gtdTime: time.optional(),
    positionFill: z.enum(["DEFAULT", "OPEN_ONLY", "REDUCE_FIRST", "REDUCE_ONLY"]).optional(),
    triggerCondition: z.enum(["DEFAULT", "INVERSE", "BID", "ASK", "MID"]).optional(),
    takeProfitOnFill: exitPrice.optional(),
    stopLossOnFill: exitPrice.optional(),
    trailingStopLossOnFill: exitDistance.optional(),
  })
  .meta({ id: "ForexOrderRequest" });

export const statistics = z
  .object({
    /** Closed ones; what one brought is its result with its financing. */
    trades: z.int(),
    wins: z.int(),
    losses: z.int(),
    resultCents: cents,
    /** Not in the figures of closed trades. */
    openTrades: z.int(),
    /** Results and financing that open trades have booked so far, without their open results. */
    openBookedCents: cents,
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

/**
 * Schemas of a Forex account, named after OANDA v20: figures, orders, trades, positions and
 * transactions. In requests, prices and units are text, so that a refusal can name the invalid
 * field.
 */
import { z } from "zod";
import { journalPlan } from "./forex-journal-texts.ts";
import { cents, decimal, sats, time } from "./values.ts";

export const id = z.string().max(60);
export const instrument = z.string().max(20);
const price = z
  .string()
  .max(40)
  .meta({ description: "decimal text, a multiple of the instrument's price step" });
export const units = z
  .union([z.string().max(40), z.int()])
  .transform(String)
  .meta({ description: "whole number, as text or as a JSON number; negative numbers sell" });

/** An account's figures in dollars. */
export const figures = z.object({
  balanceCents: cents,
  unrealisedCents: cents,
  navCents: cents,
  marginUsedCents: cents,
  marginAvailableCents: cents,
  withdrawableCents: cents,
  /**
   * NAV as a percentage of margin used. Null without open positions. Margin call at 100, stop-out
   * at 50.
   */
  marginLevel: decimal.nullable(),
  isMarginCall: z.boolean(),
  /** Amount advanced by the platform for losses beyond the balance. */
  advanceCents: cents,
  openTradeCount: z.int(),
  pendingOrderCount: z.int(),
  lastTransactionId: z.int(),
  /** Margin rate by instrument on the current trading day, as a share of the position's value. */
  marginRates: z.record(z.string(), decimal),
  /** Time of the prices. Null before the first trading day. */
  pricedAt: time.nullable(),
});

export const account = figures
  .extend({
    /** Coins moved to the desk that were neither returned nor lost. */
    principalSats: sats,
    /** Dollars received for the coins in `principalSats`. */
    principalCents: cents,
    /**
     * Highest rate at which any of these coins were converted. Gains are never converted at a lower
     * rate.
     */
    highestCentsPerBtc: cents,
    /** Current conversion rate. */
    centsPerBtc: cents,
    /** Conversion cost as a share of the amount. */
    conversionCost: decimal,
    /** True if messages about filled and ended orders are also sent by e-mail. */
    mailsFills: z.boolean(),
    /** True if messages about alerts are also sent by e-mail. */
    mailsAlerts: z.boolean(),
    /** True if messages about alerts are also sent by SMS. */
    textsAlerts: z.boolean(),
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
    /** Limit of a stop-limit order, whose stop is `price`. */
    limitPrice: decimal.nullable(),
    /** Time since which a stop-limit order waits for its limit. Null before its stop is reached. */
    triggeredAt: time.nullable(),
    distance: decimal.nullable(),
    priceBound: decimal.nullable(),
    timeInForce: z.string(),
    expiresAt: time.nullable(),
    positionFill: z.string(),
    triggerCondition: z.string(),
    takeProfit: decimal.nullable(),
    /** Take profits for parts of the trade, instead of `takeProfit`. */
    takeProfits: z.array(z.object({ price: decimal, units: z.int() })),
    stopLoss: decimal.nullable(),
    trailingDistance: decimal.nullable(),
    /** The trade that this order closes. */
    tradeId: z.string().nullable(),
    state: z.enum(["PENDING", "FILLED", "CANCELLED"]),
    /** Reason code of the cancellation, as in OANDA v20. */
    reason: z.string().nullable(),
    /** The reason as a sentence for users. */
    reasonText: z.string().nullable(),
    createdAt: time,
    endedAt: time.nullable(),
    /** The transaction that filled the order. */
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
    /**
     * Unrealised profit or loss at mid price. Null once the trade is closed, and without prices.
     */
    unrealisedCents: cents.nullable(),
    closedAt: time.nullable(),
    /** Price at which the last units were closed. */
    closePrice: decimal.nullable(),
    /** Exit orders attached to the trade. `takeProfit` is the price of the nearest take profit. */
    takeProfit: decimal.nullable(),
    /** All take profits, nearest first, with the units that each closes. */
    takeProfits: z.array(z.object({ orderId: z.string(), price: decimal, units: z.int() })),
    stopLoss: decimal.nullable(),
    trailingDistance: decimal.nullable(),
  })
  .meta({ id: "ForexTrade" });

/**
 * The account's state at the start of a trading day. All events of the day can be recomputed from
 * this state.
 */
export const dayBook = z
  .object({
    /** Trades that were open at the start of the day, oldest first, with their open units. */
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
  /** The position's rank in the closing order of a stop-out, from 1. */
  closesAs: z.int(),
  /**
   * Price at which the account is stopped out if all other prices stay unchanged. Null if no price
   * would cause a stop-out.
   */
  stopOutPrice: decimal.nullable(),
});

/** Response to a new order: the order's current state, and the transaction that filled it. */
export const taken = z.object({ order, fill: transaction.nullable() }).meta({ id: "ForexTaken" });

const exitTime = {
  timeInForce: z.enum(["GTC", "GTD", "GFD"]).optional(),
  /** Expiry of a GTD order. */
  gtdTime: time.optional(),
};
export const exitPrice = z.strictObject({ price, ...exitTime });
const targetCount = 5;
/** Take profits for parts of a trade. Their units together are at most the units of the trade. */
export const targets = z
  .array(z.strictObject({ price, units, ...exitTime }))
  .min(1)
  .max(targetCount);
/** Units of a close: a positive number, or "ALL". */
export const closeUnits = units.meta({
  description: 'whole number above 0, as text or as a JSON number, or "ALL"',
});
export const exitDistance = z.strictObject({ distance: price, ...exitTime });

export const orderRequest = z
  .strictObject({
    type: z.enum(["MARKET", "LIMIT", "STOP", "STOP_LIMIT", "MARKET_IF_TOUCHED"]),
    instrument,
    units,
    price: price.optional(),
    /** STOP_LIMIT only: the limit that applies once the price has reached the stop, `price`. */
    limitPrice: price.optional(),
    priceBound: price.optional(),
    timeInForce: z.enum(["GTC", "GTD", "GFD", "FOK", "IOC"]).optional(),
    /** Expiry of a GTD order. */
    gtdTime: time.optional(),
    positionFill: z.enum(["DEFAULT", "OPEN_ONLY", "REDUCE_FIRST", "REDUCE_ONLY"]).optional(),
    triggerCondition: z.enum(["DEFAULT", "INVERSE", "BID", "ASK", "MID"]).optional(),
    takeProfitOnFill: exitPrice.optional(),
    takeProfitsOnFill: targets.optional(),
    stopLossOnFill: exitPrice.optional(),
    trailingStopLossOnFill: exitDistance.optional(),
    /** Plan for the journal. It can be changed until the order ends. */
    plan: journalPlan.optional(),
  })
  .meta({ id: "ForexOrderRequest" });

export const statistics = z
  .object({
    /** Number of closed trades. The result of a trade includes the trade's financing. */
    trades: z.int(),
    wins: z.int(),
    losses: z.int(),
    resultCents: cents,
    /** Number of open trades, which are not included in the figures of closed trades. */
    openTrades: z.int(),
    /**
     * Realised profit or loss and financing of open trades so far. Excludes their unrealised profit
     * or loss.
     */
    openBookedCents: cents,
    gainCents: cents,
    /** Total of all losses, as a negative number. */
    lossCents: cents,
    averageGainCents: cents.nullable(),
    averageLossCents: cents.nullable(),
    largestGainCents: cents.nullable(),
    largestLossCents: cents.nullable(),
    /** Financing of closed trades, already included in the results. Negative if the user paid. */
    financingCents: cents,
    /** Spread cost of all fills (half the spread each). Already included in the results. */
    spreadCents: cents,
    /** Number of positions closed by a stop-out. */
    stopOuts: z.int(),
    /** Figures by instrument, with the most traded instrument first. */
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

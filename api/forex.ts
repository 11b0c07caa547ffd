/**
 * The market of the Forex desk, in OANDA v20's words. For anybody to read: no session, nothing of
 * anybody. Prices are decimal text.
 */
import { z } from "zod";
import { forexLimits } from "./limits.ts";
import { QUOTE_STATUSES } from "./quote-frame.ts";
import type { Api } from "./route.ts";
import { cents, decimal, time } from "./values.ts";

const source = z.enum(["practice", "oanda"]);

const marketHours = z.object({
  isOpen: z.boolean(),
  /** The next opening, or the one that this stretch began with. */
  opensAt: time,
  /** The end of this stretch, or of the next one. */
  closesAt: time,
});

const instruments = z
  .object({
    /** A year, in percent, on what is held over 17:00 in New York. */
    markUpPercent: decimal,
    /** Of what is changed into dollars of the desk and back. */
    conversionCostPercent: decimal,
    /** Whether the desk takes orders. */
    isOpen: z.boolean(),
    /** A year, in percent, by currency. */
    interest: z.record(z.string(), decimal),
    instruments: z.array(
      z.object({
        name: z.string(),
        displayName: z.string(),
        type: z.enum(["CURRENCY", "CRYPTO"]),
        pipLocation: z.int(),
        displayPrecision: z.int(),
        tradeUnitsPrecision: z.literal(0),
        minimumTradeSize: decimal,
        maximumOrderUnits: decimal,
        maximumPositionSize: decimal,
        marginRate: decimal,
        tradeable: z.boolean(),
        /** Of quiet hours, in pips. */
        spread: decimal,
      }),
    ),
  })
  .meta({ id: "ForexInstruments" });

/** All prices of a market at one time. */
export const board = z.object({
  practice: z.literal(true),
  source: z.enum(["practice", "oanda", "replay"]),
  /** To be shown beside every price. */
  label: z.string(),
  time,
  market: marketHours,
  quotes: z.array(
    z.object({
      instrument: z.string(),
      /** `halted`: the desk takes no orders. */
      status: z.enum(QUOTE_STATUSES),
      /** Null: there has been no price yet. */
      time: time.nullable(),
      bid: decimal.nullable(),
      ask: decimal.nullable(),
      /** Mid of the trading day's first tick, then the extremes of its mids. */
      dayOpen: decimal.nullable(),
      dayHigh: decimal.nullable(),
      dayLow: decimal.nullable(),
    }),
  ),
});

const quotes = board
  .extend({
    source,
    /** The announced change to other prices; null: there is none. */
    next: z.object({ source, from: time }).nullable(),
  })
  .meta({ id: "ForexQuotes" });

const prices = z.object({ o: decimal, h: decimal, l: decimal, c: decimal });

const candles = z
  .object({
    practice: z.literal(true),
    instrument: z.string(),
    granularity: z.string(),
    label: z.string(),
    candles: z.array(
      z.object({
        /** Beginning of the interval; a day begins at 17:00 in New York. */
        time,
        /** False while the interval lasts. */
        complete: z.boolean(),
        /** Ticks in it. */
        volume: z.int(),
        /** `ECB`: of its daily rates, before the first day of the market or of the replay. */
        source: z.enum(["practice", "oanda", "ECB", "replay"]),
        bid: prices.optional(),
        mid: prices.optional(),
        ask: prices.optional(),
      }),
    ),
  })
  .meta({ id: "ForexCandles" });

const commitment = z.object({
  /** New York date on which the day ends. */
  date: z.iso.date(),
  opensAt: time,
  closesAt: time,
  /** SHA-256 of the day's seed, in hex: there before the day begins. */
  commitment: z.string(),
});

const day = z
  .object({
    ...commitment.shape,
    /** What the day began with; null: it has not begun. */
    start: z
      .object({
        /** Date of the model's levels. */
        model: z.string(),
        /** USD of one of each currency. */
        levels: z.record(z.string(), decimal),
        /** Of the moves of late, in millionths of the model's. */
        variance: z.int(),
      })
      .nullable(),
    /** What holds for the whole day; null: it has not begun. */
    terms: z
      .object({
        markUpPercent: decimal,
        interest: z.record(z.string(), decimal),
        /** By pair: pips in quiet hours, and rate of margin. */
        pairs: z.record(z.string(), z.object({ spread: decimal, marginRate: decimal })),
      })
      .nullable(),
    /** Hex; null until the day is over. */
    seed: z.string().nullable(),
  })
  .meta({ id: "ForexDay" });

export const forexMarketApi = {
  listInstruments: {
    method: "GET",
    path: "/api/v1/forex/instruments",
    auth: "anonymous",
    summary: "What can be traded, and the terms of the desk",
    response: instruments,
  },
  getQuotes: {
    method: "GET",
    path: "/api/v1/forex/quotes",
    auth: "anonymous",
    keyScope: "read",
    mayKnowCaller: true,
    summary: "The last price of every instrument, and when the market opens and closes",
    response: quotes,
  },
  getForexHouse: {
    method: "GET",
    path: "/api/v1/forex/house",
    auth: "anonymous",
    summary: "The other side of every trade: the house's result and its exposure by currency",
    response: z
      .object({
        at: time,
        /** Closed trades and financing. */
        resultCents: cents,
        /** The house's side of what is open, at mid; null without prices. */
        openResultCents: cents.nullable(),
        /** Both together. */
        totalResultCents: cents.nullable(),
        openPositions: z.int().meta({
          description:
            "one per account and pair, of any size, those of anonymous accounts included",
        }),
        /** At mid; above 0 the house is long of the currency. */
        exposure: z.array(z.object({ currency: z.string(), cents })),
      })
      .meta({ id: "ForexHouse" }),
  },
  listCandles: {
    method: "GET",
    path: "/api/v1/forex/candles",
    auth: "anonymous",
    keyScope: "read",
    mayKnowCaller: true,
    summary: "Candles of an instrument, the newest ones before a time, oldest first",
    query: z.strictObject({
      instrument: z.string().max(16),
      granularity: z.enum(forexLimits.granularities).default("S5"),
      count: z.coerce
        .number()
        .int()
        .min(1)
        .max(forexLimits.candlesMax)
        .default(forexLimits.candlesDefault),
      to: time.optional().meta({ description: "only those that begin before; now when absent" }),
      price: z
        .string()
        .regex(/^[MBA]{1,3}$/)
        .default("M")
        .meta({ description: "M, B and A: mid, bid and ask" }),
    }),
    response: candles,
  },
  listMarketDays: {
    method: "GET",
    path: "/api/v1/forex/days",
    auth: "anonymous",
    summary: "Commitments of the running trading day and of those ahead, or of days before a date",
    query: z.strictObject({
      before: z.iso
        .date()
        .optional()
        .meta({ description: "the newest 31 before it, newest first" }),
    }),
    response: z.object({ items: z.array(commitment) }),
  },
  getMarketDay: {
    method: "GET",
    path: "/api/v1/forex/days/{date}",
    auth: "anonymous",
    summary: "All that a trading day was made of; its seed once it is over",
    params: z.strictObject({ date: z.iso.date() }),
    response: day,
  },
} as const satisfies Api;

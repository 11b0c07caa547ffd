/**
 * Routes for market data of the Forex desk, named after OANDA v20. The data is public, requires no
 * session and contains no user data. Prices are decimal text.
 */
import { z } from "zod";
import { forexLimits } from "./limits.ts";
import { QUOTE_STATUSES } from "./quote-frame.ts";
import type { Api } from "./route.ts";
import { cents, decimal, time } from "./values.ts";

const source = z.enum(["practice", "oanda"]);

/** Scheduled news of the practice market, at which spreads widen and prices move more. */
const announcement = z.object({
  name: z.enum(["US_EMPLOYMENT", "US_CONSUMER_PRICES", "US_INTEREST_RATE"]),
  time,
});

const marketHours = z.object({
  isOpen: z.boolean(),
  /** Start of the current trading period. While the market is closed, start of the next period. */
  opensAt: time,
  /** End of the current trading period. While the market is closed, end of the next period. */
  closesAt: time,
});

const instruments = z
  .object({
    /** Yearly mark-up in percent on positions held over 17:00 New York time. */
    markUpPercent: decimal,
    /** Cost of converting coins to desk dollars and back, as a percentage. */
    conversionCostPercent: decimal,
    /** True if the desk accepts orders. */
    isOpen: z.boolean(),
    /** Yearly interest in percent, by currency. */
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
        /** Spread in quiet hours, in pips. */
        spread: decimal,
      }),
    ),
  })
  .meta({ id: "ForexInstruments" });

/** The board: prices of all instruments of a market at one time. */
export const board = z.object({
  practice: z.literal(true),
  source: z.enum(["practice", "oanda", "replay"]),
  /** Practice label that clients must show next to every price. */
  label: z.string(),
  time,
  market: marketHours,
  quotes: z.array(
    z.object({
      instrument: z.string(),
      /** `halted`: the desk accepts no orders. */
      status: z.enum(QUOTE_STATUSES),
      /** Null if there has been no price yet. */
      time: time.nullable(),
      bid: decimal.nullable(),
      ask: decimal.nullable(),
      /** Mid price of the trading day's first tick. */
      dayOpen: decimal.nullable(),
      /** Highest mid price since that tick. */
      dayHigh: decimal.nullable(),
      /** Lowest mid price since that tick. */
      dayLow: decimal.nullable(),
    }),
  ),
});

const quotes = board
  .extend({
    source,
    /** Announced change of the price source. Null if none is planned. */
    next: z.object({ source, from: time }).nullable(),
    /** The practice market's next announcement. Null for other price sources. */
    announcement: announcement.nullable(),
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
        /**
         * Start of the interval. A day starts at 17:00 New York time, a week on Friday at 17:00,
         * and a month at 17:00 before its first day.
         */
        time,
        /** False while the interval is running. */
        complete: z.boolean(),
        /**
         * Number of ticks whose bid or ask differs from the previous tick. An estimate for
         * `modelled` and `bridged` candles, and for days that an earlier release stored.
         */
        volume: z.int(),
        /**
         * Source of the prices. `ECB`: daily reference rates. `modelled`: modelled between these
         * rates. `bridged`: modelled between the last rate and the market's first day. A candle of
         * a week or a month has the source of its newest day.
         */
        source: z.enum(["practice", "oanda", "ECB", "modelled", "bridged", "replay"]),
        bid: prices.optional(),
        mid: prices.optional(),
        ask: prices.optional(),
      }),
    ),
  })
  .meta({ id: "ForexCandles" });

const commitment = z.object({
  /** Date on which the trading day ends in New York. */
  date: z.iso.date(),
  opensAt: time,
  closesAt: time,
  /** SHA-256 of the day's seed in hex, published before the day begins. */
  commitment: z.string(),
});

export const marketDay = z
  .object({
    ...commitment.shape,
    /** Starting values of the day. Null until it begins. */
    start: z
      .object({
        /** Name of the model: the date of its starting levels, and its version. */
        model: z.string(),
        /** Value of one unit of each currency in US dollars. */
        levels: z.record(z.string(), decimal),
        /** Recent variance relative to the model's, in millionths. */
        variance: z.int(),
      })
      .nullable(),
    /** Terms that apply to the whole day. Null until it begins. */
    terms: z
      .object({
        markUpPercent: decimal,
        interest: z.record(z.string(), decimal),
        /** Each pair's spread in quiet hours (pips) and its margin rate. */
        pairs: z.record(z.string(), z.object({ spread: decimal, marginRate: decimal })),
      })
      .nullable(),
    /** The day's announcements, which are known in advance. */
    announcements: z.array(announcement),
    /** The day's seed in hex. Null until the day is over. */
    seed: z.string().nullable(),
  })
  .meta({ id: "ForexDay" });

export const forexMarketApi = {
  listInstruments: {
    method: "GET",
    path: "/api/v1/forex/instruments",
    auth: "anonymous",
    summary: "List instruments, and the terms of the desk",
    response: instruments,
  },
  getQuotes: {
    method: "GET",
    path: "/api/v1/forex/quotes",
    auth: "anonymous",
    keyScope: "read",
    mayKnowCaller: true,
    summary: "Get the latest price of every instrument, and the market hours",
    response: quotes,
  },
  getForexHouse: {
    method: "GET",
    path: "/api/v1/forex/house",
    auth: "anonymous",
    summary: "Get the platform's result and exposure by currency, as the other side of every trade",
    response: z
      .object({
        at: time,
        /** The platform's profit or loss from closed trades and financing. */
        resultCents: cents,
        /** The platform's profit or loss on open positions at mid price. Null without prices. */
        openResultCents: cents.nullable(),
        /** Sum of `resultCents` and `openResultCents`. */
        totalResultCents: cents.nullable(),
        openPositions: z.int().meta({
          description:
            "counted once per account and pair, whatever the size; includes anonymous accounts",
        }),
        /** The platform's position in each currency at mid price. Positive means long. */
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
    summary: "List an instrument's newest candles before a time, oldest first",
    query: z.strictObject({
      instrument: z.string().max(16),
      granularity: z.enum(forexLimits.granularities).default("S5"),
      count: z.coerce
        .number()
        .int()
        .min(1)
        .max(forexLimits.candlesMax)
        .default(forexLimits.candlesDefault),
      to: time
        .optional()
        .meta({ description: "returns candles that begin before this time; defaults to now" }),
      price: z
        .string()
        .regex(/^[MBA]{1,3}$/)
        .default("M")
        .meta({ description: "any of M (mid), B (bid) and A (ask)" }),
    }),
    response: candles,
  },
  listMarketDays: {
    method: "GET",
    path: "/api/v1/forex/days",
    auth: "anonymous",
    summary: "List commitments of the current and future trading days, or of days before a date",
    query: z.strictObject({
      before: z.iso
        .date()
        .optional()
        .meta({ description: "returns the 31 days before this date, newest first" }),
    }),
    response: z.object({ items: z.array(commitment) }),
  },
  getMarketDay: {
    method: "GET",
    path: "/api/v1/forex/days/{date}",
    auth: "anonymous",
    summary: "Get all inputs of a trading day; includes its seed once the day is over",
    params: z.strictObject({ date: z.iso.date() }),
    response: marketDay,
  },
} as const satisfies Api;

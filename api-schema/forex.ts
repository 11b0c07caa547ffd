/**
 * The market of the Forex desk, in OANDA v20's words. For anybody to read: no session, nothing of
 * anybody. Prices are decimal text.
 */
import { z } from "zod";
import type { Api } from "./route.ts";
import { decimal, time } from "./values.ts";

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

const quotes = z
  .object({
    practice: z.literal(true),
    source,
    /** To be shown beside every price. */
    label: z.string(),
    time,
    market: marketHours,
    quotes: z.array(
      z.object({
        instrument: z.string(),
        /** `halted`: the desk takes no orders. */
        status: z.enum(["tradeable", "halted", "closed", "reference"]),
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
  })
  .meta({ id: "ForexQuotes" });

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
    summary: "The last price of every instrument, and when the market opens and closes",
    response: quotes,
  },
} as const satisfies Api;

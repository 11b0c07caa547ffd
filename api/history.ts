/**
 * Routes of the time machine, which applies today's terms to every starting day since 2013. Its
 * results are statistics of past days, not forecasts. The routes are public and contain no user
 * data.
 */
import { z } from "zod";
import type { Api } from "./route.ts";
import { cents, decimal } from "./values.ts";

/**
 * A query value. The module validates the value, and its refusal explains why the value is invalid.
 */
const value = z.string().max(40).optional();

const outcomesQuery = z.strictObject({
  /**
   * The offer to replay: one of `plan`, `rig`, `ratio`, `apy`, or `earns` with `uses` and `price`.
   */
  plan: value,
  rig: value,
  /** Tariff in USD per kWh, used with `rig`. Defaults to 0.1. */
  tariff: value,
  /** Expected value of the whole period's output, divided by the price. */
  ratio: value,
  /** Power cost of the whole period, divided by the price. Used with `ratio`. Defaults to 0. */
  power: value,
  /** Daily earnings in USD at the first day's values. */
  earns: value,
  uses: value,
  /** One-time price in USD. */
  price: value,
  /** Yearly interest in percent, paid in coins. */
  apy: value,
  days: value,
  mode: value,
  /** First UTC day of one period to show in detail, YYYY-MM-DD. */
  start: value,
});

const stretch = z.object({
  start: z.iso.date(),
  end: z.iso.date(),
  /**
   * Final value of one unit of money invested, with six decimals. At 1 the investment breaks even.
   */
  outcome: decimal,
});

const series = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  days: z.int(),
  /** Days without a price of their own, filled forward from the previous day. */
  carriedDays: z.int(),
});

/** Counts of starting days: all days, and the days that would have paid back. */
const count = z.object({
  startingDays: z.int(),
  paidBack: z.int(),
  /** Percentage of starting days that would have paid back, with one decimal. */
  share: decimal,
});

const outcomes = z
  .object({
    practice: z.literal(true),
    series,
    days: z.int(),
    mode: z.enum(["sold", "kept"]),
    /** Expected value at the first day's values, divided by the price, with six decimals. */
    ratio: decimal,
    /** Power cost at the first day's values, divided by the price, with six decimals. */
    power: decimal,
    ...count.shape,
    /**
     * Counts for non-overlapping periods only. One such period begins on every `days`-th starting
     * day.
     */
    apart: z.object({ stretches: z.int(), paidBack: z.int() }),
    low5: stretch,
    median: stretch,
    high95: stretch,
    worst: stretch,
    best: stretch,
    /** Details of the requested period, by mode. Null if none was requested. */
    stretch: z
      .object({
        start: z.iso.date(),
        end: z.iso.date(),
        sold: decimal,
        kept: decimal,
        /** Outcome of spending the same price on buying coins. */
        bought: decimal,
        /**
         * Coins earned before power cost. 1 is the number of coins that the price bought on the
         * first day.
         */
        coins: decimal,
      })
      .nullable(),
  })
  .meta({ id: "ReplayOutcomes" });

const replayed = z.object({ days: z.int(), ...count.shape });

const cases = z
  .object({
    series,
    plans: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        priceCents: cents,
        /** Expected value over the contract's 30 days at the values in force. */
        worthCents: cents,
        /** Result over the contract's term, with coins sold daily. */
        replayed,
      }),
    ),
    rigs: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        priceCents: cents,
        /** Earnings in USD per day at the values in force, with six decimals. */
        earnsUsd: decimal,
        powerKw: decimal,
        /** Result over five years at 0.1 USD per kWh, with coins sold daily. */
        replayed,
      }),
    ),
  })
  .meta({ id: "ReplayCases" });

const addedDays = z
  .object({
    /** Block headers of 80 bytes each, in hex. */
    headers: z.array(z.string()),
    /** Price in US cents, one for each UTC day. */
    cents: z.array(z.int()),
    /** Days (counted from 1970) whose price is filled forward from the previous day. */
    carriedDays: z.array(z.int()),
    /** Number of built-in headers, after which the uploaded headers follow. */
    afterHeaders: z.int(),
    /** Day of the last built-in price, after which the uploaded prices follow. */
    afterDay: z.string(),
  })
  .meta({ id: "AddedDays" });

export const historyApi = {
  listAddedDays: {
    method: "GET",
    path: "/api/v1/history/added-days",
    auth: "anonymous",
    readsStandby: true,
    summary: "List the days that administrators added to the built-in difficulty and price series",
    response: addedDays,
  },
  listReplayCases: {
    method: "GET",
    path: "/api/v1/history/cases",
    auth: "anonymous",
    readsStandby: true,
    summary:
      "List plans and rigs with their replayed terms, and the number of starting days that paid back",
    response: cases,
  },
  getOutcomes: {
    method: "GET",
    path: "/api/v1/history/outcomes",
    auth: "anonymous",
    readsStandby: true,
    summary: "Get the outcome of these terms for every starting day since 2013",
    query: outcomesQuery,
    response: outcomes,
  },
  exportOutcomes: {
    method: "GET",
    path: "/api/v1/history/outcomes.csv",
    auth: "anonymous",
    readsStandby: true,
    summary: "Export the outcome of every starting day as CSV, with the practice label",
    query: outcomesQuery,
    contentType: "text/csv; charset=utf-8",
    response: z.string(),
  },
} as const satisfies Api;

/**
 * The time machine: what terms of today would have returned on every starting day since 2013. A
 * count of days that were, for anybody to read; no session, nothing of anybody.
 */
import { z } from "zod";
import type { Api } from "./route.ts";
import { cents, decimal } from "./values.ts";

/** Checked by the module, which says what is wrong with a value. */
const value = z.string().max(40).optional();

const outcomesQuery = z.strictObject({
  /** One of `plan`, `rig`, `ratio`, `apy`, or `earns` with `uses` and `price`. */
  plan: value,
  rig: value,
  /** USD per kWh, with `rig`; 0.1 when absent. */
  tariff: value,
  /** Expected worth of the output over the whole stretch / price. */
  ratio: value,
  /** Cost of the power over the whole stretch / price, with `ratio`; 0 when absent. */
  power: value,
  /** USD a day, at the values of the first day. */
  earns: value,
  uses: value,
  /** USD, once. */
  price: value,
  /** Percent a year, for coins that stay coins. */
  apy: value,
  days: value,
  mode: value,
  /** First UTC day of one stretch to look at closer, YYYY-MM-DD. */
  start: value,
});

const stretch = z.object({
  start: z.iso.date(),
  end: z.iso.date(),
  /** What one unit of money had become; 1 is the installation. Six decimals. */
  outcome: decimal,
});

const series = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  days: z.int(),
  /** Days whose price is that of the day before, because there was none. */
  carriedDays: z.int(),
});

/** Starting days that would have paid back, of all. */
const count = z.object({
  startingDays: z.int(),
  paidBack: z.int(),
  /** Percent, one decimal. */
  share: decimal,
});

const outcomes = z
  .object({
    practice: z.literal(true),
    series,
    days: z.int(),
    mode: z.enum(["sold", "kept"]),
    /** Expected worth and power at the first day's values / price; six decimals. */
    ratio: decimal,
    power: decimal,
    ...count.shape,
    /** Every `days`-th starting day: stretches that share no day. */
    apart: z.object({ stretches: z.int(), paidBack: z.int() }),
    low5: stretch,
    median: stretch,
    high95: stretch,
    worst: stretch,
    best: stretch,
    /** The one that was asked for, in each way; null: none was. */
    stretch: z
      .object({
        start: z.iso.date(),
        end: z.iso.date(),
        sold: decimal,
        kept: decimal,
        /** The price's worth of coins, bought instead. */
        bought: decimal,
        /** In coins alone, before power: 1 is what the price bought on the first day. */
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
        /** Expected worth over the 30 days of the contract at the values in force. */
        worthCents: cents,
        /** Over the contract's own days, sold daily. */
        replayed,
      }),
    ),
    rigs: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        priceCents: cents,
        /** USD a day at the values in force, six decimals. */
        earnsUsd: decimal,
        powerKw: decimal,
        /** Over five years at the tariff of 0.1 USD per kWh, sold daily. */
        replayed,
      }),
    ),
  })
  .meta({ id: "ReplayCases" });

const addedDays = z
  .object({
    /** 80 bytes each, in hex. */
    headers: z.array(z.string()),
    /** US cents, one a UTC day. */
    cents: z.array(z.int()),
    /** Days since 1970 whose price is that of the day before. */
    carriedDays: z.array(z.int()),
    /** The headers that the product carries, and the day of its last price: these come after. */
    afterHeaders: z.int(),
    afterDay: z.string(),
  })
  .meta({ id: "AddedDays" });

export const historyApi = {
  listAddedDays: {
    method: "GET",
    path: "/api/v1/history/added-days",
    auth: "anonymous",
    readsStandby: true,
    summary: "What administrators added to the carried series of difficulty and price",
    response: addedDays,
  },
  listReplayCases: {
    method: "GET",
    path: "/api/v1/history/cases",
    auth: "anonymous",
    readsStandby: true,
    summary: "Plans and machines as they are replayed, with how many starting days paid back",
    response: cases,
  },
  getOutcomes: {
    method: "GET",
    path: "/api/v1/history/outcomes",
    auth: "anonymous",
    readsStandby: true,
    summary: "What these terms would have returned on every starting day since 2013",
    query: outcomesQuery,
    response: outcomes,
  },
  exportOutcomes: {
    method: "GET",
    path: "/api/v1/history/outcomes.csv",
    auth: "anonymous",
    readsStandby: true,
    summary: "The outcome of every starting day as CSV, with the practice label",
    query: outcomesQuery,
    contentType: "text/csv; charset=utf-8",
    response: z.string(),
  },
} as const satisfies Api;

/**
 * Analytics: what the user put in, what they have, and what each product brought and cost, per UTC
 * day.
 */
import { z } from "zod";
import type { Api } from "./route.ts";
import { cents, decimal, sats, time } from "./values.ts";

/** Checked by the module, which says what is wrong with a day. */
const rangeQuery = z.strictObject({
  /** First UTC day, YYYY-MM-DD; the day of the first entry when absent. */
  from: z.string().max(40).optional(),
  /** Last UTC day, included; today when absent or in the future. */
  to: z.string().max(40).optional(),
});

/** opening + contributions + income - cost - withdrawals + converted = closing */
const sumOf = <Amount extends z.ZodType>(amount: Amount) =>
  z.object({
    opening: amount,
    contributions: amount,
    income: amount,
    cost: amount,
    withdrawals: amount,
    converted: amount,
    closing: amount,
    /** The history adds up to the balance that the ledger carries. */
    isBalanced: z.boolean(),
  });

const product = z.enum(["cloud_mining", "own_miners", "rigs", "earn", "forex", "fees", "other"]);

const point = z
  .object({
    /** Last day of the step. */
    date: z.iso.date(),
    /** At the end of the day: `walletSats` and `deskSats`. */
    valueSats: sats,
    /** Coins on the user's accounts, available and held. */
    walletSats: sats,
    /** Equity at the Forex desk, open results included where they are known. */
    deskCents: cents,
    /** The same at the reference rate of this point. */
    deskSats: sats,
    /** Dollars on the user's accounts, which are at the desk, without open results. */
    valueCents: cents,
    /** Deposits less withdrawals since the first entry. Moves to the desk do not change it. */
    putInSats: sats,
    /** Within the step. */
    contributedSats: sats,
    contributedCents: cents,
    withdrawnSats: sats,
    withdrawnCents: cents,
    incomeSats: sats,
    costSats: sats,
    minedSats: sats,
    expectedMinedSats: sats,
    /** Reference rate in force at the end of the day. */
    rateUsdPerBtc: decimal,
  })
  .meta({ id: "AnalyticsPoint" });

/** A moment at which coins moved. */
const curvePoint = z.object({
  at: time,
  /** With the dollars at the Forex desk at the present reference rate. */
  valueSats: sats,
  putInSats: sats,
  /** Since the point before. */
  contributedSats: sats,
  withdrawnSats: sats,
});

const analytics = z
  .object({
    practice: z.literal(true),
    /** The days covered, after the future was cut off. */
    from: z.iso.date(),
    to: z.iso.date(),
    today: z.iso.date(),
    /** Day of the first entry; null: nothing has moved yet. */
    firstDay: z.iso.date().nullable(),
    /** Days between two points of the series; the last step may be shorter. */
    stepDays: z.int(),
    btc: sumOf(sats),
    usd: sumOf(cents),
    series: z.array(point),
    /** An account in its first two days by the minute or the hour; null: `series` is all. */
    curve: z.array(curvePoint).nullable(),
    products: z.array(
      z.object({
        product,
        incomeSats: sats,
        incomeCents: cents,
        costSats: sats,
        costCents: cents,
        lines: z.array(
          z.object({
            /** Code of the ledger's transfers. */
            code: z.string(),
            side: z.enum(["income", "cost"]),
            sats,
            cents,
          }),
        ),
      }),
    ),
    mining: z.object({ expectedSats: sats, minedSats: sats }),
    /** In force now. */
    rateUsdPerBtc: decimal,
    rateValidFrom: time,
  })
  .meta({ id: "Analytics" });

export const analyticsApi = {
  getAnalytics: {
    method: "GET",
    path: "/api/v1/analytics",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "Equity curve, income and cost per product, expected and realised mining",
    query: rangeQuery,
    response: analytics,
  },
  exportAnalytics: {
    method: "GET",
    path: "/api/v1/analytics.csv",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "The same by day as CSV, with the practice label",
    query: rangeQuery,
    contentType: "text/csv; charset=utf-8",
    response: z.string(),
  },
} as const satisfies Api;

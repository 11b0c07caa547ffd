/**
 * Routes for analytics by UTC day: the user's deposits, the portfolio value, and the income and
 * cost of each product.
 */
import { z } from "zod";
import type { Api } from "./route.ts";
import { cents, decimal, sats, time } from "./values.ts";

/**
 * Days to report on. The module validates the days, and its refusal explains why a day is invalid.
 */
const rangeQuery = z.strictObject({
  /** First UTC day, YYYY-MM-DD. Defaults to the day of the first entry. */
  from: z.string().max(40).optional(),
  /** Last UTC day, inclusive. Defaults to today. A future day is treated as today. */
  to: z.string().max(40).optional(),
});

/**
 * Sums that satisfy: opening + contributions + income - cost - withdrawals + converted = closing.
 */
const sumOf = <Amount extends z.ZodType>(amount: Amount) =>
  z.object({
    opening: amount,
    contributions: amount,
    income: amount,
    cost: amount,
    withdrawals: amount,
    converted: amount,
    closing: amount,
    /** True if the sums equal the ledger balance. */
    isBalanced: z.boolean(),
  });

const product = z.enum(["cloud_mining", "own_miners", "rigs", "earn", "forex", "fees", "other"]);

const point = z
  .object({
    /** Last day of the step. */
    date: z.iso.date(),
    /** `walletSats` plus `deskSats` at the end of the day. */
    valueSats: sats,
    /** Available and held coins in the user's accounts. */
    walletSats: sats,
    /**
     * Equity at the Forex desk in cents, including unrealised profit or loss where prices are
     * known.
     */
    deskCents: cents,
    /** `deskCents` converted at this point's reference rate. */
    deskSats: sats,
    /**
     * Dollars in the user's accounts, all of them at the Forex desk. Excludes unrealised profit or
     * loss.
     */
    valueCents: cents,
    /**
     * Deposits minus withdrawals since the first entry. Transfers to and from the Forex desk do not
     * change this value.
     */
    putInSats: sats,
    /** Contributions during the step. */
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

/** A point of the curve, which has one point for each time at which coins moved. */
const curvePoint = z.object({
  at: time,
  /** Includes the dollars at the Forex desk, converted at the current reference rate. */
  valueSats: sats,
  putInSats: sats,
  /** Contributions since the previous point. */
  contributedSats: sats,
  withdrawnSats: sats,
});

const analytics = z
  .object({
    practice: z.literal(true),
    /** First day that the response covers. The response omits future days. */
    from: z.iso.date(),
    to: z.iso.date(),
    today: z.iso.date(),
    /** Day of the first entry. Null if nothing has moved yet. */
    firstDay: z.iso.date().nullable(),
    /** Days between two points of the series. The last step may be shorter. */
    stepDays: z.int(),
    btc: sumOf(sats),
    usd: sumOf(cents),
    series: z.array(point),
    /**
     * Points by minute or hour during an account's first two days. Null after these two days, when
     * clients use `series` instead.
     */
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
            /** Transfer code of the ledger. */
            code: z.string(),
            side: z.enum(["income", "cost"]),
            sats,
            cents,
          }),
        ),
      }),
    ),
    mining: z.object({
      expectedSats: sats,
      /** Paid, plus `accruedSats`. */
      minedSats: sats,
      /** Earnings since the last payout. 0 if the range ends before today. */
      accruedSats: sats,
    }),
    /** Reference rate in force now. */
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
    summary: "Get the equity curve, income and cost per product, and expected and actual mining",
    query: rangeQuery,
    response: analytics,
  },
  exportAnalytics: {
    method: "GET",
    path: "/api/v1/analytics.csv",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "Export analytics by day as CSV, with the practice label",
    query: rangeQuery,
    contentType: "text/csv; charset=utf-8",
    response: z.string(),
  },
} as const satisfies Api;

/**
 * Routes for the pay for measured work: the accepted work of a user's miners, the value of this
 * work, and each payout with all inputs needed to recompute it.
 */
import { z } from "zod";
import type { Api } from "./route.ts";
import { decimal, listOf, pageQuery, sats, time } from "./values.ts";

const terms = {
  difficulty: decimal,
  subsidySats: sats,
  feesSats: sats,
  poolFeePercent: decimal,
  referenceId: z.string(),
};

const workStatement = z
  .object({
    id: z.string(),
    /** Consecutive payout number per user: 1, 2, 3, ... */
    number: z.int(),
    paidAt: time,
    /** The payout's lines, one per UTC day and set of reference values. */
    lines: z.array(
      z.object({
        day: z.iso.date(),
        /** Work of that day at those values before this payout, in difficulty x 10^6. */
        workBeforeMicros: decimal,
        /** Work of that day at those values after this payout, in difficulty x 10^6. */
        workAfterMicros: decimal,
        ...terms,
        /**
         * In 10^-9 sat: f(workAfter) - f(workBefore), where f(w) = w x (subsidy + fees) x
         * (1 - pool fee) / difficulty, each f rounded down.
         */
        earnedNanosats: decimal,
        /** Part of the earnings above a daily cap, which is not paid. */
        unpaidNanosats: decimal,
      }),
    ),
    /**
     * Fraction of a satoshi carried over from the previous payout, in 10^-9 sat. carryBefore +
     * earned - unpaid of the lines = payoutSats x 10^9 + carryAfter.
     */
    carryBeforeNanosats: decimal,
    /** Fraction of a satoshi carried over to the next payout, in 10^-9 sat. */
    carryAfterNanosats: decimal,
    payoutSats: sats,
    transferId: z.string().nullable(),
  })
  .meta({ id: "WorkStatement" });

const measuredWork = z
  .object({
    at: time,
    /** Id of the account that payouts name as their cause. Null before the first payout. */
    accountId: z.string().nullable(),
    /** Sum of all accepted difficulties. */
    work: decimal,
    /** Part of `work` that no payout has covered yet. */
    dueWork: decimal,
    /** Value of the due work at the current reference values, before caps. */
    dueNanosats: decimal,
    /** Total of all payouts. */
    paidSats: sats,
    /** Fraction of a satoshi carried over to the next payout, in 10^-9 sat. */
    carriedNanosats: decimal,
    /** Total that was not paid because of the caps, in 10^-9 sat. */
    unpaidNanosats: decimal,
    today: z.object({ work: decimal, earnedNanosats: decimal, unpaidNanosats: decimal }),
    caps: z.object({ personDailySats: sats, installationDailySats: sats }),
    /** Reference values that a payout would use now. */
    reference: z.object(terms),
    /** Why payouts are paused. Null while payouts run. */
    waitsBecause: z.string().nullable(),
  })
  .meta({ id: "MeasuredWork" });

export const workStatementsApi = {
  getMeasuredWork: {
    method: "GET",
    path: "/api/v1/mining/work",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "Get the counted work of the user's miners, and the amount due",
    response: measuredWork,
  },
  listWorkStatements: {
    method: "GET",
    path: "/api/v1/mining/work-statements",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "List payouts of measured work with their inputs, newest first",
    query: pageQuery,
    response: listOf(workStatement),
  },
  exportWorkStatements: {
    method: "GET",
    path: "/api/v1/mining/work-statements.csv",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "Export all payouts of measured work as CSV, one row per line with its inputs",
    contentType: "text/csv; charset=utf-8",
    response: z.string(),
  },
} as const satisfies Api;

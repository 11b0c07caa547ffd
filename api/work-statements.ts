/**
 * Pay of measured work: what a person's machines were counted for, what it came to, and each
 * payout with the inputs that a reader needs to add it up again.
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
    /** 1, 2, 3, ... of this person. */
    number: z.int(),
    paidAt: time,
    /** Work of one UTC day under one set of reference values each. */
    lines: z.array(
      z.object({
        day: z.iso.date(),
        /** Work of that day and those values before and with this payout, in difficulty x 10^6. */
        workBeforeMicros: decimal,
        workAfterMicros: decimal,
        ...terms,
        /**
         * In 10^-9 sat: f(workAfter) - f(workBefore), where f(w) = w x (subsidy + fees) x
         * (1 - pool fee) / difficulty, each f rounded down.
         */
        earnedNanosats: decimal,
        /** Of it, what lies above a day's posted cap and is not paid. */
        unpaidNanosats: decimal,
      }),
    ),
    /** carryBefore + earned - unpaid of the lines = payoutSats x 10^9 + carryAfter. */
    carryBeforeNanosats: decimal,
    carryAfterNanosats: decimal,
    payoutSats: sats,
    transferId: z.string().nullable(),
  })
  .meta({ id: "WorkStatement" });

const measuredWork = z
  .object({
    at: time,
    /** Id of the account that its payouts name as their cause; null before the first. */
    accountId: z.string().nullable(),
    /** Sum of difficulties since ever, and of it what no payout has counted yet. */
    work: decimal,
    dueWork: decimal,
    /** What the due work is worth at the reference values of now, before caps. */
    dueNanosats: decimal,
    /** Counted by payouts: paid, carried below a satoshi, and above the caps. */
    paidSats: sats,
    carriedNanosats: decimal,
    unpaidNanosats: decimal,
    today: z.object({ work: decimal, earnedNanosats: decimal, unpaidNanosats: decimal }),
    caps: z.object({ personDailySats: sats, installationDailySats: sats }),
    /** The values that a payout of now would use. */
    reference: z.object(terms),
    /** Why nothing is paid now; null: payouts run. */
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
    summary: "What the user's own machines were counted for, and what is due",
    response: measuredWork,
  },
  listWorkStatements: {
    method: "GET",
    path: "/api/v1/mining/work-statements",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "Payouts of measured work, newest first, each with what adds up to it",
    query: pageQuery,
    response: listOf(workStatement),
  },
  exportWorkStatements: {
    method: "GET",
    path: "/api/v1/mining/work-statements.csv",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "All payouts of measured work as CSV, a row for each line with its inputs",
    contentType: "text/csv; charset=utf-8",
    response: z.string(),
  },
} as const satisfies Api;

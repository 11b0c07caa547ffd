/**
 * Routes of cloud mining: plans, contracts, rigs, boosts and accrual. Statements and the calculator
 * are in separate files.
 */
import { z } from "zod";
import { calculation, calculatorInput } from "./calculator.ts";
import { sourceKind, statement } from "./mining-statements.ts";
import type { Api } from "./route.ts";
import { cents, decimal, listOf, pageQuery, sats, time } from "./values.ts";

/** The dated reference values behind a calculated figure. */
const referenceValues = z
  .object({
    id: z.string(),
    rateUsdPerBtc: decimal,
    difficulty: decimal,
    subsidySats: sats,
    feesSats: sats,
    poolFeePercent: decimal,
    blockSeconds: z.int(),
    usdPerKwh: decimal,
    validFrom: time,
    source: z.string(),
  })
  .meta({ id: "ReferenceValues" });

/** Expected result of a plan or boost, shown above the buy button even if it is a loss. */
const expectedResult = z
  .object({
    earnsSats: sats,
    earnsCents: cents,
    costSats: sats,
    costCents: cents,
    resultSats: sats,
    resultCents: cents,
    breakEvenUsdPerBtc: decimal.nullable(),
    breakEvenDifficulty: decimal.nullable(),
  })
  .meta({ id: "ExpectedResult" });

const plan = z
  .object({
    id: z.string(),
    name: z.string(),
    priceCents: cents,
    priceSats: sats,
    hashRateThs: decimal,
    powerKw: decimal,
    features: z.array(z.string()),
    durationDays: z.int(),
    expected: expectedResult,
    isOpen: z.boolean(),
    closedReason: z.string().nullable(),
  })
  .meta({ id: "Plan" });

const contract = z
  .object({
    id: z.string(),
    planId: z.string(),
    name: z.string(),
    hashRateThs: decimal,
    powerKw: decimal,
    paidSats: sats,
    paidCents: cents,
    earnedSats: sats,
    /**
     * Expected earnings until the end at today's reference values. Includes the amount already
     * earned.
     */
    expectedSats: sats,
    startsAt: time,
    endsAt: time,
    state: z.enum(["running", "ended"]),
    /** Fraction of a satoshi that is left over at the end, in 10^-9 sat. */
    remainderNanosats: decimal.nullable(),
    purchasedAt: referenceValues,
  })
  .meta({ id: "Contract" });

/** A rig that the user owns. It runs without a fixed end, and the user pays for its power. */
const rig = z
  .object({
    id: z.string(),
    name: z.string(),
    hashRateThs: decimal,
    powerKw: decimal,
    paidSats: sats,
    earnedSats: sats,
    powerPaidSats: sats,
    startsAt: time,
    /**
     * When the rig stopped because the user could not pay for its power. Null if the rig runs while
     * mining is on.
     */
    stoppedAt: time.nullable(),
  })
  .meta({ id: "Rig" });

const boost = z
  .object({
    id: z.string(),
    multiplier: decimal,
    rentedThs: decimal,
    paidSats: sats,
    startsAt: time,
    endsAt: time,
  })
  .meta({ id: "Boost" });

const mining = z
  .object({
    isMining: z.boolean(),
    miningSince: time.nullable(),
    /** Hash rate of running contracts and rigs, without the boost. */
    baseThs: decimal,
    /** Hash rate of running contracts and rigs, including the boost. */
    hashRateThs: decimal,
    multiplier: decimal,
    powerKw: decimal,
    /** Expected daily value at the current hash rate. 0 while mining is off. */
    estimatedDailySats: sats,
    estimatedDailyCents: cents,
    /** Paid today. `accruedEarnedSats` is paid at the next full hour. */
    earnedTodaySats: sats,
    /** Earnings since the last payout, minus the power of rigs. Can be negative. */
    accruedSats: sats,
    /** Earnings since the last payout, before the power of rigs. */
    accruedEarnedSats: sats,
    earnedTotalSats: sats,
    /** Total earned by contracts, boosts and rigs. Excludes only earnings from measured work. */
    modelledTotalSats: sats,
    /** Cost of rigs: purchase prices and power, minus the proceeds of sold rigs. */
    paidTotalSats: sats,
    contracts: z.array(contract),
    rigs: z.array(rig),
    /** The user's electricity price for rigs, and the time from which it applies. */
    tariff: z.object({ usdPerKwh: decimal, validFrom: time }),
    boost: boost.nullable(),
    /** Boosts that ended on the current UTC day. Their price is part of the day's cost. */
    endedBoosts: z.array(boost),
    reference: referenceValues,
    boostUsdPerThsDay: decimal,
    /** Earnings of contracts, boosts and rigs per UTC day for the last 31 days, oldest first. */
    daily: z.array(z.object({ date: z.iso.date(), earnedSats: sats })),
  })
  .meta({ id: "Mining" });

export const miningApi = {
  getMining: {
    method: "GET",
    path: "/api/v1/mining",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "Get hash rate, contracts, estimate and earnings",
    response: mining,
  },
  listPlans: {
    method: "GET",
    path: "/api/v1/mining/plans",
    auth: "anonymous",
    readsStandby: true,
    sharesAnswer: true,
    summary: "List plans on offer with their expected result",
    response: z.object({ items: z.array(plan), nextCursor: z.null(), reference: referenceValues }),
  },
  buyContract: {
    method: "POST",
    path: "/api/v1/mining/contracts",
    auth: "user",
    keyScope: "trade",
    summary: "Buy a 30-day contract from the balance",
    movesMoney: true,
    body: z.strictObject({
      planId: z.string().max(40),
      /** The price shown to the user. The request is refused if the price has changed. */
      priceSats: sats.optional(),
    }),
    response: contract,
  },
  startMining: {
    method: "POST",
    path: "/api/v1/mining/start",
    auth: "user",
    keyScope: "trade",
    summary: "Start mining",
    response: mining,
  },
  stopMining: {
    method: "POST",
    path: "/api/v1/mining/stop",
    auth: "user",
    keyScope: "trade",
    summary: "Stop mining",
    response: mining,
  },
  buyBoost: {
    method: "POST",
    path: "/api/v1/mining/boosts",
    auth: "user",
    keyScope: "trade",
    summary: "Rent extra hash rate for 24 hours",
    movesMoney: true,
    body: z.strictObject({
      multiplier: decimal,
      /** The price shown to the user. The request is refused if the price has changed. */
      priceSats: sats.optional(),
    }),
    response: boost,
  },
  startRig: {
    method: "POST",
    path: "/api/v1/mining/rigs/{rigId}/start",
    auth: "user",
    keyScope: "trade",
    summary: "Restart a rig that stopped because its power was not paid",
    params: z.strictObject({ rigId: z.string().max(40) }),
    response: mining,
  },
  setTariff: {
    method: "PUT",
    path: "/api/v1/mining/tariff",
    auth: "user",
    keyScope: "trade",
    summary: "Set the electricity price of the user's rigs from now on",
    body: z.strictObject({ usdPerKwh: decimal }),
    response: mining,
  },
  listStatements: {
    method: "GET",
    path: "/api/v1/mining/statements",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "List payouts with all inputs needed to recompute them, newest first",
    query: pageQuery.extend({ kind: sourceKind.optional() }),
    response: listOf(statement),
  },
  calculate: {
    method: "POST",
    path: "/api/v1/mining/calculator",
    auth: "anonymous",
    summary: "Calculate the profitability of a hash rate",
    body: calculatorInput,
    response: calculation,
  },
} as const satisfies Api;

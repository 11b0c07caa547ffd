/**
 * Cloud mining: plans, contracts, rigs, boost and accrual; statements and the calculator have files
 * of their own.
 */
import { z } from "zod";
import { calculation, calculatorInput } from "./calculator.ts";
import { sourceKind, statement } from "./mining-statements.ts";
import type { Api } from "./route.ts";
import { cents, decimal, listOf, pageQuery, sats, time } from "./values.ts";

/** The dated economic inputs that a figure was worked out with. */
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

/**
 * What a plan or boost is expected to do: the answer stands before the button, also when it is a
 * loss.
 */
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
    /** Expected until its end at today's reference values, with what is earned already. */
    expectedSats: sats,
    startsAt: time,
    endsAt: time,
    state: z.enum(["running", "ended"]),
    /** Fraction of a satoshi that was left at its end, in 10^-9 sat. */
    remainderNanosats: decimal.nullable(),
    purchasedAt: referenceValues,
  })
  .meta({ id: "Contract" });

/** A machine that the user owns: no fixed end, its power at its owner's tariff. */
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
    /** Its power is not paid since then, it stands still; null: it runs while mining is on. */
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
    /** Hash rate of running contracts and rigs, before and with the boost. */
    baseThs: decimal,
    hashRateThs: decimal,
    multiplier: decimal,
    powerKw: decimal,
    /** Expected value per day at the present hash rate; 0 while mining is off. */
    estimatedDailySats: sats,
    estimatedDailyCents: cents,
    earnedTodaySats: sats,
    earnedTotalSats: sats,
    /** Of it what contracts, boosts and rigs earned, which is all but the pay of measured work. */
    modelledTotalSats: sats,
    /** Prices and power of rigs, less what sold rigs brought. */
    paidTotalSats: sats,
    contracts: z.array(contract),
    rigs: z.array(rig),
    /** What the user pays for a rig's power, since when. */
    tariff: z.object({ usdPerKwh: decimal, validFrom: time }),
    boost: boost.nullable(),
    /** Boosts that ended on this UTC day: their price is part of the day's cost. */
    endedBoosts: z.array(boost),
    reference: referenceValues,
    /** Boost on offer: price per TH/s and day. */
    boostUsdPerThsDay: decimal,
    /** Earnings of contracts, boosts and rigs per UTC day, oldest first, of the last 31 days. */
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
    summary: "Hash rate, contracts, estimate and earnings",
    response: mining,
  },
  listPlans: {
    method: "GET",
    path: "/api/v1/mining/plans",
    auth: "anonymous",
    readsStandby: true,
    sharesAnswer: true,
    summary: "Plans on offer with their expected result",
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
      /** The price the user saw; refused when it has changed. */
      priceSats: sats.optional(),
    }),
    response: contract,
  },
  startMining: {
    method: "POST",
    path: "/api/v1/mining/start",
    auth: "user",
    keyScope: "trade",
    summary: "Start accrual",
    response: mining,
  },
  stopMining: {
    method: "POST",
    path: "/api/v1/mining/stop",
    auth: "user",
    keyScope: "trade",
    summary: "Stop accrual",
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
      /** The price the user saw; refused when it has changed. */
      priceSats: sats.optional(),
    }),
    response: boost,
  },
  startRig: {
    method: "POST",
    path: "/api/v1/mining/rigs/{rigId}/start",
    auth: "user",
    keyScope: "trade",
    summary: "Start a rig again whose power was not paid",
    params: z.strictObject({ rigId: z.string().max(40) }),
    response: mining,
  },
  setTariff: {
    method: "PUT",
    path: "/api/v1/mining/tariff",
    auth: "user",
    keyScope: "trade",
    summary: "Set the price of electricity that the user's rigs pay from now on",
    body: z.strictObject({ usdPerKwh: decimal }),
    response: mining,
  },
  listStatements: {
    method: "GET",
    path: "/api/v1/mining/statements",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "Payouts with the inputs that a reader needs to re-add them, newest first",
    query: pageQuery.extend({ kind: sourceKind.optional() }),
    response: listOf(statement),
  },
  calculate: {
    method: "POST",
    path: "/api/v1/mining/calculator",
    auth: "anonymous",
    summary: "Profitability of a hash rate at given inputs",
    body: calculatorInput,
    response: calculation,
  },
} as const satisfies Api;

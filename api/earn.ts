/** Staking and investments: what is on offer, the fund that pays, opening, positions, leaving. */
import { z } from "zod";
import type { Api } from "./route.ts";
import { decimal, sats, time } from "./values.ts";

/** The house's practice fund: the only source of all interest. */
const fund = z
  .object({
    /** Free to be promised to new positions. */
    fundingSats: sats,
    /** Set aside for open positions. */
    reservedSats: sats,
    /** Up to here it is filled from spare coins of the treasury. */
    targetSats: sats,
  })
  .meta({ id: "EarnFund" });

const product = z
  .object({
    id: z.string(),
    kind: z.enum(["staking", "investment"]),
    name: z.string(),
    apyPercent: decimal,
    apySince: time,
    /** The announced rate is a floor: a later one is never lower. */
    apyIsFloor: z.boolean(),
    /** Posted, not yet in force. */
    nextApy: z.object({ apyPercent: decimal, validFrom: time }).nullable(),
    minSats: sats,
    /** Null: flexible. */
    durationDays: z.int().nullable(),
    features: z.array(z.string()),
    isOpen: z.boolean(),
    closedReason: z.string().nullable(),
  })
  .meta({ id: "EarnProduct" });

const position = z
  .object({
    id: z.string(),
    productId: z.string(),
    kind: z.enum(["staking", "investment"]),
    name: z.string(),
    principalSats: sats,
    /** At its opening; of an open flexible position that of the day under way. */
    apyPercent: decimal,
    openedAt: time,
    /** Null: flexible. */
    endsAt: time.nullable(),
    durationDays: z.int().nullable(),
    /** `matured`: at its end, about to be paid. */
    state: z.enum(["open", "matured", "closed"]),
    /** Interest that is set aside for it, from its opening on. */
    promisedSats: sats,
    /** Of a flexible position: end of the last day whose interest is set aside. */
    paidThrough: time.nullable(),
    /** What to show in between goes in a straight line, rounded down; null once closed. */
    accrual: z.object({ fromAt: time, fromSats: sats, toAt: time, toSats: sats }).nullable(),
    /** Interest that leaving now pays, beside the whole principal. */
    interestOnExitSats: sats,
    /** `paid`: at its end. `left`: ended by its owner. */
    outcome: z.enum(["paid", "left"]).nullable(),
    closedAt: time.nullable(),
    /** Interest that was paid. */
    paidSats: sats.nullable(),
  })
  .meta({ id: "EarnPosition" });

/** The interest that the user saw; refused when it has changed. */
const interestSats = sats.optional();

export const earnApi = {
  listEarnProducts: {
    method: "GET",
    path: "/api/v1/earn/products",
    auth: "anonymous",
    readsStandby: true,
    summary: "Investment plans and staking periods with today's rates, and the fund that pays",
    response: z.object({ items: z.array(product), nextCursor: z.null(), fund, now: time }),
  },
  openStake: {
    method: "POST",
    path: "/api/v1/earn/stakes",
    auth: "user",
    keyScope: "trade",
    summary: "Stake an amount for a period",
    movesMoney: true,
    body: z.strictObject({ amountSats: sats, durationDays: z.int(), interestSats }),
    response: position,
  },
  openInvestment: {
    method: "POST",
    path: "/api/v1/earn/investments",
    auth: "user",
    keyScope: "trade",
    summary: "Invest an amount in a plan",
    movesMoney: true,
    body: z.strictObject({ planId: z.string().max(40), amountSats: sats, interestSats }),
    response: position,
  },
  listPositions: {
    method: "GET",
    path: "/api/v1/earn/positions",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "Open and closed positions with totals, newest first",
    response: z.object({
      items: z.array(position),
      nextCursor: z.null(),
      totals: z.object({
        /** Principal of open positions. */
        investedSats: sats,
        /** Interest that open positions show now. */
        accruedSats: sats,
        /** Interest set aside for open positions. */
        promisedSats: sats,
        /** Interest of closed positions. */
        paidSats: sats,
      }),
      fund,
      now: time,
    }),
  },
  exitPosition: {
    method: "POST",
    path: "/api/v1/earn/positions/{positionId}/exit",
    auth: "user",
    keyScope: "trade",
    summary: "Leave a position: all coins back, interest by the terms of its product",
    movesMoney: true,
    params: z.strictObject({ positionId: z.string().max(60) }),
    response: position,
  },
} as const satisfies Api;

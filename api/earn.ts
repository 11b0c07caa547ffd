/**
 * Routes for staking and investments: offers, the fund that pays interest, and opening and closing
 * positions.
 */
import { z } from "zod";
import type { Api } from "./route.ts";
import { decimal, sats, time } from "./values.ts";

/** The platform's practice fund, the only source of interest. */
const fund = z
  .object({
    /** Coins available for new positions. */
    fundingSats: sats,
    /** Coins reserved for open positions. */
    reservedSats: sats,
    /** Refill target of the fund. Spare treasury coins refill the fund up to this amount. */
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
    /** True if the posted rate is a minimum for all later rates. */
    apyIsFloor: z.boolean(),
    /** A posted rate that is not yet in force. */
    nextApy: z.object({ apyPercent: decimal, validFrom: time }).nullable(),
    minSats: sats,
    /** Null for flexible products. */
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
    /** Rate at opening. For an open flexible position, the rate of the current day. */
    apyPercent: decimal,
    openedAt: time,
    /** Null for flexible positions. */
    endsAt: time.nullable(),
    durationDays: z.int().nullable(),
    /** `matured` means that the term is over and the payment is due. */
    state: z.enum(["open", "matured", "closed"]),
    /** Interest reserved for the position since it was opened. */
    promisedSats: sats,
    /** Flexible positions only: end of the last day whose interest is reserved. */
    paidThrough: time.nullable(),
    /**
     * Two points between which clients interpolate the accrued interest linearly, rounded down.
     * Null once the position is closed.
     */
    accrual: z.object({ fromAt: time, fromSats: sats, toAt: time, toSats: sats }).nullable(),
    /**
     * Interest that the user would receive, in addition to the whole principal, if the position
     * were closed now.
     */
    interestOnExitSats: sats,
    /** `paid`: the position was paid at the end of its term. `left`: its owner closed it early. */
    outcome: z.enum(["paid", "left"]).nullable(),
    closedAt: time.nullable(),
    /** Interest that was paid. Null while the position is open. */
    paidSats: sats.nullable(),
  })
  .meta({ id: "EarnPosition" });

/**
 * Interest shown to the user before the confirmation. The request is refused if the interest has
 * changed.
 */
const interestSats = sats.optional();

export const earnApi = {
  listEarnProducts: {
    method: "GET",
    path: "/api/v1/earn/products",
    auth: "anonymous",
    readsStandby: true,
    summary:
      "List investment plans and staking terms with today's rates, and the fund that pays interest",
    response: z.object({ items: z.array(product), nextCursor: z.null(), fund, now: time }),
  },
  openStake: {
    method: "POST",
    path: "/api/v1/earn/stakes",
    auth: "user",
    keyScope: "trade",
    summary: "Stake an amount for a term",
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
    summary: "List open and closed positions with totals, newest first",
    response: z.object({
      items: z.array(position),
      nextCursor: z.null(),
      totals: z.object({
        /** Total principal of open positions. */
        investedSats: sats,
        /** Total interest accrued so far by open positions. */
        accruedSats: sats,
        /** Total interest reserved for open positions. */
        promisedSats: sats,
        /** Total interest paid on closed positions. */
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
    summary: "Leave a position: returns all coins, and interest according to the product's terms",
    movesMoney: true,
    params: z.strictObject({ positionId: z.string().max(60) }),
    response: position,
  },
} as const satisfies Api;

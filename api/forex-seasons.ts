/** Routes for the seasons of a live account. A replay has no seasons. */
import { z } from "zod";
import type { Api } from "./route.ts";
import { cents, listOf, pageQuery, sats, time } from "./values.ts";

const PATH = "/api/v1/forex/account/seasons";

/** Selects the part of the history that belongs to a season. */
export const seasonName = z
  .string()
  .regex(/^(current|all|[1-9]\d{0,5})$/)
  .meta({ description: 'number of a season, "current" or "all"' });

const season = z
  .object({
    number: z.int(),
    beganAt: time,
    endedAt: time,
    lastTransactionId: z.int(),
    /** All trades of the season are closed. */
    trades: z.int(),
    wins: z.int(),
    losses: z.int(),
    /** Sum of the trades' results, including financing. */
    closedCents: cents,
    /** Dollars that coins were converted to, less those that were converted back. */
    transfersCents: cents,
    /** Losses below zero that the operator took. */
    protectionCents: cents,
    /** Cost of converting coins to dollars and back. */
    fundsCostCents: cents,
    /** Results of the trades and protection, less the cost of converting coins. */
    resultCents: cents,
    /** Dollars at the end of the season, less the cost of converting them to coins. */
    equityCents: cents,
    /** Coins that returned to the wallet at the end of the season. */
    returnedSats: sats,
  })
  .meta({ id: "ForexSeason" });

export const forexSeasonsApi = {
  listForexSeasons: {
    method: "GET",
    path: PATH,
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "List ended seasons with their final figures, newest first, and the current season",
    query: pageQuery,
    response: listOf(season).extend({
      /** The season that has not ended. It is empty until its first event. */
      current: z.object({ number: z.int(), beganAt: time.nullable(), isEmpty: z.boolean() }),
    }),
  },
  startForexSeason: {
    method: "POST",
    path: PATH,
    auth: "user",
    keyScope: "trade",
    summary:
      "End the current season and start the next one: closes all positions, cancels all orders and returns all coins, or changes nothing",
    movesMoney: true,
    body: z.strictObject({
      ends: z.int().min(1).max(999_999).meta({ description: "number of the current season" }),
    }),
    response: z.object({
      /** Number of the new season. */
      number: z.int(),
      closedPositions: z.int(),
      cancelledOrders: z.int(),
      /** Dollars that were converted to coins. */
      amountCents: cents,
      amountSats: sats,
    }),
  },
} as const satisfies Api;

/**
 * What anyone may read: configuration for the browser, health, this installation's own figures, the
 * practice statement.
 */
import { z } from "zod";
import type { Api } from "./route.ts";
import { cents, decimal, sats, time } from "./values.ts";

/** Figures without a live source are null: "not monitored", never zero. */
const stats = z
  .object({
    at: time,
    network: z.string(),
    blockHeight: z.int().nullable(),
    blockAgeSeconds: z.int().nullable(),
    nodeAgeSeconds: z.int().nullable(),
    /** Measured by accepted shares of people's machines in an hour; null: there were none. */
    hashRateThs: decimal.nullable(),
    /** False while no pool runs that would know of shares. */
    isPoolMonitored: z.boolean(),
    soldHashRateThs: decimal,
    activeMiners: z.int().nullable(),
    /** Without an account: people sign in here, not at a hosted service. */
    canTry: z.boolean(),
    startedAt: time,
    uptimeSeconds: z.int(),
    movedSats24h: sats.meta({
      description:
        "whole satoshis of deposits, withdrawals and faucet grants on the chain in 24 hours; a withdrawal to an address of this installation does not count, and coins that an account sends out and deposits again count once each way",
    }),
    /** Opening hours of the Forex desk: the current or next opening and its close. */
    forexMarket: z.object({ isOpen: z.boolean(), opensAt: time, closesAt: time }),
    /**
     * Bought and sold at the Forex desk in 24 hours. Of one account and pair at most twice its
     * largest position counts.
     */
    volume24hCents: cents.nullable(),
    /** Accounts that held a position worth 100 USD or more there in that time. */
    activeTraders: z.int().nullable(),
    /**
     * Percent of `countedAccounts12m` that lost money: equity now, less equity 12 months ago, less
     * net deposits. Open results, financing, spreads and conversion costs count. Null: fewer than
     * 20 accounts, too few to say.
     */
    losingAccountsPercent12m: decimal.nullable(),
    countedAccounts12m: z.int().meta({
      description:
        "accounts that traded or held a position at the Forex desk in the last 12 months; accounts that are anonymous, or were within those 12 months, and replays do not count",
    }),
    /** Percent of the same accounts with a gain by the same rule; null: too few to say. */
    accountsInProfitPercent: decimal.nullable(),
    /**
     * What every page announces now: one line of plain text; null: nothing. Announced anew, or
     * changed, it has another id.
     */
    announcement: z
      .object({ id: z.string(), text: z.string(), severity: z.enum(["info", "warning"]) })
      .nullable(),
    /** Newest movements on the chain, without owners. */
    recent: z.array(
      z.object({
        at: time,
        kind: z.enum(["deposit", "withdrawal", "faucet"]),
        txid: z.string(),
        confirmations: z.int(),
        amountSats: sats,
      }),
    ),
  })
  .meta({ id: "PublicStats" });

export const publicApi = {
  getConfig: {
    method: "GET",
    path: "/config.json",
    auth: "anonymous",
    summary: "What the browser needs to start",
    response: z.object({
      supabaseUrl: z.url(),
      supabaseKey: z.string(),
      network: z.enum(["regtest", "signet", "testnet4"]),
      practice: z.literal(true),
      /**
       * Who signs people in, and writes the messages about it: this installation, or a hosted
       * service.
       */
      signIn: z.enum(["here", "elsewhere"]),
      /** The origin whose pages passkeys work on; null: there is none, or `signIn` is elsewhere. */
      passkeysAt: z.url().nullable(),
      /** By what wallets on other devices are connected; null: not configured. */
      walletConnect: z
        .object({ projectId: z.string(), relayUrl: z.url({ protocol: /^wss?$/ }) })
        .nullable(),
      /**
       * Where this installation's messages go: to the practice mailbox of the account, or by mail.
       */
      messages: z.enum(["mailbox", "mail"]),
      /** Where SMS go: to the same mailbox, or to the phone. */
      sms: z.enum(["mailbox", "phone"]),
      version: z.string(),
    }),
  },
  getLive: {
    method: "GET",
    path: "/livez",
    auth: "anonymous",
    summary: "The process answers in time; 503 when it is stuck",
    response: z.object({ status: z.literal("ok") }),
  },
  getReady: {
    method: "GET",
    path: "/readyz",
    auth: "anonymous",
    summary:
      "Database, schema, clock, node, chain, books and disk are fit to serve; 503 with the names of the failing checks otherwise",
    response: z.object({ status: z.literal("ok") }),
  },
  getPublicStats: {
    method: "GET",
    path: "/api/v1/public/stats",
    auth: "anonymous",
    readsStandby: true,
    sharesAnswer: true,
    summary: "This installation's own figures",
    response: stats,
  },
  getPractice: {
    method: "GET",
    path: "/.well-known/practice.json",
    auth: "anonymous",
    readsStandby: true,
    summary: "Says that this is a practice floor on a test network, and how to check it",
    response: z.object({
      practice: z.literal(true),
      label: z.string(),
      network: z.string(),
      genesisHash: z.string(),
      tipHeight: z.int().nullable(),
      tipHash: z.string().nullable(),
      version: z.string(),
    }),
  },
} as const satisfies Api;

/**
 * Routes for public information: browser configuration, health, the installation's figures and the
 * practice statement.
 */
import { z } from "zod";
import type { Api } from "./route.ts";
import { cents, decimal, sats, time } from "./values.ts";

/**
 * Figures of the installation. A figure without a live source is null ("not monitored"), never
 * zero.
 */
const stats = z
  .object({
    at: time,
    network: z.string(),
    blockHeight: z.int().nullable(),
    blockAgeSeconds: z.int().nullable(),
    nodeAgeSeconds: z.int().nullable(),
    /**
     * Hash rate of users' miners, measured from the accepted shares of the last hour. Null if no
     * share was accepted.
     */
    hashRateThs: decimal.nullable(),
    /** False while no pool is running, so that shares cannot be counted. */
    isPoolMonitored: z.boolean(),
    soldHashRateThs: decimal,
    activeMiners: z.int().nullable(),
    /**
     * True if visitors can create an anonymous account. This requires the installation's own
     * sign-in service.
     */
    canTry: z.boolean(),
    startedAt: time,
    uptimeSeconds: z.int(),
    movedSats24h: sats.meta({
      description:
        "whole satoshis of on-chain deposits, withdrawals and faucet grants in 24 hours; withdrawals to addresses of this installation do not count, and coins that an account withdraws and deposits again count once in each direction",
    }),
    /** Forex market hours: the opening and close of the current or next trading period. */
    forexMarket: z.object({ isOpen: z.boolean(), opensAt: time, closesAt: time }),
    /**
     * Volume bought and sold at the Forex desk in the last 24 hours. For each account and pair, at
     * most twice the largest position is counted.
     */
    volume24hCents: cents.nullable(),
    /**
     * Number of accounts that held a Forex position worth at least 100 USD in the last 24 hours.
     */
    activeTraders: z.int().nullable(),
    /**
     * Percentage of `countedAccounts12m` that lost money, that is, whose equity now minus equity 12
     * months ago minus net deposits is negative. Equity includes unrealised profit or loss,
     * financing, spreads and conversion costs. Null for fewer than 20 accounts.
     */
    losingAccountsPercent12m: decimal.nullable(),
    countedAccounts12m: z.int().meta({
      description:
        "accounts that traded or held a position at the Forex desk in the last 12 months, excluding replays and accounts that were anonymous during that time",
    }),
    /**
     * Percentage of `countedAccounts12m` that made a profit by the formula above. Null for fewer
     * than 20 accounts.
     */
    accountsInProfitPercent: decimal.nullable(),
    /**
     * The announcement shown on every page, as one line of plain text. Null if there is no
     * announcement. Each posted or changed announcement has a new id.
     */
    announcement: z
      .object({ id: z.string(), text: z.string(), severity: z.enum(["info", "warning"]) })
      .nullable(),
    /** Newest payments on the chain, without information about their owners. */
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
    summary: "Get the configuration for the browser",
    response: z.object({
      supabaseUrl: z.url(),
      supabaseKey: z.string(),
      network: z.enum(["regtest", "signet", "testnet4"]),
      practice: z.literal(true),
      /**
       * Service that handles sign-in and sends its messages: `here` is this installation,
       * `elsewhere` is a hosted service.
       */
      signIn: z.enum(["here", "elsewhere"]),
      /**
       * Origin whose pages support passkeys. Null if no page supports passkeys, or if `signIn` is
       * `elsewhere`.
       */
      passkeysAt: z.url().nullable(),
      /** Settings for connecting wallets on other devices. Null if not configured. */
      walletConnect: z
        .object({ projectId: z.string(), relayUrl: z.url({ protocol: /^wss?$/ }) })
        .nullable(),
      /** Destination of messages: the practice mailbox of the user, or e-mail. */
      messages: z.enum(["mailbox", "mail"]),
      /** Destination of SMS: the practice mailbox of the user, or the phone. */
      sms: z.enum(["mailbox", "phone"]),
      version: z.string(),
    }),
  },
  getLive: {
    method: "GET",
    path: "/livez",
    auth: "anonymous",
    summary: "Check that the process responds in time; 503 if it is stuck",
    response: z.object({ status: z.literal("ok") }),
  },
  getReady: {
    method: "GET",
    path: "/readyz",
    auth: "anonymous",
    summary:
      "Check database, schema, clock, node, chain, ledger and disk; 503 with the names of the failed checks",
    response: z.object({ status: z.literal("ok") }),
  },
  getPublicStats: {
    method: "GET",
    path: "/api/v1/public/stats",
    auth: "anonymous",
    readsStandby: true,
    sharesAnswer: true,
    summary: "Get the public figures of this installation",
    response: stats,
  },
  getPractice: {
    method: "GET",
    path: "/.well-known/practice.json",
    auth: "anonymous",
    readsStandby: true,
    summary:
      "Get the statement that this is a practice platform on a test network, and how to verify it",
    response: z.object({
      practice: z.literal(true),
      label: z.string(),
      network: z.string(),
      genesisHash: z.string(),
      tipHeight: z.int().nullable(),
      tipHash: z.string().nullable(),
      version: z.string(),
      /** Head of the public log. Null before the first checkpoint. */
      log: z
        .object({
          /** Public key of the log as a C2SP verifier key. */
          vkey: z.string(),
          origin: z.string(),
          size: z.int(),
          root: z.string(),
          /** The signed checkpoint, with the signatures of witnesses. */
          checkpoint: z.string(),
        })
        .nullable(),
      /** Newest proof of liabilities. Null before the first one. */
      proof: z
        .object({ id: z.string(), height: z.int(), root: z.string(), sumSats: sats })
        .nullable(),
      /**
       * Ed25519 signature in base64 by the log's key. It covers the UTF-8 bytes of this object
       * without `signature`, as JSON with sorted keys and no whitespace. Null before the first
       * checkpoint.
       */
      signature: z.string().nullable(),
    }),
  },
} as const satisfies Api;

/**
 * Routes for everybody who wants to check the platform: its verdict about its own books, the
 * figures behind it, and incidents. No session is needed, and no figure identifies a user.
 */
import { z } from "zod";
import type { Api } from "./route.ts";
import { cents, decimal, listOf, pageQuery, sats, time, txidText } from "./values.ts";

/** Kinds of terms that concern users. Operational settings are not public. */
export const PUBLIC_TERM_KINDS = [
  "plan",
  "item",
  "fixedInvestment",
  "flexibleInvestment",
  "staking",
  "withdrawal",
  "faucet",
  "fee",
  "forexDesk",
  "forexInterest",
  "forexMajorPair",
  "forexPair",
  "poolPay",
] as const;

const incident = z
  .object({
    id: z.string(),
    kind: z.enum([
      "withdrawals_locked",
      "books_broken",
      "coins_differ",
      "chain_halted",
      "pay_paused",
      "reorg",
      "restored",
      "price_gap",
      "outage",
    ]),
    detail: z.string(),
    startedAt: time,
    /** Null while the incident lasts. */
    endedAt: time.nullable(),
  })
  .meta({ id: "Incident" });

const verdict = z.enum(["green", "red", "unknown"]).meta({
  description:
    "green: the books were verified within five minutes, sum to zero and match the coins on the chain; red: an error was found; unknown: not verified recently",
});

const accountClass = z.object({
  /** `users:available`, `users:held` or the account's name. */
  name: z.string(),
  asset: z.enum(["BTC", "USD"]),
  accounts: z.int(),
  /** In satoshis or cents. Positive amounts are owed to the account's owner. */
  balance: sats.meta({ description: "whole satoshis or cents" }),
});

const product = z.object({
  name: z.string(),
  /** Number of open holdings. */
  open: z.int(),
  /** Users' coins that are invested in the product. */
  heldSats: sats,
  /** Amount that the platform still has to pay for open holdings. */
  owedSats: sats,
  /**
   * True if `owedSats` is set aside in the product's own reserve. Otherwise it is paid from the
   * mining account and the treasury.
   */
  isSetAside: z.boolean(),
  /** Why the product is not sold. Null while it is sold. */
  closedReason: z.string().nullable(),
});

const transparency = z
  .object({
    at: time,
    network: z.string(),
    verdict,
    /** The verdict as one sentence, with its time and block. */
    sentence: z.string(),
    /** Newest block that the wallet has read. Null before the first one. */
    block: z
      .object({
        height: z.int(),
        hash: z.string(),
        minedAt: time,
      })
      .nullable(),
    /** Root of the newest proof of liabilities. Null while no proof is published. */
    root: z.string().nullable(),
    ledger: z.object({
      /** End of the newest verification. Null before the first one. */
      verifiedAt: time.nullable(),
      /** End of the newest verification of every transfer since the beginning. */
      wholeVerifiedAt: time.nullable(),
      /** False if a verification found an error. Null before the first verification. */
      isWhole: z.boolean().nullable(),
      /** Sum of all balances. Anything but zero is an error. */
      sumSats: sats,
      sumCents: cents,
      classes: z.array(accountClass),
    }),
    /**
     * Coins compared with the ledger: hot + cold + in flight - out of chain - not credited =
     * booked. Null until the wallet has read its first block.
     */
    coins: z
      .object({
        /** Unspent outputs of the node's wallet. */
        hotSats: sats,
        /** Unspent outputs of the cold wallet. */
        coldSats: sats,
        /** Coins spent on the chain by payments that are not in the ledger yet. */
        inFlightSats: sats,
        /** Payments that left the ledger and whose block a reorg removed. */
        outOfChainSats: sats,
        /** Outputs on the chain that are not credited yet. */
        uncreditedSats: sats,
        /** Coins on the chain according to the ledger. */
        bookedSats: sats,
        /** Booked coins minus the sum of the other terms. */
        differenceSats: sats,
      })
      .nullable(),
    /** Why withdrawals are paused. Null while they are not. */
    withdrawalsPaused: z.string().nullable(),
    /** Why payments by time are paused. Null while they are not. */
    payPaused: z.string().nullable(),
    products: z.array(product),
    cover: z.object({
      /** Obligations that no reserve covers. */
      owedSats: sats,
      /** Balance of the mining account, the treasury and the fees. */
      fundsSats: sats,
      isCovered: z.boolean(),
    }),
    hashRate: z.object({
      /** Hash rate of all running contracts, boosts and rigs. */
      soldThs: decimal,
      /** Part of `soldThs` that is paid now, because its owner has mining switched on. */
      modelledThs: decimal,
      /** Measured from users' shares of the last hour. Null if there were none. */
      measuredThs: decimal.nullable(),
      isPoolMonitored: z.boolean(),
    }),
    forex: z.object({
      source: z.enum(["practice", "oanda"]),
      isOpen: z.boolean(),
      /** The platform's result of closed positions. Users' gains are the platform's loss. */
      resultCents: cents,
      /** The platform's result if all open positions were closed now. Null without prices. */
      openResultCents: cents.nullable(),
      totalResultCents: cents.nullable(),
      openPositions: z.int(),
      /** The platform's position in each currency, valued in US cents. Positive means long. */
      exposure: z.array(z.object({ currency: z.string(), cents })),
      /** Null for fewer than 20 accounts. */
      losingAccountsPercent12m: decimal.nullable(),
      countedAccounts12m: z.int(),
    }),
    /** The last 20 withdrawals of users, newest first. */
    withdrawals: z.array(
      z.object({ at: time, txid: txidText, confirmations: z.int(), amountSats: sats }),
    ),
    reference: z.object({
      rateUsdPerBtc: decimal,
      difficulty: decimal,
      subsidySats: sats,
      feesSats: sats,
      poolFeePercent: decimal,
      usdPerKwh: decimal,
      boostUsdPerThsDay: decimal,
      validFrom: time,
      source: z.string(),
    }),
    terms: z.array(
      z.object({
        kind: z.enum(PUBLIC_TERM_KINDS),
        subject: z.string(),
        name: z.string(),
        values: z.record(z.string(), z.string()),
        validFrom: time,
        source: z.string(),
      }),
    ),
    /** Newest incidents, newest first. */
    incidents: z.array(incident),
  })
  .meta({ id: "Transparency" });

const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: "32 bytes in hex" });

/** A node of the sum tree: its digest and the sum of all leaves below it. */
const sumNode = z.object({ digest, sats });

const proof = z
  .object({
    id: z.string(),
    /** Block at which the balances were read. */
    height: z.int(),
    blockHash: z.string(),
    takenAt: time,
    /** Number of leaves, including the zero leaves that fill the tree. */
    leaves: z.int(),
    /** Digest of the root, which commits to all leaves and to their sum. */
    root: digest,
    /** Satoshis owed to all users. */
    sumSats: sats,
    /** Part of `sumSats` that is in the users' ledger accounts, available and held. */
    ledgerSats: sats,
  })
  .meta({ id: "LiabilityProof" });

const ownLeaves = z
  .object({
    proof,
    /** Secret of this user in this proof, 32 bytes in hex. */
    nonce: digest,
    accountNumber: z.int(),
    /** Satoshis owed to the user: the sum of the user's leaves. */
    totalSats: sats,
    leaves: z.array(
      z.object({
        index: z.int(),
        sats,
        /** Siblings on the way from the leaf to the root. */
        path: z.array(sumNode),
      }),
    ),
  })
  .meta({ id: "OwnLeaves" });

const proofParams = z.strictObject({ proofId: z.string().max(64) });

const tileBytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
const tilePart = z.string().max(20);

/**
 * One part of a tile's path, such as `067`, `x001` or `112`. The path has one to three parts after
 * the level, because a partial tile ends in `.p/` and its width.
 */
const tileRoute = <const Path extends string, Params extends z.ZodObject>(
  path: Path,
  params: Params,
) => ({
  method: "GET" as const,
  path,
  auth: "anonymous" as const,
  readsStandby: true as const,
  summary: "Get a tile of the public log: 256 hashes, or the bodies of 256 leaves",
  params,
  response: tileBytes,
  contentType: "application/octet-stream",
  // Tiles of one log never change. After a restore, another log has the same paths.
  cacheSeconds: 3_600,
});

export const transparencyApi = {
  getTransparency: {
    method: "GET",
    path: "/api/v1/transparency",
    auth: "anonymous",
    readsStandby: true,
    summary: "Get the platform's verdict about its books and the figures behind it",
    response: transparency,
  },
  listIncidents: {
    method: "GET",
    path: "/api/v1/transparency/incidents",
    auth: "anonymous",
    readsStandby: true,
    summary: "List incidents, newest first",
    query: pageQuery,
    response: listOf(incident),
  },
  listProofs: {
    method: "GET",
    path: "/api/v1/transparency/proofs",
    auth: "anonymous",
    readsStandby: true,
    summary: "List proofs of liabilities, newest first",
    query: pageQuery,
    response: listOf(proof),
  },
  listProofLeaves: {
    method: "GET",
    path: "/api/v1/transparency/proofs/{proofId}/leaves",
    auth: "anonymous",
    readsStandby: true,
    summary: "List the leaves of a proof in the order of the tree; 404 after 35 days",
    params: proofParams,
    query: z.strictObject({ cursor: z.string().max(200).optional() }),
    response: listOf(sumNode),
  },
  getOwnLeaves: {
    method: "GET",
    path: "/api/v1/transparency/proofs/{proofId}/mine",
    auth: "user",
    keyScope: "read",
    summary: "Get the user's own leaves of a proof, with everything needed to verify them",
    params: proofParams,
    response: ownLeaves,
  },
  getTransparencyBadge: {
    method: "GET",
    path: "/transparency/badge.svg",
    auth: "anonymous",
    summary: "Get the verdict as a badge for other pages",
    response: z.string(),
    contentType: "image/svg+xml; charset=utf-8",
  },
  getLogCheckpoint: {
    method: "GET",
    path: "/log/checkpoint",
    auth: "anonymous",
    readsStandby: true,
    summary: "Get the newest checkpoint of the public log, with the signatures of its witnesses",
    response: z.string(),
    contentType: "text/plain; charset=utf-8",
    cacheSeconds: 5,
  },
  getLogTile: tileRoute(
    "/log/tile/{level}/{first}",
    z.strictObject({ level: tilePart, first: tilePart }),
  ),
  getLogTileOfTwo: tileRoute(
    "/log/tile/{level}/{first}/{second}",
    z.strictObject({ level: tilePart, first: tilePart, second: tilePart }),
  ),
  getLogTileOfThree: tileRoute(
    "/log/tile/{level}/{first}/{second}/{third}",
    z.strictObject({ level: tilePart, first: tilePart, second: tilePart, third: tilePart }),
  ),
} as const satisfies Api;

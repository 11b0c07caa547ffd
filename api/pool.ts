/**
 * Routes for public information about the pool: connection details, hash rate, block rules and
 * found blocks.
 */
import { z } from "zod";
import type { Api } from "./route.ts";
import { decimal, listOf, pageQuery, sats, time } from "./values.ts";

/**
 * The pool's status. Values that cannot be measured now are null ("not monitored" or "no shares
 * yet"), never zero.
 */
const pool = z
  .object({
    at: time,
    network: z.enum(["regtest", "signet", "testnet4"]),
    /** True if a pool process of this installation reports itself as running. */
    isMonitored: z.boolean(),
    /** Host and ports for miners. Null while this process's pool is not running. */
    address: z.object({ host: z.string(), port: z.int(), tlsPort: z.int().nullable() }).nullable(),
    connections: z.int().nullable(),
    /** Hash rate measured from accepted shares in the last hour. Null if no share was accepted. */
    hashRateThs: decimal.nullable(),
    /** Hash rate of the platform's own rig, which is not paid. Included in `hashRateThs`. */
    houseHashRateThs: decimal.nullable(),
    minersHashRateThs: decimal.nullable(),
    /**
     * Number of accounts with an accepted share in the last five minutes. An account with several
     * workers is counted once. The platform's rig and anonymous accounts are excluded.
     */
    workers: z.int().nullable(),
    lastShareAt: time.nullable(),
    templateAgeSeconds: z.int().nullable(),
    /**
     * Difficulty at which a share becomes the scheduled block on regtest. Null on networks whose
     * chain decides which shares become blocks, and where shares cannot become blocks.
     */
    blockDifficulty: decimal.nullable(),
    /**
     * False on signet, because its blocks need a signature that the pool does not have. Also false
     * on a regtest network without scheduled blocks.
     */
    canFindBlocks: z.boolean(),
    blocks: z.object({ found: z.int(), orphaned: z.int(), rejected: z.int() }),
    /**
     * Retention in days: `shareDays` for single shares, `slotDays` for the work per ten minutes.
     */
    kept: z.object({ shareDays: z.int(), slotDays: z.int() }),
  })
  .meta({ id: "Pool" });

const block = z
  .object({
    hash: z.string(),
    height: z.int(),
    foundAt: time,
    /** Finder of the block. Finders are anonymous, except for the platform's rig. */
    by: z.enum(["house", "miner"]),
    shareDifficulty: decimal,
    rewardSats: sats,
    state: z.enum(["found", "accepted", "matured", "orphaned", "rejected"]),
    /** The node's reason for rejecting the block. */
    reason: z.string().nullable(),
  })
  .meta({ id: "PoolBlock" });

const caps = { personDailySats: sats, installationDailySats: sats };
const posted = { validFrom: time, source: z.string() };

/**
 * Versions of the pool's terms, newest first. Each version applies until the next version begins. A
 * higher pay cap takes effect only after `raiseWaitHours`.
 */
const poolTerms = z
  .object({
    block: z.array(z.object({ ...posted, shareDifficulty: decimal })),
    pay: z.array(z.object({ ...posted, ...caps })),
    /** The lowest cap of each kind during the waiting period. */
    payInForce: z.object(caps),
    raiseWaitHours: z.int(),
  })
  .meta({ id: "PoolTerms" });

export const poolApi = {
  getPool: {
    method: "GET",
    path: "/api/v1/pool",
    auth: "anonymous",
    readsStandby: true,
    sharesAnswer: true,
    summary: "Get the pool's connection details, hash rate and block rules",
    response: pool,
  },
  listPoolBlocks: {
    method: "GET",
    path: "/api/v1/pool/blocks",
    auth: "anonymous",
    readsStandby: true,
    summary: "List blocks found by the pool's miners, newest first",
    query: pageQuery,
    response: listOf(block),
  },
  getPoolTerms: {
    method: "GET",
    path: "/api/v1/pool/terms",
    auth: "anonymous",
    readsStandby: true,
    summary: "Get the pool's posted terms: block share difficulty and pay caps",
    response: poolTerms,
  },
} as const satisfies Api;

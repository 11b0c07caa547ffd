/**
 * Public information about the pool: connection details, hash rate, block rules and found blocks.
 */
import { z } from "zod";
import type { Api } from "./route.ts";
import { decimal, listOf, pageQuery, sats, time } from "./values.ts";

/** Values that cannot be measured now are null ("not monitored" or "no shares yet"), never zero. */
const pool = z
  .object({
    at: time,
    network: z.enum(["regtest", "signet", "testnet4"]),
    /** True if a pool process of this installation reports that it is running. */
    isMonitored: z.boolean(),
    /** Address for miners. Null while this process's pool is not running. */
    address: z.object({ host: z.string(), port: z.int(), tlsPort: z.int().nullable() }).nullable(),
    connections: z.int().nullable(),
    /** Measured from accepted shares of the last hour. Null if there were none. */
    hashRateThs: decimal.nullable(),
    /** Part contributed by the platform's own rig, which is not paid. */
    houseHashRateThs: decimal.nullable(),
    minersHashRateThs: decimal.nullable(),
    /**
     * Accounts with an accepted share in the last five minutes. Several workers of one account
     * count once. The platform's rig and anonymous accounts do not count.
     */
    workers: z.int().nullable(),
    lastShareAt: time.nullable(),
    templateAgeSeconds: z.int().nullable(),
    /**
     * Rule of this platform on regtest: the next share with this difficulty becomes the due block.
     * Null on networks where the chain decides, and where shares cannot become blocks.
     */
    blockDifficulty: decimal.nullable(),
    /**
     * False on signet, whose blocks need a signature that the pool does not have, and on a regtest
     * network without scheduled blocks, where none is ever due.
     */
    canFindBlocks: z.boolean(),
    blocks: z.object({ found: z.int(), orphaned: z.int(), rejected: z.int() }),
    /** Days for which single shares, and the work of each ten minutes, are kept. */
    kept: z.object({ shareDays: z.int(), slotDays: z.int() }),
  })
  .meta({ id: "Pool" });

const block = z
  .object({
    hash: z.string(),
    height: z.int(),
    foundAt: time,
    /** Finders are anonymous, except for the platform's rig. */
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
 * Newest first. Each version applies until the next one. A higher pay cap applies only after
 * `raiseWaitHours`.
 */
const poolTerms = z
  .object({
    block: z.array(z.object({ ...posted, shareDifficulty: decimal })),
    pay: z.array(z.object({ ...posted, ...caps })),
    /** The lowest cap of each kind that was in force during the waiting time. */
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

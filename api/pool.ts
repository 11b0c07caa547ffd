/**
 * What anyone may know of the pool: where miners connect, how much works, the rule of blocks, and
 * the blocks.
 */
import { z } from "zod";
import type { Api } from "./route.ts";
import { decimal, listOf, pageQuery, sats, time } from "./values.ts";

/** What nobody can tell now is null: "not monitored" or "no shares yet", never zero. */
const pool = z
  .object({
    at: time,
    network: z.enum(["regtest", "signet", "testnet4"]),
    /** Whether a pool of this installation says that it runs. */
    isMonitored: z.boolean(),
    /** Where miners connect; null while this process's pool does not run. */
    address: z.object({ host: z.string(), port: z.int(), tlsPort: z.int().nullable() }).nullable(),
    connections: z.int().nullable(),
    /** From accepted shares of the last hour; null: there were none. */
    hashRateThs: decimal.nullable(),
    /** Of it, the house's own rig, which is paid nothing. */
    houseHashRateThs: decimal.nullable(),
    minersHashRateThs: decimal.nullable(),
    /**
     * Accounts with an accepted share in the last five minutes. Several workers of one account
     * count once; the house and anonymous accounts do not count.
     */
    workers: z.int().nullable(),
    lastShareAt: time.nullable(),
    templateAgeSeconds: z.int().nullable(),
    /**
     * On regtest a rule of this platform: the next share of this difficulty becomes the block that
     * is due. Null where the chain itself decides, and where shares can be no blocks.
     */
    blockDifficulty: decimal.nullable(),
    /**
     * Of signet need a signature that the pool does not have; on a regtest whose blocks do not come
     * by themselves none is ever due.
     */
    canFindBlocks: z.boolean(),
    blocks: z.object({ found: z.int(), orphaned: z.int(), rejected: z.int() }),
    /** How long single shares, and the work of each ten minutes, are kept. */
    kept: z.object({ shareDays: z.int(), slotDays: z.int() }),
  })
  .meta({ id: "Pool" });

const block = z
  .object({
    hash: z.string(),
    height: z.int(),
    foundAt: time,
    /** Who found it is not said, but for the house's rig. */
    by: z.enum(["house", "miner"]),
    shareDifficulty: decimal,
    rewardSats: sats,
    state: z.enum(["found", "accepted", "matured", "orphaned", "rejected"]),
    /** What the node said of a rejected one. */
    reason: z.string().nullable(),
  })
  .meta({ id: "PoolBlock" });

const caps = { personDailySats: sats, installationDailySats: sats };
const posted = { validFrom: time, source: z.string() };

/**
 * Newest first: each version holds from its time until that of the next, but for a raise of a cap
 * of pay, which counts `raiseWaitHours` later.
 */
const poolTerms = z
  .object({
    block: z.array(z.object({ ...posted, shareDifficulty: decimal })),
    pay: z.array(z.object({ ...posted, ...caps })),
    /** Each the lowest that was in force within the waiting time. */
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
    summary: "The pool: where miners connect, what works there, the rule of blocks",
    response: pool,
  },
  listPoolBlocks: {
    method: "GET",
    path: "/api/v1/pool/blocks",
    auth: "anonymous",
    readsStandby: true,
    summary: "Blocks that the pool's miners found, newest first",
    query: pageQuery,
    response: listOf(block),
  },
  getPoolTerms: {
    method: "GET",
    path: "/api/v1/pool/terms",
    auth: "anonymous",
    readsStandby: true,
    summary: "Posted terms of the pool: the share that becomes a block, and the caps of pay",
    response: poolTerms,
  },
} as const satisfies Api;

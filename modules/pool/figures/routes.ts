/** Routes for the pool's public figures. */
import { hashesPerSecond, thsText } from "#economics";
import type { poolApi } from "#api/pool";
import type { Handlers } from "#api/route";
import type { Network } from "#bitcoin";
import { defineRefusals, type Clock, type Database } from "#platform";
import { blockMicrosAt } from "../blocks/blocks-table.ts";
import type { PoolState } from "../process/start-pool.ts";
import { CONNECTED_MS_MAX, HEARTBEAT_MS_MAX, runningInstances } from "../work/instances-table.ts";
import { SHARE_DAYS, SLOT_DAYS } from "../work/sweep-shares.ts";
import {
  countBlocks,
  instancesNow,
  listBlocks,
  workersNow,
  workOfAnHour,
  type BlockRow,
} from "./figures-table.ts";
import { postedPoolTerms } from "./posted-pool-terms.ts";

export interface PoolFigureDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly network: Network;
  /** Seconds between scheduled blocks on regtest. If 0, no blocks are scheduled. */
  readonly blockSeconds: number;
  /** Waiting period before a higher pay cap applies, in hours. */
  readonly raiseWaitHours: number;
  /** SQL subquery that selects the ids of excluded users. If unset, all users are counted. */
  readonly uncounted?: string;
  /**
   * Returns the pool's state, or undefined while the pool is not running. The function itself is
   * undefined if the pool runs in another server process.
   */
  readonly pool: (() => PoolState | undefined) | undefined;
}

const refusals = defineRefusals({
  invalid_pool_cursor: {
    status: 400,
    title: "Invalid Page",
    text: "The cursor does not belong to this list. Use the nextCursor of the previous page.",
  },
});

const WORKING_MS = 300_000;
const HASHES_PER_DIFFICULTY = 2n ** 32n;
const MICROS_PER_ONE = 1_000_000n;

export function poolRoutes(deps: PoolFigureDeps): Handlers<typeof poolApi> {
  return {
    getPool: () => poolFigures(deps),
    async listPoolBlocks({ query: { cursor, limit } }) {
      if (cursor !== undefined && !/^[0-9a-f]{64}$/.test(cursor))
        throw refusals.invalid_pool_cursor();
      const blocks = await listBlocks(deps.database, { behind: cursor, limit: limit + 1 });
      const rows = blocks.slice(0, limit);
      const nextCursor = blocks.length > limit ? (rows.at(-1)?.hash ?? null) : null;
      return { items: rows.map(presentBlock), nextCursor };
    },
    getPoolTerms: () => {
      const { database, clock, raiseWaitHours: waitHours } = deps;
      return postedPoolTerms(database, { now: clock.now(), waitHours });
    },
  };
}

/**
 * Returns figures about users' shares in the last hour. `hashRateThs` is null if there are no
 * shares. If `isPoolMonitored` is false, the pool may have caused the lack of shares. `uncounted`
 * is an SQL subquery that selects the ids of excluded users, such as anonymous accounts.
 */
export async function minersFigures(
  database: Database,
  now: Date,
  uncounted: string,
): Promise<{ readonly hashRateThs: string | null; readonly isPoolMonitored: boolean }> {
  const { miners, since } = await workOfAnHour(database, now, uncounted);
  const { instances } = await instancesNow(database, momentsBefore(now));
  return {
    hashRateThs: miners === null ? null : hashRateText(miners, secondsSince(since, now)),
    isPoolMonitored: instances > 0,
  };
}

/**
 * Returns two limits: the oldest heartbeat of a pool that counts as running, and the oldest
 * heartbeat of a pool whose connections are counted.
 */
function momentsBefore(now: Date) {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  return { since: ago(HEARTBEAT_MS_MAX), connectedSince: ago(CONNECTED_MS_MAX) };
}

function secondsSince(since: Date, now: Date): number {
  return Math.max(1, Math.floor((now.getTime() - since.getTime()) / 1_000));
}

async function poolFigures(deps: PoolFigureDeps) {
  const { database, clock, network, pool } = deps;
  const now = clock.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const { house, miners, since } = await workOfAnHour(database, now);
  const { instances, connections, templateAt } = await instancesNow(database, momentsBefore(now));
  const { workers, lastShareAt } = await workersNow(database, ago(WORKING_MS), deps.uncounted);
  const seconds = secondsSince(since, now);
  const isOurs = network === "regtest";
  const areDue = deps.blockSeconds > 0;
  const rate = (work: bigint | null) => (work === null ? null : hashRateText(work, seconds));
  const isMonitored = instances > 0;
  return {
    at: now,
    network,
    isMonitored,
    address: pool ? addressOf(pool()) : await addressElsewhere(database, now),
    connections: isMonitored ? connections : null,
    hashRateThs: rate(house === null && miners === null ? null : (house ?? 0n) + (miners ?? 0n)),
    houseHashRateThs: rate(house),
    minersHashRateThs: rate(miners),
    workers: isMonitored ? workers : null,
    lastShareAt,
    templateAgeSeconds: templateAt
      ? Math.max(0, Math.floor((now.getTime() - templateAt.getTime()) / 1_000))
      : null,
    blockDifficulty: isOurs && areDue ? difficultyText(await blockMicrosAt(database, now)) : null,
    canFindBlocks: isOurs ? areDue : network !== "signet",
    blocks: await countBlocks(database),
    kept: { shareDays: SHARE_DAYS, slotDays: SLOT_DAYS },
  };
}

function addressOf(state: PoolState | undefined) {
  return state ? { host: state.host, port: state.port, tlsPort: state.tlsPort } : null;
}

/**
 * Returns the address of the most recently started pool. The TLS port is missing because only the
 * pool's own process knows it.
 */
async function addressElsewhere(database: Database, now: Date) {
  const newest = (await runningInstances(database, now)).at(-1);
  return newest ? { host: newest.host, port: newest.port, tlsPort: null } : null;
}

function presentBlock({ isHouse, shareMicros, ...row }: BlockRow) {
  return {
    ...row,
    by: isHouse ? ("house" as const) : ("miner" as const),
    shareDifficulty: difficultyText(BigInt(shareMicros)),
  };
}

/**
 * Formats the hash rate for an amount of work and its duration. A share of difficulty 1 takes 2^32
 * hashes on average.
 */
export function hashRateText(workMicros: bigint, seconds: number): string {
  const hashes = (workMicros * HASHES_PER_DIFFICULTY) / MICROS_PER_ONE / BigInt(seconds);
  return thsText(hashesPerSecond(hashes));
}

export function difficultyText(micros: bigint): string {
  const rest = (micros % MICROS_PER_ONE).toString().padStart(6, "0").replace(/0+$/, "");
  const whole = (micros / MICROS_PER_ONE).toString();
  return rest === "" ? whole : `${whole}.${rest}`;
}

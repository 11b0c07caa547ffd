/**
 * Public routes: start-up configuration, health, the installation's figures and the practice
 * statement.
 */
import { bannerAt } from "#admin";
import type { poolApi } from "#api/pool";
import type { publicApi } from "#api/public";
import { GENESIS_HASHES, type BitcoinNode } from "#bitcoin";
import { deskFigures, hoursAt, losingAccounts } from "#forex";
import { activeMiners, soldHashRate } from "#mining";
import { minersFigures, poolRoutes } from "#pool";
import { PRACTICE_LABEL, shareResultFor, type Database } from "#platform";
import { readPracticeProofs } from "#transparency";
import { supabasePublicKey, ANONYMOUS_IDS, anonymousIdsSince } from "#users";
import { chainStatus, movedSatsSince, recentChainMovements } from "#wallet";
import { failingOf } from "./health/readiness.ts";
import { Unhealthy } from "./problem.ts";
import type { HandlersOn } from "./routes.ts";
import type { ModuleDeps } from "./web-deps.ts";

const RECENT_MOVEMENTS = 4;
const DAY_MS = 86_400_000;

/** Cache time of the share of losing accounts, because computing it reads a year of trades. */
const LOSING_SHARED_MS = 5_000;

export function publicOn(deps: ModuleDeps): HandlersOn<typeof publicApi> {
  const { config, version, users } = deps;
  const { network } = config.bitcoin;
  const readLosing = shareResultFor(LOSING_SHARED_MS, losingAccounts);
  return (database) => ({
    getConfig: async ({ origin }) => ({
      // The embedded service is reachable at SITE_URL. If SITE_URL is not set, it is reachable at
      // the origin of the request.
      supabaseUrl: config.supabase?.url ?? origin,
      supabaseKey: config.supabase?.anonKey ?? supabasePublicKey,
      network,
      practice: true,
      signIn: config.supabase === undefined ? "here" : "elsewhere",
      passkeysAt: users.relyingParty?.origin ?? null,
      walletConnect: config.walletConnect ?? null,
      messages: config.smtpUrl === undefined ? "mailbox" : "mail",
      sms: config.smsGatewayUrl === undefined ? "mailbox" : "phone",
      version,
    }),
    async getLive() {
      if (!deps.eventLoop.isLive()) throw new Unhealthy(["event loop"]);
      return { status: "ok" };
    },
    async getReady() {
      const failing = failingOf(await deps.readiness.checkNow());
      if (failing.length > 0) throw new Unhealthy(failing);
      return { status: "ok" };
    },
    getPublicStats: () => publicStats({ ...deps, database, readLosing }),
    async getPractice() {
      const tip = await chainStatus(database);
      const statement = {
        practice: true as const,
        label: PRACTICE_LABEL,
        network,
        genesisHash: GENESIS_HASHES[network],
        tipHeight: tip?.height ?? null,
        tipHash: tip?.hash ?? null,
        version,
      };
      const { masterKey } = users;
      return { ...statement, ...(await readPracticeProofs(database, masterKey, statement)) };
    },
  });
}

interface StatsDeps extends ModuleDeps {
  readonly database: Database;
  readonly readLosing: typeof losingAccounts;
}

async function publicStats({ database, node, config, machine, ...deps }: StatsDeps) {
  const { startedAt } = machine;
  const now = deps.users.clock.now();
  const tip = await chainStatus(database);
  const desk = await deskFigures({
    ...deps.forex.market,
    database,
    uncounted: ANONYMOUS_IDS,
    uncountedSince: anonymousIdsSince,
    readLosing: deps.readLosing,
  });
  return {
    at: now,
    network: config.bitcoin.network,
    blockHeight: tip?.height ?? null,
    blockAgeSeconds: tip ? secondsBetween(tip.appliedAt, now) : null,
    nodeAgeSeconds: await nodeAgeSeconds(node),
    ...(await minersFigures(database, now, ANONYMOUS_IDS)),
    soldHashRateThs: await soldHashRate(database, now, ANONYMOUS_IDS),
    activeMiners: await activeMiners(database, now, ANONYMOUS_IDS),
    canTry: config.supabase === undefined,
    startedAt,
    uptimeSeconds: secondsBetween(startedAt, now),
    movedSats24h: await movedSatsSince(database, new Date(now.getTime() - DAY_MS), ANONYMOUS_IDS),
    forexMarket: { ...hoursAt(now.getTime()) },
    volume24hCents: desk.volume24hCents,
    activeTraders: desk.activeTraders,
    losingAccountsPercent12m: desk.losingAccountsPercent12m,
    countedAccounts12m: desk.countedAccounts12m,
    accountsInProfitPercent: desk.inProfitPercent,
    announcement: await bannerAt(database, now),
    recent: await recentChainMovements(database, RECENT_MOVEMENTS),
  };
}

export function poolOn({ users, config, pool }: ModuleDeps): HandlersOn<typeof poolApi> {
  return (database) =>
    poolRoutes({
      database,
      clock: users.clock,
      network: config.bitcoin.network,
      blockSeconds: config.bitcoin.blockSeconds,
      raiseWaitHours: config.administratorWaitHours,
      uncounted: ANONYMOUS_IDS,
      pool: pool && (() => pool.state()),
    });
}

/**
 * Returns the seconds since the node's last response: 0 if the node responds now, or null if it
 * does not respond.
 */
async function nodeAgeSeconds(node: BitcoinNode): Promise<number | null> {
  try {
    await node.getBlockCount();
    return 0;
  } catch {
    return null;
  }
}

function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / 1_000));
}

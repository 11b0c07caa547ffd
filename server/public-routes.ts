/**
 * What anyone may read: start-up configuration, health, the installation's own figures, the
 * practice statement.
 */
import { bannerAt } from "#admin";
import type { publicApi } from "#api-schema/public";
import type { Handlers } from "#api-schema/route";
import { GENESIS_HASHES, type BitcoinNode } from "#bitcoin";
import { hoursAt, type DeskFigures } from "#forex";
import { activeMiners, soldHashRate } from "#mining";
import { minersFigures } from "#pool";
import { PRACTICE_LABEL, type Clock, type Config, type Database } from "#platform";
import { supabasePublicKey, TRIAL_IDS } from "#users";
import { chainStatus, movedSatsSince, recentChainMovements } from "#wallet";
import { failingOf, type Readiness } from "./health/readiness.ts";
import { Unhealthy } from "./problem.ts";

export interface SiteParts {
  readonly config: Config;
  readonly database: Database;
  readonly node: BitcoinNode;
  readonly clock: Clock;
  readonly startedAt: Date;
  readonly version: string;
  readonly readiness: Readiness;
  /** The origin whose pages passkeys work on; undefined: on none. */
  readonly passkeysAt: string | undefined;
  readonly deskFigures: (from: Database) => Promise<DeskFigures>;
  /** False when requests wait so long that another process should take them. */
  readonly isLive: () => boolean;
}

export interface PublicParts extends SiteParts {
  /** Shared by those who ask at the same time. */
  readonly stats: (from: Database) => ReturnType<typeof publicStats>;
}

const RECENT_MOVEMENTS = 4;
const DAY_MS = 86_400_000;

export function publicRoutes(parts: PublicParts): Handlers<typeof publicApi> {
  const { config, version } = parts;
  const { network } = config.bitcoin;
  return {
    getConfig: async ({ origin }) => ({
      // The embedded service answers at SITE_URL, or else at the address of the request.
      supabaseUrl: config.supabase?.url ?? origin,
      supabaseKey: config.supabase?.anonKey ?? supabasePublicKey,
      network,
      practice: true,
      signIn: config.supabase === undefined ? "here" : "elsewhere",
      passkeysAt: parts.passkeysAt ?? null,
      walletConnect: config.walletConnect ?? null,
      messages: config.smtpUrl === undefined ? "mailbox" : "mail",
      sms: config.smsGatewayUrl === undefined ? "mailbox" : "phone",
      version,
    }),
    async getLive() {
      if (!parts.isLive()) throw new Unhealthy(["event loop"]);
      return { status: "ok" };
    },
    async getReady() {
      const failing = failingOf(await parts.readiness.look());
      if (failing.length > 0) throw new Unhealthy(failing);
      return { status: "ok" };
    },
    getPublicStats: () => parts.stats(parts.database),
    async getPractice() {
      const tip = await chainStatus(parts.database);
      return {
        practice: true,
        label: PRACTICE_LABEL,
        network,
        genesisHash: GENESIS_HASHES[network],
        tipHeight: tip?.height ?? null,
        tipHash: tip?.hash ?? null,
        version,
      };
    },
  };
}

export async function publicStats(parts: SiteParts) {
  const { database, clock, node, config, startedAt } = parts;
  const now = clock.now();
  const tip = await chainStatus(database);
  const desk = await parts.deskFigures(database);
  return {
    at: now,
    network: config.bitcoin.network,
    blockHeight: tip?.height ?? null,
    blockAgeSeconds: tip ? secondsBetween(tip.appliedAt, now) : null,
    nodeAgeSeconds: await nodeAgeSeconds(node),
    ...(await minersFigures(database, now, TRIAL_IDS)),
    soldHashRateThs: await soldHashRate(database, now, TRIAL_IDS),
    activeMiners: await activeMiners(database, now, TRIAL_IDS),
    canTry: config.supabase === undefined,
    startedAt,
    uptimeSeconds: secondsBetween(startedAt, now),
    movedSats24h: await movedSatsSince(database, new Date(now.getTime() - DAY_MS), TRIAL_IDS),
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

/** Seconds since the node answered: 0, because it is asked now; null when it does not. */
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

/** What anyone may read: start-up configuration, health, the installation's own figures, the practice statement. */
import { bannerAt } from "#admin";
import type { publicApi } from "#api-schema/public";
import type { Handlers } from "#api-schema/route";
import { GENESIS_HASHES, type BitcoinNode } from "#bitcoin";
import { activeMiners, soldHashRate } from "#mining";
import { Outage, PRACTICE_LABEL, type Clock, type Config, type Database } from "#platform";
import { supabasePublicKey } from "#users";
import { chainStatus, recentChainMovements } from "#wallet";

export interface PublicParts {
  readonly config: Config;
  readonly database: Database;
  readonly node: BitcoinNode;
  readonly clock: Clock;
  readonly startedAt: Date;
  readonly version: string;
}

const RECENT_MOVEMENTS = 4;

export function publicRoutes(parts: PublicParts): Handlers<typeof publicApi> {
  const { config, version } = parts;
  const { network } = config.bitcoin;
  return {
    getConfig: async ({ origin }) => ({
      // The embedded service answers at the address that was asked, which alone a page's policy lets it connect to.
      supabaseUrl: config.supabase?.url ?? origin,
      supabaseKey: config.supabase?.anonKey ?? supabasePublicKey,
      network,
      practice: true,
      letters: (config.smtpUrl ?? config.supabase) ? "mail" : "mailbox",
      sms: config.smsGatewayUrl === undefined ? "mailbox" : "phone",
      version,
    }),
    getLive: async () => ({ status: "ok" }),
    getReady: async () => ({ status: "ok", checks: await readyChecks(parts) }),
    getPublicStats: () => publicStats(parts),
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

/** Each check names what it saw; the first that fails answers 503. */
async function readyChecks({ database, node }: PublicParts): Promise<Record<string, string>> {
  const [writable] = await database.query<{ readonly: string }>(
    "select current_setting('transaction_read_only') as readonly",
  );
  if (writable?.readonly !== "off") throw new Outage("database", "it is read only");
  const height = await node.getBlockCount();
  const tip = await chainStatus(database);
  if (!tip) throw new Outage("chain watcher", "it has seen no block yet");
  return {
    database: "writable",
    node: `block ${height}`,
    watcher: `block ${tip.height}`,
    books:
      tip.unexplainedSats === null
        ? "not compared yet"
        : `${tip.unexplainedSats} sat unexplained at block ${tip.reconciledHeight ?? tip.height}`,
    withdrawals: tip.pausedReason ?? "open",
  };
}

async function publicStats(parts: PublicParts) {
  const { database, clock, node, config, startedAt } = parts;
  const now = clock.now();
  const tip = await chainStatus(database);
  return {
    at: now,
    network: config.bitcoin.network,
    blockHeight: tip?.height ?? null,
    blockAgeSeconds: tip ? secondsBetween(tip.appliedAt, now) : null,
    nodeAgeSeconds: await nodeAgeSeconds(node),
    hashRateThs: null,
    soldHashRateThs: await soldHashRate(database, now),
    activeMiners: await activeMiners(database, now),
    startedAt,
    uptimeSeconds: secondsBetween(startedAt, now),
    volume24hCents: null,
    activeTraders: null,
    accountsInProfitPercent: null,
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

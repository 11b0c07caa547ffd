/**
 * The HTTP side of an installation: every room's routes, sign-in, the stream and the pages, on one
 * port.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import { adminApi } from "#api-schema/admin";
import { adminApprovalsApi } from "#api-schema/admin-approvals";
import { analyticsApi } from "#api-schema/analytics";
import { ownAuditApi } from "#api-schema/audit";
import { earnApi } from "#api-schema/earn";
import { forexMarketApi } from "#api-schema/forex";
import { forexAccountApi } from "#api-schema/forex-account";
import { forexReplaysApi } from "#api-schema/forex-replays";
import { historyApi } from "#api-schema/history";
import { keysApi } from "#api-schema/keys";
import { ledgerApi } from "#api-schema/ledger";
import { miningApi } from "#api-schema/mining";
import { miningWorkersApi } from "#api-schema/mining-workers";
import { workStatementsApi } from "#api-schema/work-statements";
import { notificationsApi } from "#api-schema/notifications";
import { poolApi } from "#api-schema/pool";
import { publicApi } from "#api-schema/public";
import { shopApi } from "#api-schema/shop";
import { chatApi } from "#api-schema/chat";
import { supportApi } from "#api-schema/support";
import { usersApi } from "#api-schema/users";
import { walletApi } from "#api-schema/wallet";
import { walletConnectionsApi } from "#api-schema/wallet-connections";
import { watchListApi } from "#api-schema/watch-list";
import {
  adminApprovalsRoutes,
  adminRoutes,
  ownAuditRoutes,
  keptElsewhere,
  type Machine,
} from "#admin";
import { analyticsRoutes } from "#analytics";
import type { BitcoinNode } from "#bitcoin";
import { earnRoutes } from "#earn";
import {
  deskFigures,
  forexAccountRoutes,
  forexMarketRoutes,
  forexReplayRoutes,
  quoteFrame,
  viewDeskState,
  type Forex,
} from "#forex";
import { historyRoutes } from "#history";
import { ledgerRoutes } from "#ledger";
import { CAUSE_TELLERS } from "./cause-tellers.ts";
import { estimatedDailySats, miningRoutes, workRoutes, type BuyParts } from "#mining";
import { notificationsRoutes } from "#notifications";
import type { Config } from "#platform";
import { writeEvents } from "#security";
import { shopRoutes, type ShopParts } from "#shop";
import { chatRoutes, createPresence, PRESENCE_MS, supportRoutes } from "#support";
import {
  authenticate,
  authPlugin,
  hasFreshProof,
  identify,
  keysRoutes,
  recheckCallers,
  usersRoutes,
  type UsersParts,
} from "#users";
import { connectionRoutes, PENDING, walletRoutes, watchListRoutes, type OpenWallet } from "#wallet";
import { apiDocsStyleHash } from "./api-docs.ts";
import { chartLogoStyleHash } from "./chart-logo-style.ts";
import { createHttpServer } from "./http.ts";
import { refuseUnknownHosts } from "./known-hosts.ts";
import type { ClaimedPort } from "./listening.ts";
import type { House } from "./house.ts";
import type { EventLoop } from "./health/event-loop.ts";
import type { Readiness } from "./health/readiness.ts";
import { sharedFor } from "./health/shared-for.ts";
import { patientNode } from "./machine.ts";
import { addGauge } from "./metrics/gauge.ts";
import { addRequestFigures } from "./metrics/request-figures.ts";
import { addSecurityFigures } from "./metrics/security-figures.ts";
import { answerTheRest } from "./not-found.ts";
import { registerOpenApi } from "./openapi.ts";
import { poolRoutes, workersRoutes, type Pool } from "#pool";
import { publicRoutes } from "./public-routes.ts";
import { limitRequests } from "./request-limits.ts";
import { registerApi, type RouteParts } from "./routes.ts";
import { watchDoors } from "./security-events.ts";
import { readSiteMap, registerSite } from "./site.ts";
import { sharedUntilNews } from "./shared-answers.ts";
import { startStream } from "./stream.ts";

export interface WebParts {
  readonly config: Config;
  readonly claimed: ClaimedPort;
  readonly url: string;
  /** Folder of the program. */
  readonly root: string;
  readonly node: BitcoinNode;
  readonly house: House;
  readonly users: UsersParts;
  readonly wallet: OpenWallet;
  readonly mining: BuyParts & { readonly raiseWaitHours: number };
  readonly earn: Parameters<typeof earnRoutes>[0];
  readonly forex: Forex;
  readonly shop: ShopParts;
  readonly pool: Pool;
  /** Where the figures of requests and of the stream go. */
  readonly registry: Registry;
  readonly machine: Machine;
  readonly eventLoop: EventLoop;
  readonly readiness: Readiness;
}

export interface Web {
  readonly routes: readonly string[];
  stop(): Promise<void>;
}

/** How long a request under way at the stop may still take. */
const DRAIN_MS_MAX = 3_000;
/** What is counted in between is lost by a kill, and an attack makes so many fewer writes. */
const EVENTS_MS = 5_000;
/** The wallet's coins are summed no more often, however many look. */
const OPERATIONS_SHARED_MS = 10_000;
const TOKEN_RECHECK_MS = 30 * 60_000;
const HOSTED_TOKEN_RECHECK_MS = 60_000;

export async function startWeb(parts: WebParts): Promise<Web> {
  const { config, claimed, root, users } = parts;
  const { log, bus } = users;
  const folder = join(root, "dist", "web");
  const site = readSiteMap(folder);
  const app = await createHttpServer({
    log,
    inlineHashes: {
      scripts: site.scriptHashes.map((hash) => `'${hash}'`),
      styles: [apiDocsStyleHash, chartLogoStyleHash],
    },
    siteUrl: config.siteUrl,
    trustedProxy: config.trustedProxy,
    connectHosts: [config.supabase?.url, config.walletConnect?.relayUrl]
      .filter((url) => url !== undefined)
      .map((url) => new URL(url).origin),
  });
  const own = { siteUrl: config.siteUrl, host: config.host, port: claimed.port };
  addRequestFigures(parts.registry, app);
  addSecurityFigures(parts.registry, users.events);
  watchDoors(app, users.events);
  refuseUnknownHosts(app, own);
  const knownCaller = limitRequests(app, {
    limits: config.rates,
    identify: (token, ip) => identify(users, token, ip),
  });
  const routes = collectRoutes(app);
  const version = versionOf(root);
  await registerOpenApi(app, version);
  await app.register(authPlugin(users, keptElsewhere(parts.house.products)));
  const presence = createPresence(users);
  const repeating = setInterval(() => void presence.repeat(), PRESENCE_MS.repeat);
  const writing = setInterval(() => void writeEvents(users), EVENTS_MS);
  registerRooms(app, parts, { knownCaller, version });
  await registerSite(app, folder, site);
  answerTheRest(app, { routes, pageFile: site.notFound });
  const stream = startStream(app.server, {
    bus,
    log,
    own,
    presence,
    authenticate: (token) => authenticate(users, token),
    recheck: (callers) => recheckCallers(users, callers),
    // A hosted service is the only one to know when its sessions end.
    tokenRecheckMs: users.hosted ? HOSTED_TOKEN_RECHECK_MS : TOKEN_RECHECK_MS,
    clock: users.clock,
    quoteFrame: () => quoteFrame(parts.forex.market),
    estimatedDailySats: (userId) => estimatedDailySats(parts.mining, userId),
  });
  addGauge(
    parts.registry,
    { name: "ws_buffered_bytes", help: "What clients of the live stream have not taken yet" },
    () => stream.bufferedBytes(),
  );
  await app.ready();
  await claimed.handOver(app.server);

  return {
    routes,
    async stop() {
      await stream.close();
      clearInterval(repeating);
      await presence.close();
      const impatience = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS_MAX);
      await app.close();
      clearTimeout(impatience);
      clearInterval(writing);
      await writeEvents(users);
    },
  };
}

function registerRooms(
  app: FastifyInstance,
  parts: WebParts,
  {
    knownCaller,
    version,
  }: {
    readonly knownCaller: NonNullable<RouteParts["knownCaller"]>;
    readonly version: string;
  },
): void {
  const { users, wallet, mining, earn, forex, shop, config, machine, eventLoop, readiness } = parts;
  const { database } = users;
  const door = {
    identify: (token: string | undefined, ip: string) => identify(users, token, ip),
    knownCaller,
  };
  registerApi(
    app,
    publicApi,
    publicRoutes({
      passkeysAt: users.relyingParty?.origin,
      database,
      node: parts.node,
      clock: users.clock,
      bus: users.bus,
      config,
      version,
      readiness,
      deskFigures: () => deskFigures(forex.market),
      startedAt: machine.startedAt,
      isLive: () => eventLoop.isLive(),
    }),
    door,
  );
  const poolFigures = poolRoutes({
    database,
    clock: users.clock,
    network: config.bitcoin.network,
    raiseWaitHours: config.administratorWaitHours,
    pool: () => parts.pool.state(),
  });
  const getPool = sharedUntilNews(users.bus, poolFigures.getPool);
  registerApi(app, poolApi, { ...poolFigures, getPool }, door);
  registerApi(app, miningWorkersApi, workersRoutes(users), door);
  registerApi(app, usersApi, usersRoutes({ ...users, pending: PENDING }), door);
  registerApi(app, keysApi, keysRoutes(users), door);
  const mailbox = notificationsRoutes({ ...users, isProven: (of) => hasFreshProof(users, of) });
  registerApi(app, notificationsApi, mailbox, door);
  registerApi(app, ledgerApi, ledgerRoutes({ database, tellers: CAUSE_TELLERS }), door);
  registerApi(app, walletApi, walletRoutes(wallet), door);
  registerApi(app, walletConnectionsApi, connectionRoutes(wallet), door);
  registerApi(app, watchListApi, watchListRoutes(wallet), door);
  const miners = miningRoutes(mining);
  const listPlans = sharedUntilNews(users.bus, miners.listPlans);
  registerApi(app, miningApi, { ...miners, listPlans }, door);
  registerApi(app, workStatementsApi, workRoutes(mining), door);
  registerApi(app, supportApi, supportRoutes(users), door);
  registerApi(app, chatApi, chatRoutes(users), door);
  registerApi(app, earnApi, earnRoutes(earn), door);
  const nodeHeight = () => parts.node.getBlockCount().catch(() => null);
  const nodeMempool = () => parts.node.getRawMempool();
  const admin = {
    ...withoutKeys(users),
    ...parts.house,
    nodeHeight,
    nodeMempool,
    feeNode: patientNode(parts.node),
    account: wallet.account,
    machine,
    forexState: () => viewDeskState(forex.market),
    pool: parts.pool,
  };
  const office = adminRoutes(admin);
  const getOperations = sharedFor(OPERATIONS_SHARED_MS, office.getOperations);
  registerApi(app, adminApi, { ...office, getOperations }, door);
  registerApi(app, adminApprovalsApi, adminApprovalsRoutes(admin), door);
  registerApi(app, ownAuditApi, ownAuditRoutes({ database }), door);
  registerApi(app, analyticsApi, analyticsRoutes(mining), door);
  registerApi(app, historyApi, historyRoutes({ database, clock: users.clock }), door);
  registerApi(app, forexMarketApi, forexMarketRoutes(forex.market), door);
  registerApi(app, forexAccountApi, forexAccountRoutes(forex.desk), door);
  registerApi(app, forexReplaysApi, forexReplayRoutes(forex.replays), door);
  registerApi(app, shopApi, shopRoutes(shop), door);
}

/** Administrators' rooms sign nothing and open nothing. */
function withoutKeys({ masterKey: _masterKey, signingKeys: _signingKeys, ...rest }: UsersParts) {
  return rest;
}

function collectRoutes(app: FastifyInstance): readonly string[] {
  const routes: string[] = [];
  app.addHook("onRoute", ({ method, url }) => {
    for (const one of [method].flat()) routes.push(`${one} ${url}`);
  });
  return routes;
}

function versionOf(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    version: string;
  };
  return version;
}

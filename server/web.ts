/**
 * Opens the HTTP server of an installation: the modules' routes, sign-in, the stream and the pages,
 * on one port.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { deletionRules } from "#admin";
import { countUpload, quoteFrame } from "#forex";
import { estimatedDailySats } from "#mining";
import { writeEvents } from "#security";
import { createPresence, PRESENCE_MS } from "#support";
import { authenticate, authPlugin, identify, recheckCallers } from "#users";
import { apiDocsStyleHash } from "./api-docs.ts";
import { chartLogoStyleHash } from "./chart-logo-style.ts";
import { createHttpServer } from "./http.ts";
import { refuseUnknownHosts } from "./known-hosts.ts";
import { addGauge } from "./metrics/gauge.ts";
import { addRequestFigures } from "./metrics/request-figures.ts";
import { addSecurityFigures } from "./metrics/security-figures.ts";
import { markLocalRequests } from "./local-requests.ts";
import { answerTheRest } from "./not-found.ts";
import { registerOpenApi } from "./openapi.ts";
import { limitRequests } from "./request-limits.ts";
import { watchRefusals } from "./security-events.ts";
import { readSiteMap, registerSite } from "./site.ts";
import { startStream } from "./stream.ts";
import { limitUpgrades } from "./upgrade-limits.ts";
import { registerModules } from "./modules.ts";
import { sendPositions } from "./send-positions.ts";
import type { WebDeps } from "./web-deps.ts";

export interface Web {
  readonly routes: readonly string[];
  stop(): Promise<void>;
}

/** Time limit for requests that are still running when the server stops. */
const DRAIN_MS_MAX = 3_000;
/**
 * Interval at which security events are stored. Storing them in batches keeps the number of writes
 * low during an attack, but a killed process loses the events since the last write.
 */
const EVENTS_MS = 5_000;
const TOKEN_RECHECK_MS = 30 * 60_000;
const HOSTED_TOKEN_RECHECK_MS = 60_000;

export async function startWeb(deps: WebDeps): Promise<Web> {
  const { config, claimed, root, webFolder, users } = deps;
  const { log } = users;
  const { reads } = deps;
  const site = readSiteMap(webFolder);
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
  addRequestFigures(deps.registry, app);
  addSecurityFigures(deps.registry, users.events);
  watchRefusals(app, users.events);
  refuseUnknownHosts(app, own);
  markLocalRequests(app, config);
  limitRequests(app, {
    limits: config.rates,
    identify: (token, ip) => identify(users, token, ip),
  });
  // While the server stops, closes kept-alive connections after each response, so that a load
  // balancer does not reuse them.
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (deps.readiness.isStopping()) reply.header("connection", "close");
    done(null, payload);
  });
  if (reads) sendPositions(app, { reads });
  const routes = collectRoutes(app);
  const version = versionOf(root);
  await registerOpenApi(app, { version, siteUrl: config.siteUrl });
  await app.register(authPlugin(users, deletionRules(deps.operator.products)));
  const presence = createPresence(users);
  const repeating = setInterval(() => void presence.repeat(), PRESENCE_MS.repeat);
  const writing = setInterval(() => void writeEvents(users), EVENTS_MS);
  registerModules(
    app,
    { ...deps, version },
    {
      identify: (token, ip) => identify(users, token, ip),
      reads,
      events: reads?.events ?? users.bus,
      siteUrl: config.siteUrl,
      countUpload: (origin) => countUpload(deps.forex.replays, origin),
    },
  );
  await registerSite(app, webFolder, site);
  answerTheRest(app, { routes, pageFile: site.notFound });
  const stream = startStream(app.server, {
    bus: reads?.events ?? users.bus,
    position: reads && (() => reads.position()),
    log,
    own,
    upgrades: limitUpgrades(config.rates, config.trustedProxy),
    presence,
    authenticate: (token) => authenticate(users, token),
    recheck: (callers) => recheckCallers(users, callers),
    // Only the hosted service knows when its sessions end, so this server checks the tokens
    // regularly.
    tokenRecheckMs: users.hosted ? HOSTED_TOKEN_RECHECK_MS : TOKEN_RECHECK_MS,
    clock: users.clock,
    quoteFrame: () => quoteFrame(deps.forex.market),
    estimatedDailySats: (userId) => estimatedDailySats(deps.mining, userId),
  });
  addGauge(
    deps.registry,
    { name: "ws_buffered_bytes", help: "Bytes that clients of the live stream have not read yet" },
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

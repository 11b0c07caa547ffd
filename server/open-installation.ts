/**
 * Opens one installation, from its database to its pages. Components start in the order of their
 * dependencies and stop in reverse order.
 */
import { join } from "node:path";
import { Registry } from "prom-client";
import { priceAgeSeconds, stopOutsOf } from "#forex";
import { checkOutboxSettings } from "#notifications";
import type { Pool } from "#pool";
import {
  machineUptimeMs,
  openBus,
  openDatabase,
  openReads,
  productFolder,
  readSchema,
  startDatabase,
  systemClock,
  type Clock,
  type Config,
  type Database,
  type Log,
  type Reads,
  type Schema,
} from "#platform";
import { ensureFirstAdministrator } from "#users";
import { chainStatus } from "#wallet";
import type { LedgerVerifier } from "./health/ledger-verifier.ts";
import { watchEventLoop } from "./health/event-loop.ts";
import { createReadiness, type Readiness } from "./health/readiness.ts";
import { claimPort } from "./listening.ts";
import { machineOf } from "./machine.ts";
import { addInstallationFigures, type FigureDeps } from "./metrics/installation-figures.ts";
import { addReadFigures } from "./metrics/read-figures.ts";
import { startPrivatePort } from "./metrics/private-port.ts";
import { addProcessFigures } from "./metrics/process-figures.ts";
import { followReorgs } from "./metrics/reorg-depth.ts";
import { openPool } from "./open-pool.ts";
import { openModules, type Ground, type Modules } from "./open-modules.ts";
import { EVERYTHING, type Roles } from "./roles.ts";
import { startBlocks, startWorkers } from "./start-work.ts";
import { createTeardown, type Teardown } from "./teardown.ts";
import { startWeb } from "./web.ts";

export interface Installation {
  /** The URL of the pages, or of the private port if this process serves no pages. */
  readonly url: string;
  /** The operator's URL for metrics and health. */
  readonly privateUrl: string;
  /** One-time link that creates the first administrator. Undefined if an administrator exists. */
  readonly setupUrl: string | undefined;
  /** Every registered route as `METHOD /path`, for the permission test. */
  readonly routes: readonly string[];
  readonly readiness: Readiness;
  stop(): Promise<void>;
}

const MAIN_NETWORK_PACE_SECONDS = 600;

interface Outside {
  /** The clock of every module. Tests pass a clock that they can move. */
  readonly clock?: Clock;
  /** Returns the machine's uptime. Defaults to the uptime of the given clock. */
  readonly uptimeMs?: () => number;
  readonly roles?: Roles;
  /** The folder of the built pages. Tests pass the pages of a development build. */
  readonly webFolder?: string;
}

/** Opens the installation. Throws a one-line StartError for a wrong configuration. */
export async function openInstallation(
  config: Config,
  log: Log,
  {
    clock = systemClock,
    uptimeMs = uptimeBy(clock),
    roles = EVERYTHING,
    webFolder = join(productFolder, "dist", "web"),
  }: Outside = {},
): Promise<Installation> {
  const teardown = createTeardown(log);
  try {
    return await assemble(config, { log, clock, uptimeMs, roles, webFolder }, teardown);
  } catch (error) {
    await teardown.run();
    throw error;
  }
}

function uptimeBy(clock: Clock): () => number {
  return clock === systemClock ? machineUptimeMs : () => clock.now().getTime();
}

async function assemble(
  config: Config,
  { log, clock, uptimeMs, roles, webFolder }: Required<Outside> & { readonly log: Log },
  teardown: Teardown,
): Promise<Installation> {
  checkOutboxSettings(config);
  const store = await openStore(config, log, teardown);
  const { database, schema } = store;
  const listeners = roles.serves ? await openListeners(config, teardown) : undefined;
  const isRegtest = config.bitcoin.network === "regtest";
  const bus = await openBus({ nats: config.nats, url: store.sessionUrl, database, log });
  teardown.add("bus", () => bus.close());
  const ground = {
    config,
    shared: { database, log, clock, bus },
    uptimeMs,
    processUrl: store.processUrl,
    siteUrl: config.siteUrl ?? listeners?.url ?? "",
    blockSeconds: isRegtest ? config.bitcoin.blockSeconds : MAIN_NETWORK_PACE_SECONDS,
    roles,
    teardown,
  };
  const modules = await openModules(ground);
  const opening = roles.pools ? openPool(ground, modules) : Promise.resolve(undefined);
  // The modules open while other components start. An error of `opening` is handled below, so it is
  // ignored here.
  opening.catch(() => undefined);
  if (isRegtest && roles.works) await startBlocks(modules.wallet, config, teardown);
  const reorgDepth = followReorgs(bus, (await chainStatus(database))?.height ?? 0);
  const isAuditLogWhole = roles.works
    ? (await startWorkers(ground, modules)).isAuditLogWhole
    : isAuditLogWholeElsewhere;
  const setupUrl = roles.serves
    ? await ensureFirstAdministrator(modules.users, config.admin)
    : undefined;
  const pool = await opening;
  const watch = await startWatch(ground, modules, { schema, isAuditLogWhole, reorgDepth, pool });
  const { readiness, privateUrl } = watch;
  const reads =
    listeners && (await openStandby(ground, { url: store.sessionUrl, registry: watch.registry }));
  const deps = { ...modules, ...watch, pool, config, reads, root: productFolder, webFolder };
  const web = listeners && (await startWeb({ ...deps, ...listeners }));
  if (web) teardown.add("web server", () => web.stop());
  const stop = (): Promise<void> => {
    readiness.stop();
    return teardown.run();
  };
  const url = listeners?.url ?? privateUrl;
  return { url, privateUrl, setupUrl, routes: web?.routes ?? [], readiness, stop };
}

/** The audit log's result in a process that does not verify it. */
const isAuditLogWholeElsewhere: LedgerVerifier["isAuditLogWhole"] = () => null;

async function openListeners(config: Config, teardown: Teardown) {
  const claimed = await claimPort(config);
  teardown.add("port", () => claimed.release());
  const host = config.host.includes(":") ? `[${config.host}]` : config.host;
  return { claimed, url: `http://${host}:${claimed.port}` };
}

/** Starts the operator's port with health and metrics. */
async function startWatch(
  { config, shared, roles, blockSeconds, teardown }: Ground,
  { node, users, forex }: Modules,
  sources: Pick<FigureDeps, "isAuditLogWhole" | "reorgDepth"> &
    Pick<Store, "schema"> & { readonly pool: Pool | undefined },
) {
  const { database, log, clock, bus } = shared;
  const { schema, pool, ...figures } = sources;
  const eventLoop = watchEventLoop();
  teardown.add("event loop watch", async () => eventLoop.close());
  const { dataDir } = config;
  const { works } = roles;
  const machine = machineOf({
    database,
    node,
    dataDir,
    startedAt: clock.now(),
    eventLoop,
    works,
  });
  const readiness = createReadiness({
    ...shared,
    node,
    machine,
    schema,
    blockSeconds,
    pool: roles.pools ? () => pool?.state() : undefined,
  });
  const registry = new Registry();
  addProcessFigures(registry);
  addInstallationFigures(registry, {
    users,
    node,
    machine,
    dataDir,
    ...figures,
    priceAgeSeconds: () => priceAgeSeconds(forex.market),
    stopOuts: () => stopOutsOf(forex.desk.accounts),
    pool: () => pool?.state(),
    bus,
  });
  const privatePort = await startPrivatePort({
    log,
    host: config.metricsHost,
    wanted: config.metricsPort,
    webPort: config.port,
    registry,
    readiness,
    isLive: () => eventLoop.isLive(),
  });
  teardown.add("private port", () => privatePort.stop());
  return { eventLoop, machine, readiness, registry, privateUrl: privatePort.url };
}

/**
 * Opens the standby. Returns undefined if there is no standby, so that the primary handles all
 * reads.
 */
async function openStandby(
  { config: { databaseReadUrl }, shared: { bus, log }, teardown }: Ground,
  { url, registry }: { readonly url: string; readonly registry: Registry },
): Promise<Reads | undefined> {
  if (databaseReadUrl === undefined) return undefined;
  const reads = await openReads({ url: databaseReadUrl, primaryUrl: url, bus, log });
  teardown.add("reads from the standby", () => reads.close());
  addReadFigures(registry, reads);
  return reads;
}

interface Store {
  readonly database: Database;
  readonly sessionUrl: string;
  readonly processUrl: string;
  readonly schema: Schema;
}

async function openStore(config: Config, log: Log, teardown: Teardown): Promise<Store> {
  const { databaseUrl, databaseDirectUrl: directUrl, dataDir } = config;
  const schema = readSchema(productFolder);
  const server = await startDatabase({ databaseUrl, directUrl, dataDir, log, schema });
  teardown.add("database server", () => server.stop());
  const { sessionUrl, pooler, processUrl } = server;
  const database = openDatabase(server.url, { sessionUrl, pooler });
  teardown.add("database pool", () => database.close());
  return { database, sessionUrl, processUrl, schema };
}

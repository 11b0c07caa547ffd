/**
 * One running installation: builds the outside things (database, node, signer, clock), hands each room what it needs, serves
 * and works, and takes everything down again in the opposite order. The only place that knows all rooms.
 */
import { join } from "node:path";
import { collectDefaultMetrics, Registry } from "prom-client";
import { recordFirstAdministrator, sweepSendings } from "#admin";
import { checkSameChain, makeFirstBlocks, openNode, startBlockProducer } from "#bitcoin";
import { startEarnWorkers } from "#earn";
import {
  claimSpareTreasurySats,
  referenceRate,
  spareTreasurySats,
  startMiningWorkers,
} from "#mining";
import { checkOutboxSettings, openOutbox, startNewsWorker } from "#notifications";
import {
  migrate,
  openDatabase,
  openMasterKey,
  Outage,
  readMigrations,
  ROOMS,
  shareBus,
  startDatabase,
  StartError,
  startWorker,
  sweepAnswers,
  systemClock,
  type Clock,
  type Config,
  type Database,
  type DatabaseTransaction,
  type Log,
  type Migration,
  type Queryable,
  type Worker,
} from "#platform";
import { buyBackPromises } from "#shop";
import { startUnreadLetters, sweepVisitorChats } from "#support";
import {
  ensureFirstAdministrator,
  ensureServiceKey,
  openUsers,
  sweepExpired,
  type UsersParts,
} from "#users";
import {
  chainStatus,
  hasUnconfirmed,
  isFrozen,
  openWallet,
  startWalletWorkers,
  type OpenWallet,
} from "#wallet";
import { startBookKeeper } from "./book-keeper.ts";
import { watchEventLoop } from "./health/event-loop.ts";
import { createReadiness, type Readiness } from "./health/readiness.ts";
import { claimPort } from "./listening.ts";
import { addFloorFigures } from "./metrics/floor-figures.ts";
import { startPrivatePort } from "./metrics/private-port.ts";
import { followReorgs } from "./metrics/reorg-depth.ts";
import { machineOf } from "./machine.ts";
import { rigMining } from "./rig-mining.ts";
import { createTeardown, type Teardown } from "./teardown.ts";
import { startWeb } from "./web.ts";

export interface Floor {
  readonly url: string;
  /** Of figures and health for the operator. */
  readonly privateUrl: string;
  /** One-time link that makes the first administrator; undefined when there is one. */
  readonly setupUrl: string | undefined;
  /** Every registered route as `METHOD /path`, for the permission test. */
  readonly routes: readonly string[];
  readonly readiness: Readiness;
  stop(): Promise<void>;
}

/** What others may be given of the treasury. */
const spareTreasury = {
  read: (queryable: Queryable, now: Date, wantedSats: bigint) =>
    spareTreasurySats(queryable, { now, wantedSats, onDemand: buyBackPromises }),
  claim: (tx: DatabaseTransaction, now: Date, wantedSats: bigint) =>
    claimSpareTreasurySats(tx, { now, wantedSats, onDemand: buyBackPromises }),
};

const ROOT = join(import.meta.dirname, "..");
const MAIN_NETWORK_PACE_SECONDS = 600;
const PAYOUT_SECONDS_MAX = 60;
const PAYOUT_BLOCKS = 6;
const SWEEP_MS = 3_600_000;

interface Outside {
  /** Where every room reads the time. Tests pass one that they can move. */
  readonly clock?: Clock;
}

/** Throws StartError with one clear line when something is configured wrongly. */
export async function openFloor(
  config: Config,
  log: Log,
  { clock = systemClock }: Outside = {},
): Promise<Floor> {
  const teardown = createTeardown(log);
  try {
    return await assemble(config, { log, clock }, teardown);
  } catch (error) {
    await teardown.run();
    throw error;
  }
}

async function assemble(
  config: Config,
  { log, clock }: { readonly log: Log; readonly clock: Clock },
  teardown: Teardown,
): Promise<Floor> {
  checkOutboxSettings(config);
  const store = await openStore(config, log, teardown);
  const { database } = store;
  const port = await claimPort(config);
  const url = `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${port}`;
  const siteUrl = config.siteUrl ?? url;
  const isRegtest = config.bitcoin.network === "regtest";
  const blockSeconds = isRegtest ? config.bitcoin.blockSeconds : MAIN_NETWORK_PACE_SECONDS;
  const bus = shareBus({ url: store.url, log });
  teardown.add("bus", () => bus.close());
  const shared = { database, log, clock, bus };

  const node = await openNode({ ...config.bitcoin, dataDir: config.dataDir, log });
  teardown.add("bitcoin node", () => node.stop());
  await checkSameChain({ database, node }).catch(nodeIsDown);
  const users = await openUsers({
    ...shared,
    masterKey: openMasterKey(config.dataDir),
    dataDir: config.dataDir,
    siteUrl,
    hosted: config.supabase,
    redirectAllowList: config.redirectAllowList,
    recordFirstAdministrator,
    limits: { administratorWaitHours: config.administratorWaitHours },
  });
  if (!users.hosted) await ensureServiceKey(users);
  const wallet = await openWallet({
    ...shared,
    node,
    databaseUrl: store.url,
    dataDir: config.dataDir,
    secondFactor: users,
    blockSeconds,
    withdrawalsPerHourMax: config.rates.withdrawalsPerHour,
    raiseWaitHours: config.administratorWaitHours,
    spareTreasury,
    rateUsdPerBtc: () => referenceRate(database, shared.clock.now()),
  });
  teardown.add("signer", () => wallet.close());
  const mining = { ...shared, isFrozen, onDemandSats: buyBackPromises };
  const earn = { ...shared, isFrozen, spareTreasurySats: spareTreasury.claim };
  const shop = { ...shared, isFrozen, mining: rigMining };

  if (isRegtest) await startBlocks(wallet, config, teardown);
  const reorgDepth = followReorgs(bus, (await chainStatus(database))?.height ?? 0);
  const bookKeeper = startBookKeeper(users, config.dataDir);
  const workers = [
    startWalletWorkers(wallet),
    startMiningWorkers({ ...mining, log, payoutSeconds: payoutSeconds(blockSeconds) }),
    startEarnWorkers(earn),
    await openOutbox({ ...shared, ...config, siteUrl }),
    startNewsWorker(shared),
    startUnreadLetters(shared),
    startSweeper(users),
    bookKeeper,
  ];
  teardown.add("workers", async () => void (await Promise.all(workers.map((one) => one.stop()))));
  const setupUrl = await ensureFirstAdministrator(users, config.admin);
  const eventLoop = watchEventLoop();
  teardown.add("event loop watch", async () => eventLoop.close());
  const { dataDir } = config;
  const machine = machineOf({ database, node, dataDir, startedAt: clock.now(), eventLoop });
  const { migrations } = store;
  const readiness = createReadiness({ ...shared, node, machine, migrations, blockSeconds });
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const { proofs } = bookKeeper;
  addFloorFigures(registry, { users, node, machine, proofs, reorgDepth });
  const privatePort = await startPrivatePort({
    log,
    wanted: config.metricsPort,
    webPort: config.port,
    registry,
    readiness,
    isLive: () => eventLoop.isLive(),
  });
  teardown.add("private port", () => privatePort.stop());
  const web = await startWeb({
    registry,
    machine,
    eventLoop,
    readiness,
    config,
    port,
    url,
    root: ROOT,
    node,
    users,
    wallet,
    mining,
    earn,
    shop,
  });
  teardown.add("web server", () => web.stop());
  const stop = (): Promise<void> => {
    readiness.stop();
    return teardown.run();
  };
  return { url, privateUrl: privatePort.url, setupUrl, routes: web.routes, readiness, stop };
}

interface Store {
  readonly database: Database;
  readonly url: string;
  readonly migrations: readonly Migration[];
}

async function openStore(config: Config, log: Log, teardown: Teardown): Promise<Store> {
  const { databaseUrl, dataDir } = config;
  const server = await startDatabase({ databaseUrl, dataDir, log });
  teardown.add("database server", () => server.stop());
  const database = openDatabase(server.url);
  teardown.add("database pool", () => database.close());
  const migrations = readMigrations(ROOT, ROOMS);
  await migrate(database, migrations);
  return { database, url: server.url, migrations };
}

/** The first blocks pay the treasury; then blocks come at the pace of the settings. */
async function startBlocks(wallet: OpenWallet, config: Config, teardown: Teardown): Promise<void> {
  const { node } = wallet;
  const plan = {
    node,
    clock: wallet.clock,
    treasuryAddress: () => Promise.resolve(wallet.treasuryAddress),
    hasUnconfirmed: () => hasUnconfirmed(wallet.database),
    blockSeconds: config.bitcoin.blockSeconds,
  };
  await makeFirstBlocks(plan);
  const producer = startBlockProducer(wallet, plan);
  teardown.add("block producer", () => producer.stop());
}

/** What has served its time goes: counters of sign-in limits, answers kept for repeats. */
function startSweeper(users: UsersParts): Worker {
  return startWorker(users, {
    name: "sweeper",
    everyMs: SWEEP_MS,
    async run() {
      await sweepExpired(users);
      await sweepVisitorChats(users);
      await sweepAnswers(users.database);
      await sweepSendings(users.database, users.clock.now());
    },
  });
}

/** Often enough to watch at a fast pace of blocks, at least each minute. */
function payoutSeconds(blockSeconds: number): number {
  const sixBlocks = Math.ceil(blockSeconds * PAYOUT_BLOCKS);
  return Math.min(PAYOUT_SECONDS_MAX, Math.max(1, sixBlocks || PAYOUT_SECONDS_MAX));
}

/** Without its node nothing could be checked: better no start than one that cannot tell whose coins it holds. */
function nodeIsDown(error: unknown): never {
  if (!(error instanceof Outage)) throw error;
  throw new StartError(`BITCOIN_RPC_URL: the node does not answer (${error.message}).`, {
    cause: error,
  });
}

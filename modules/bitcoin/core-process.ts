/**
 * Runs one Bitcoin Core process: starts or adopts it, waits until every downloaded block is
 * connected to its chain, and stops it cleanly. bitcoind does not exit with its parent, so a
 * process left by a killed parent is adopted instead of starting a second one.
 */
import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  isAlive,
  Outage,
  processIdentity,
  programEnvironment,
  sendSignal,
  StartError,
  type Log,
} from "#platform";
import { isReindexing } from "./core-damage.ts";
import { errorsFile, logSize, readLogFrom } from "./core-log.ts";
import { basicAuthorization, createRpcClient, isRecord, type RpcEndpoint } from "./rpc-client.ts";
import type { RunningChild } from "./supervisor.ts";

export interface CorePlan {
  /** Path of the bitcoind executable. */
  readonly bitcoind: string;
  readonly dataDir: string;
  readonly log: Log;
  /** Maximum time of a start without progress. */
  readonly startMsMax?: number | undefined;
}

export interface CoreRun {
  readonly processId: number;
  /** Distinguishes this process from a later process with the same process id. */
  readonly identity: string;
  readonly port: number;
  /** Size of debug.log when the process was started. */
  readonly logFrom: number;
}

/** Default maximum time of a start without progress. */
const START_MS_MAX = 60_000;
/** Maximum time without progress while waiting for blocks whose headers the node already has. */
const STILL_MS_MAX = 15_000;
const STOP_MS_MAX = 60_000;
const POLL_MS = 100;
const RUN_FILE = "hashfloor-run.json";

/** Receives the node's current activity during a start. */
export type Report = (trouble: string) => void;

export interface Waiting {
  readonly report: Report;
  /** Aborted to stop the node. A start then no longer waits for the chain. */
  readonly signal: AbortSignal;
}

/**
 * Adopts a running process and resolves when its chain is complete. Returns undefined if no process
 * is running.
 */
export async function adoptCore(
  plan: CorePlan,
  waiting: Waiting,
): Promise<RunningChild | undefined> {
  const leftover = readRun(plan.dataDir);
  if (!leftover || processIdentity(leftover.processId) !== leftover.identity) return undefined;
  plan.log.info({ processId: leftover.processId }, "adopting the bitcoind that is still running");
  return readyOrGone(leftover, waitUntilReady(plan, leftover, waiting)).catch(() => undefined);
}

/** Starts a process and resolves when its chain is complete. */
export async function startCore(
  plan: CorePlan,
  { isReindex, ...waiting }: Waiting & { readonly isReindex: boolean },
): Promise<RunningChild> {
  const { dataDir } = plan;
  const port = await freePort();
  const logFrom = logSize(dataDir);
  const errors = openSync(errorsFile(dataDir), "w", 0o600);
  const child = spawn(plan.bitcoind, coreArguments(dataDir, { port, isReindex }), {
    env: programEnvironment(),
    stdio: ["ignore", "ignore", errors],
    // Prevent Ctrl-C from reaching bitcoind, because this process stops bitcoind cleanly.
    detached: true,
  });
  closeSync(errors);
  const failure = new Promise<never>((_resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) =>
      reject(new StartError(`bitcoind ended while starting (${signal ?? `code ${code}`})`)),
    );
  });
  failure.catch(() => undefined);
  if (child.pid === undefined) return failure;
  child.unref();
  const run = { processId: child.pid, identity: processIdentity(child.pid) ?? "", port, logFrom };
  writeFileSync(join(dataDir, RUN_FILE), JSON.stringify(run));
  return readyOrGone(run, Promise.race([waitUntilReady(plan, run, waiting), failure]));
}

function coreArguments(
  dataDir: string,
  { port, isReindex }: { readonly port: number; readonly isReindex: boolean },
): readonly string[] {
  return [
    "-regtest",
    `-datadir=${dataDir}`,
    "-server",
    "-disablewallet",
    "-txindex=1",
    "-listen=0",
    "-discover=0",
    "-dnsseed=0",
    "-printtoconsole=0",
    "-rpcbind=127.0.0.1",
    "-rpcallowip=127.0.0.1",
    `-rpcport=${port}`,
    ...(isReindex ? ["-reindex"] : []),
  ];
}

/**
 * Waits until the node's chain is complete. A node that responds may still be connecting blocks,
 * for example after a reindex or a crash. On its temporarily shorter chain, the wallet would
 * reverse payments that are still valid.
 */
async function waitUntilReady(
  { dataDir, startMsMax = START_MS_MAX }: CorePlan,
  run: CoreRun,
  { report, signal }: Waiting,
): Promise<RunningChild> {
  let lastSight = "";
  let movedAt = performance.now();
  while (isRunning(run.processId)) {
    const endpoint = readEndpoint(dataDir, run.port);
    if (endpoint && signal.aborted) return runningChild(endpoint, run.processId);
    const place = endpoint && (await placeOf(endpoint));
    const stillMs = performance.now() - movedAt;
    const isBusy = isReindexing(readLogFrom(dataDir, run.logFrom));
    const isThere = place?.isWhole === true && !isBusy;
    if (endpoint && place && (isThere || (stillMs > STILL_MS_MAX && !isBusy)))
      return runningChild(endpoint, run.processId);
    if (place) report(`reading blocks, ${place.blocks} of ${place.headers}`);
    else if (isBusy) report("reading blocks");
    const sight = JSON.stringify([place, logSize(dataDir)]);
    if (sight !== lastSight) movedAt = performance.now();
    else if (stillMs > startMsMax) break;
    lastSight = sight;
    await sleep(POLL_MS);
  }
  const what = isRunning(run.processId) ? "did not start in time" : "ended while starting";
  throw new StartError(`bitcoind ${what}`);
}

/**
 * Kills a process that did not become ready, because it would keep the folder's lock that the next
 * process needs.
 */
async function readyOrGone(
  { processId, identity }: CoreRun,
  ready: Promise<RunningChild>,
): Promise<RunningChild> {
  try {
    return await ready;
  } catch (error) {
    const isOurs = () => processIdentity(processId) === identity;
    if (isOurs()) sendSignal(processId, "SIGKILL");
    while (isOurs()) await sleep(POLL_MS);
    throw error;
  }
}

interface Place {
  readonly blocks: number;
  readonly headers: number;
  readonly indexed: unknown;
  /** True if the node has the block of every known header, and an index of all transactions. */
  readonly isWhole: boolean;
}

/**
 * Returns the node's progress, or undefined if the connection is refused or the node responds with
 * -28 because it is still loading blocks.
 */
async function placeOf(endpoint: RpcEndpoint): Promise<Place | undefined> {
  const { call } = createRpcClient({ endpoint: () => endpoint });
  try {
    const chain = await call("getblockchaininfo");
    const indexes = await call("getindexinfo");
    const transactions = isRecord(indexes) ? indexes["txindex"] : undefined;
    const isIndexed = !isRecord(transactions) || transactions["synced"] === true;
    const indexed = isRecord(transactions) ? transactions["best_block_height"] : undefined;
    const { blocks, headers } = isRecord(chain) ? chain : {};
    if (typeof blocks !== "number" || typeof headers !== "number") return undefined;
    return { blocks, headers, indexed, isWhole: blocks === headers && isIndexed };
  } catch (error) {
    if (error instanceof Outage) return undefined;
    throw error;
  }
}

function runningChild(endpoint: RpcEndpoint, processId: number): RunningChild {
  const ended = (async () => {
    while (isRunning(processId)) await sleep(POLL_MS);
  })();
  return {
    endpoint,
    processId,
    ended,
    async stop() {
      await createRpcClient({ endpoint: () => endpoint })
        .call("stop")
        .catch(() => sendSignal(processId, "SIGTERM"));
      const timer = setTimeout(() => sendSignal(processId, "SIGKILL"), STOP_MS_MAX);
      await ended;
      clearTimeout(timer);
    },
  };
}

function cookieFile(dataDir: string): string {
  return join(dataDir, "regtest", ".cookie");
}

function readEndpoint(dataDir: string, port: number): RpcEndpoint | undefined {
  if (!existsSync(cookieFile(dataDir))) return undefined;
  const [user = "", password = ""] = readFileSync(cookieFile(dataDir), "utf8").trim().split(":");
  return { url: `http://127.0.0.1:${port}/`, authorization: basicAuthorization(user, password) };
}

export function readRun(dataDir: string): CoreRun | undefined {
  const file = join(dataDir, RUN_FILE);
  if (!existsSync(file)) return undefined;
  try {
    const run = JSON.parse(readFileSync(file, "utf8")) as Partial<CoreRun>;
    const { processId, identity, port, logFrom = 0 } = run;
    if (processId === undefined || identity === undefined || port === undefined) return undefined;
    return { processId, identity, port, logFrom };
  } catch {
    // The file is incomplete because its writer was killed, so there is no process to adopt.
    return undefined;
  }
}

/** True if the process is running. On Linux, a zombie does not count as running. */
export function isRunning(processId: number): boolean {
  return process.platform === "linux"
    ? processIdentity(processId) !== undefined
    : isAlive(processId);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = address !== null && typeof address === "object" ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

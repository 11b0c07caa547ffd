/**
 * Bitcoin Core found on PATH, run as our child on regtest: own data folder, loopback, a free port,
 * cookie sign-in, no wallet. bitcoind does not end with its parent, so one left over by a killed
 * start is adopted instead of doubled.
 */
import { spawn } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive, Outage, processIdentity, StartError, type Log } from "#platform";
import { basicAuthorization, createRpcClient, type RpcEndpoint } from "./rpc-client.ts";
import type { RunningChild } from "./supervisor.ts";

interface CorePlan {
  /** Path of the program. */
  readonly bitcoind: string;
  readonly dataDir: string;
  readonly log: Log;
}

interface CoreRun {
  readonly processId: number;
  /** Tells the process from a later one with the same id. */
  readonly identity: string;
  readonly port: number;
}

const START_MS_MAX = 60_000;
const STOP_MS_MAX = 60_000;
const POLL_MS = 100;
const RUN_FILE = "hashfloor-run.json";

/** The first executable `bitcoind` in a PATH, or undefined. */
export function findBitcoind(searchPath: string): string | undefined {
  return searchPath
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, "bitcoind"))
    .find(isExecutable);
}

/** Resolves when the node answers. */
export async function startManagedCore(plan: CorePlan): Promise<RunningChild> {
  mkdirSync(plan.dataDir, { recursive: true, mode: 0o700 });
  const leftover = readRun(plan.dataDir);
  if (leftover && processIdentity(leftover.processId) === leftover.identity) {
    plan.log.info({ processId: leftover.processId }, "adopting the bitcoind that still runs");
    const adopted = await waitUntilReady(plan.dataDir, leftover).catch(() => undefined);
    if (adopted) return adopted;
  }
  const port = await freePort();
  const child = spawn(plan.bitcoind, coreArguments(plan.dataDir, port), {
    stdio: "ignore",
    // Ctrl-C reaches our process group; bitcoind is stopped by us, in order.
    detached: true,
  });
  const failure = new Promise<never>((_resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) =>
      reject(
        new StartError(
          `bitcoind ended while starting (code ${code}); its reason stands in ${plan.dataDir}/regtest/debug.log.`,
        ),
      ),
    );
  });
  failure.catch(() => undefined);
  if (child.pid === undefined) return failure;
  child.unref();
  const run = { processId: child.pid, identity: processIdentity(child.pid) ?? "", port };
  writeFileSync(join(plan.dataDir, RUN_FILE), JSON.stringify(run));
  return Promise.race([waitUntilReady(plan.dataDir, run), failure]);
}

function coreArguments(dataDir: string, port: number): readonly string[] {
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
  ];
}

async function waitUntilReady(dataDir: string, run: CoreRun): Promise<RunningChild> {
  const deadline = Date.now() + START_MS_MAX;
  while (Date.now() < deadline && isRunning(run.processId)) {
    const endpoint = readEndpoint(dataDir, run.port);
    if (endpoint && (await answers(endpoint))) return runningChild(endpoint, run.processId);
    await sleep(POLL_MS);
  }
  throw new StartError("bitcoind did not start in time.");
}

async function answers(endpoint: RpcEndpoint): Promise<boolean> {
  try {
    await createRpcClient({ endpoint: () => endpoint }).call("getblockcount");
    return true;
  } catch (error) {
    // Connection refused, or -28 while it loads its blocks.
    if (error instanceof Outage) return false;
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
        .catch(() => signal(processId, "SIGTERM"));
      const timer = setTimeout(() => signal(processId, "SIGKILL"), STOP_MS_MAX);
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

function readRun(dataDir: string): CoreRun | undefined {
  const file = join(dataDir, RUN_FILE);
  if (!existsSync(file)) return undefined;
  try {
    const run = JSON.parse(readFileSync(file, "utf8")) as Partial<CoreRun>;
    const { processId, identity, port } = run;
    if (processId === undefined || identity === undefined || port === undefined) return undefined;
    return { processId, identity, port };
  } catch {
    // A kill in the middle of writing it: there is nothing to adopt.
    return undefined;
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** An ended process that nobody has collected yet does not count, where the system tells. */
export function isRunning(processId: number): boolean {
  return process.platform === "linux"
    ? processIdentity(processId) !== undefined
    : isAlive(processId);
}

/** Does nothing when there is no such process. */
function signal(processId: number, name: NodeJS.Signals): void {
  if (isRunning(processId)) process.kill(processId, name);
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

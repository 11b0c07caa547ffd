/**
 * Runs the database of an installation without DATABASE_URL: a real PostgreSQL from npm with its
 * files in DATA_DIR, reachable only through a unix socket. If the server dies, it is restarted at
 * the same address, so the pools reconnect on their own.
 */
import { chmodSync, chownSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { lockDataDir } from "../process/data-lock.ts";
import type { Log } from "../process/log.ts";
import type { ProcessOwner } from "../process/system-user.ts";
import { takeOver } from "../process/take-over.ts";
import { prepareBinaries, serverOwner } from "./postgres-binaries.ts";
import { openCluster } from "./postgres-cluster.ts";
import { stopLeftover } from "./postgres-leftover.ts";
import { launchServer, type ServerPlan, type ServerProcess } from "./postgres-process.ts";
import { socketAddress, superuserUrl, type Address } from "./superuser-url.ts";

export interface Postgres {
  /** URL with the superuser's login. Does not change when the server is restarted. */
  readonly url: string;
  readonly pid: number;
  /**
   * Stops the server and releases the data folder. Close the pools first, because running
   * statements are lost.
   */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  readonly dataDir: string;
  readonly log: Log;
  /** Additional server settings, for tests. */
  readonly settings?: Readonly<Record<string, string>>;
}

const PORT = 5432;
const SOCKET_PATH_MAX = 80;
const FIRST_START_ATTEMPTS_MAX = 5;
const RESTART_PAUSE_MS = 200;
const RESTART_PAUSE_MS_MAX = 5_000;

const SETTINGS = {
  max_connections: "200",
  // Small, so that crash recovery takes only seconds.
  max_wal_size: "512MB",
  checkpoint_timeout: "1min",
  // On modern disks, random reads are nearly as fast as sequential reads. With the default, which
  // is meant for spinning disks, PostgreSQL scans small tables instead of using their index.
  random_page_cost: "1.1",
  timezone: "UTC",
  log_timezone: "UTC",
  // The server's log becomes part of our log. Verbose messages would repeat refused rows, including
  // messages with sign-in links.
  log_error_verbosity: "terse",
};

/**
 * Starts the server and locks the data folder until `stop`. Throws StartError if the folder is in
 * use.
 */
export async function startPostgres({
  dataDir,
  log,
  settings = {},
}: PostgresOptions): Promise<Postgres> {
  const home = resolve(dataDir);
  const lock = await lockDataDir(home);
  const owner = serverOwner(log);
  const runtimeFolder = makeRuntimeFolder(owner);
  const cleanUp = (): void => {
    rmSync(runtimeFolder, { recursive: true, force: true });
    lock.release();
  };
  try {
    const binaries = prepareBinaries(owner);
    const { folder, password } = await openCluster({
      dataDir: home,
      runtimeFolder,
      binaries,
      owner,
      log,
    });
    await stopLeftover(folder, log);
    if (owner) takeOver(folder, owner);
    const endpoint = await chooseEndpoint(runtimeFolder);
    const url = superuserUrl(password, endpoint);
    const allSettings = { ...SETTINGS, ...endpoint.settings, ...settings };
    return await supervise(
      { binaries, owner, folder, runtimeFolder, settings: allSettings, url, log },
      cleanUp,
    );
  } catch (error) {
    cleanUp();
    throw error;
  }
}

/**
 * Creates the socket's folder in the system's temporary folder, because socket paths over 107 bytes
 * fail.
 */
function makeRuntimeFolder(owner: ProcessOwner | undefined): string {
  const parent = tmpdir().length > SOCKET_PATH_MAX ? "/tmp" : tmpdir();
  const folder = mkdtempSync(join(parent, "hashfloor-"));
  chmodSync(folder, 0o700);
  if (owner) chownSync(folder, owner.uid, owner.gid);
  return folder;
}

interface Endpoint extends Address {
  readonly settings: Readonly<Record<string, string>>;
}

async function chooseEndpoint(runtimeFolder: string): Promise<Endpoint> {
  if (process.platform === "win32") {
    const port = await freePort();
    return {
      authority: `127.0.0.1:${port}`,
      query: "",
      settings: { listen_addresses: "127.0.0.1", port: String(port) },
    };
  }
  return {
    ...socketAddress(runtimeFolder, PORT),
    settings: {
      listen_addresses: "",
      port: String(PORT),
      unix_socket_directories: runtimeFolder,
      unix_socket_permissions: "0700",
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolvePort(port));
    });
  });
}

/** Runs a server until `stop` is called, and restarts the server if it dies. */
async function supervise(plan: ServerPlan, cleanUp: () => void): Promise<Postgres> {
  let isStopping = false;
  const isWanted = (): boolean => !isStopping;
  let current: ServerProcess = await launchPatiently(plan, FIRST_START_ATTEMPTS_MAX, isWanted);

  const watch = (async () => {
    while (isWanted()) {
      await current.ended;
      if (!isWanted()) return;
      plan.log.error("the database server ended unexpectedly; restarting it");
      const next = await launchPatiently(plan, Infinity, isWanted).catch(() => undefined);
      if (next) current = next;
    }
  })();

  return {
    url: plan.url,
    get pid() {
      return current.pid;
    },
    async stop() {
      isStopping = true;
      await current.stop();
      await watch;
      // The stop may have begun while this server was starting.
      await current.stop();
      cleanUp();
    },
  };
}

/**
 * Starts the server. Retries a failed start, because workers of a killed server may keep using its
 * shared memory a moment longer.
 */
async function launchPatiently(
  plan: ServerPlan,
  attemptsMax: number,
  isWanted: () => boolean,
): Promise<ServerProcess> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const server = await launchServer(plan);
      plan.log.debug({ pid: server.pid }, "the database server runs");
      return server;
    } catch (error) {
      if (attempt >= attemptsMax || !isWanted()) throw error;
      plan.log.warn({ error, attempt }, "the database server did not start; retrying");
      await sleep(Math.min(RESTART_PAUSE_MS * attempt, RESTART_PAUSE_MS_MAX));
    }
  }
}

/**
 * The database of an installation without DATABASE_URL: a real PostgreSQL from npm, in DATA_DIR,
 * reachable through a unix socket only. It is started again when it dies; its address never
 * changes, so the pools find it by themselves.
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
  /** Connects as the superuser; stays the same when the server is restarted. */
  readonly url: string;
  /** Process id of the server running now. */
  readonly pid: number;
  /**
   * Ends the server and lets the data folder go. Close the pools first: what they do now is lost.
   */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  readonly dataDir: string;
  readonly log: Log;
  /** Server settings on top of ours, for tests. */
  readonly settings?: Readonly<Record<string, string>>;
}

const PORT = 5432;
const SOCKET_PATH_MAX = 80;
const FIRST_START_ATTEMPTS_MAX = 5;
const RESTART_PAUSE_MS = 200;
const RESTART_PAUSE_MS_MAX = 5_000;

const SETTINGS = {
  max_connections: "200",
  // Small, so that recovery after a kill takes seconds.
  max_wal_size: "512MB",
  checkpoint_timeout: "1min",
  // Disks of today read out of order nearly as fast as in order. With its own figure, made for
  // disks that turn, PostgreSQL reads small tables whole instead of by their index.
  random_page_cost: "1.1",
  timezone: "UTC",
  log_timezone: "UTC",
  // Its log is ours: in full it repeats rows that it refused, messages with their links among them.
  log_error_verbosity: "terse",
};

/**
 * Takes the lock of the data folder and holds it until `stop`. Throws StartError when the folder is
 * in use.
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

/** Socket paths over 107 bytes fail, so the socket lives in the system's temporary folder. */
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

/** Keeps one server running until `stop`. */
async function supervise(plan: ServerPlan, cleanUp: () => void): Promise<Postgres> {
  let isStopping = false;
  const isWanted = (): boolean => !isStopping;
  let current: ServerProcess = await launchPatiently(plan, FIRST_START_ATTEMPTS_MAX, isWanted);

  const watch = (async () => {
    while (isWanted()) {
      await current.ended;
      if (!isWanted()) return;
      plan.log.error("the database server ended by itself; starting it again");
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
      // The one that was being started meanwhile.
      await current.stop();
      cleanUp();
    },
  };
}

/**
 * Tries again when a start fails: workers of a killed server may hold its shared memory for a
 * moment longer.
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
      plan.log.warn({ error, attempt }, "the database server did not start; trying again");
      await sleep(Math.min(RESTART_PAUSE_MS * attempt, RESTART_PAUSE_MS_MAX));
    }
  }
}

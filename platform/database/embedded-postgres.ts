/**
 * The database of an installation without DATABASE_URL: a real PostgreSQL from npm, in DATA_DIR, reachable through a unix
 * socket only. It is started again when it dies; its address never changes, so the pools find it by themselves.
 */
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log.ts";
import { prepareBinaries, serverOwner, type ProcessOwner } from "./postgres-binaries.ts";
import { openCluster, SUPERUSER } from "./postgres-cluster.ts";
import { launchServer, type ServerPlan, type ServerProcess } from "./postgres-process.ts";

export interface Postgres {
  /** Connects as the superuser; stays the same when the server is restarted. */
  readonly url: string;
  /** Process id of the server running now. */
  readonly pid: number;
  /** Ends the server after its clients; resolves when it is gone. */
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
const RESTART_PAUSE_MS = 200;

const SETTINGS = {
  max_connections: "200",
  // Small, so that recovery after a kill takes seconds.
  max_wal_size: "512MB",
  checkpoint_timeout: "1min",
  timezone: "UTC",
  log_timezone: "UTC",
};

export async function startPostgres({
  dataDir,
  log,
  settings = {},
}: PostgresOptions): Promise<Postgres> {
  const home = resolve(dataDir);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const owner = serverOwner();
  const binaries = prepareBinaries(owner);
  const runtimeFolder = makeRuntimeFolder(owner);
  try {
    const parts = { dataDir: home, runtimeFolder, binaries, owner, log };
    const { folder, password } = await openCluster(parts);
    const door = await chooseDoor(runtimeFolder);
    const url = `postgres://${SUPERUSER}:${password}@${door.authority}/postgres${door.query}`;
    return await supervise(
      {
        binaries,
        owner,
        folder,
        settings: { ...SETTINGS, ...door.settings, ...settings },
        url,
        log,
      },
      runtimeFolder,
    );
  } catch (error) {
    rmSync(runtimeFolder, { recursive: true, force: true });
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

interface Door {
  readonly authority: string;
  readonly query: string;
  readonly settings: Readonly<Record<string, string>>;
}

async function chooseDoor(runtimeFolder: string): Promise<Door> {
  if (process.platform === "win32") {
    const port = await freePort();
    return {
      authority: `127.0.0.1:${port}`,
      query: "",
      settings: { listen_addresses: "127.0.0.1", port: String(port) },
    };
  }
  return {
    authority: `localhost:${PORT}`,
    query: `?host=${encodeURIComponent(runtimeFolder)}`,
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
async function supervise(plan: ServerPlan, runtimeFolder: string): Promise<Postgres> {
  let current: ServerProcess = await launchServer(plan);
  let isStopping = false;
  const isWanted = (): boolean => !isStopping;

  const watch = (async () => {
    while (isWanted()) {
      await current.ended;
      if (isWanted()) current = (await relaunch(plan, isWanted)) ?? current;
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
      await current.stop();
      rmSync(runtimeFolder, { recursive: true, force: true });
    },
  };
}

async function relaunch(
  plan: ServerPlan,
  isWanted: () => boolean,
): Promise<ServerProcess | undefined> {
  plan.log.error("the database server ended by itself; starting it again");
  while (isWanted()) {
    try {
      const server = await launchServer(plan);
      plan.log.info({ pid: server.pid }, "the database server runs again");
      return server;
    } catch (error) {
      // Workers of the killed server may hold its shared memory for a moment longer.
      plan.log.error({ error }, "the database server did not start");
      await sleep(RESTART_PAUSE_MS);
    }
  }
  return undefined;
}

/**
 * Starts a primary and its synchronous standby on the embedded PostgreSQL, like the servers that an
 * operator manages with Patroni. Only the test promotes the standby.
 */
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGunzip } from "node:zlib";
import { baseBackup, openDatabase, silentLog, unpackCluster } from "#platform";
import { prepareBinaries, serverOwner } from "../../../platform/database/postgres-binaries.ts";
import { openCluster, passwordOf } from "../../../platform/database/postgres-cluster.ts";
import { launchServer, type ServerProcess } from "../../../platform/database/postgres-process.ts";
import { socketAddress, superuserUrl } from "../../../platform/database/superuser-url.ts";

export interface TwoPostgres {
  /** URL that names both servers, the standby first, with the superuser's login. */
  readonly url: string;
  readonly primaryUrl: string;
  readonly standbyUrl: string;
  /** Sends SIGKILL to the primary. Commits that were not synchronous are lost. */
  killPrimary(): Promise<void>;
  /**
   * Sends SIGKILL to the standby. From then on the primary acknowledges commits without a standby.
   */
  killStandby(): Promise<void>;
  /** Promotes the standby. Resolves once the new primary accepts writes. */
  promote(): Promise<void>;
  close(): Promise<void>;
}

const PORT = 5432;
const SYNCHRONOUS_MS_MAX = 30_000;

export async function startTwoPostgres(): Promise<TwoPostgres> {
  const owner = serverOwner();
  const binaries = prepareBinaries(owner);
  const folders: string[] = [];
  const running: ServerProcess[] = [];
  const folderFor = (name: string): string => {
    const folder = mkdtempSync(join(tmpdir(), `hashfloor-${name}-`));
    folders.push(folder);
    chmodSync(folder, name === "run" ? 0o700 : 0o755);
    if (owner) chownSync(folder, owner.uid, owner.gid);
    return folder;
  };
  const launch = async (folder: string, runtimeFolder: string) => {
    const url = superuserUrl(passwordOf(folder), socketAddress(runtimeFolder, PORT));
    const settings = {
      listen_addresses: "",
      port: String(PORT),
      unix_socket_directories: runtimeFolder,
    };
    const server = await launchServer({
      binaries,
      owner,
      folder,
      runtimeFolder,
      settings,
      url,
      log: silentLog,
    });
    running.push(server);
    return { server, url };
  };
  const close = async () => {
    for (const server of running.toReversed()) await server.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  };
  try {
    const [home, door] = [folderFor("primary"), folderFor("run")];
    const cluster = await openCluster({
      dataDir: home,
      runtimeFolder: door,
      binaries,
      owner,
      log: silentLog,
    });
    const primary = await launch(cluster.folder, door);
    const [standbyHome, standbyDoor] = [folderFor("standby"), folderFor("run")];
    await unpackCluster((await baseBackup(primary.url)).pipe(createGunzip()), standbyHome);
    const folder = join(standbyHome, "postgres");
    const source = `host=${door} port=${PORT} user=hashfloor password=${cluster.password}`;
    await appendFile(
      join(folder, "postgresql.auto.conf"),
      `primary_conninfo = '${source} application_name=standby'\n`,
    );
    writeFileSync(join(folder, "standby.signal"), "");
    const standby = await launch(folder, standbyDoor);
    await makeSynchronous(primary.url);
    const both = new URL(standby.url);
    both.searchParams.set("host", `${standbyDoor},${door}`);
    both.searchParams.set("target_session_attrs", "read-write");
    return {
      url: both.href,
      primaryUrl: primary.url,
      standbyUrl: standby.url,
      async killPrimary() {
        process.kill(primary.server.pid, "SIGKILL");
        await primary.server.ended;
      },
      async killStandby() {
        await once(primary.url, "alter system reset synchronous_standby_names");
        await once(primary.url, "select pg_reload_conf()");
        process.kill(standby.server.pid, "SIGKILL");
        await standby.server.ended;
      },
      async promote() {
        await once(standby.url, "select pg_promote()");
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Configures synchronous replication: the primary acknowledges a commit only once the standby has
 * received it.
 */
async function makeSynchronous(url: string): Promise<void> {
  await once(url, "alter system set synchronous_standby_names = 'standby'");
  await once(url, "select pg_reload_conf()");
  const until = performance.now() + SYNCHRONOUS_MS_MAX;
  while (performance.now() < until) {
    const rows = await once(
      url,
      "select from pg_stat_replication where state = 'streaming' and sync_state = 'sync'",
    );
    if (rows.length > 0) return;
  }
  throw new Error("the standby did not follow");
}

async function once(url: string, text: string): Promise<unknown[]> {
  const database = openDatabase(url, { connectionsMax: 1 });
  try {
    return await database.query(text);
  } finally {
    await database.close();
  }
}

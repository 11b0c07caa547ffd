/**
 * A server of the system's own PostgreSQL, whose pg_dump and pg_restore are on the PATH: the one of
 * an operator with DATABASE_URL. Many machines have none.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLog } from "#platform";
import { serverOwner } from "../../platform/database/postgres-binaries.ts";
import { openCluster } from "../../platform/database/postgres-cluster.ts";
import { launchServer } from "../../platform/database/postgres-process.ts";
import { socketAddress, superuserUrl } from "../../platform/database/superuser-url.ts";

export interface SystemPostgres {
  /** Of the superuser, on the database `postgres`. */
  readonly url: string;
  close(): Promise<void>;
}

const PORT = 5432;

/** The folder of its programs; undefined when there is none whose pg_dump could read its server. */
export const systemPrograms: string | undefined = (() => {
  try {
    const folder = execFileSync("pg_config", ["--bindir"], { encoding: "utf8" }).trim();
    const told = (program: string): string =>
      execFileSync(program, ["--version"], { encoding: "utf8" }).split(" ")[2] ?? "";
    const isOne = told("pg_dump") === told(join(folder, "postgres"));
    return isOne && existsSync(join(folder, "initdb")) ? folder : undefined;
  } catch {
    return undefined;
  }
})();

export async function startSystemPostgres(programs: string): Promise<SystemPostgres> {
  const owner = serverOwner();
  const [dataDir, runtimeFolder] = ["data", "run"].map((name) => {
    const folder = mkdtempSync(join(tmpdir(), `hashfloor-test-${name}-`));
    chmodSync(folder, name === "run" ? 0o700 : 0o755);
    if (owner) chownSync(folder, owner.uid, owner.gid);
    return folder;
  }) as [string, string];
  const binaries = {
    initdb: join(programs, "initdb"),
    postgres: join(programs, "postgres"),
    environment: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" },
  };
  const log = silentLog;
  const { folder, password } = await openCluster({ dataDir, runtimeFolder, binaries, owner, log });
  const url = superuserUrl(password, socketAddress(runtimeFolder, PORT));
  const settings = {
    listen_addresses: "",
    port: String(PORT),
    unix_socket_directories: runtimeFolder,
  };
  const server = await launchServer({ binaries, owner, folder, runtimeFolder, settings, url, log });
  return {
    url,
    async close() {
      await server.stop();
      for (const one of [dataDir, runtimeFolder]) rmSync(one, { recursive: true, force: true });
    },
  };
}

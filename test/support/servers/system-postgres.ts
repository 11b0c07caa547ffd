/**
 * A PostgreSQL server that is installed on the system and has pg_dump and pg_restore on the PATH,
 * like that of an operator with DATABASE_URL. Many machines have none.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serverOwner } from "../../../platform/database/postgres-binaries.ts";
import { startPostgresServer, type PostgresServer } from "./postgres-server.ts";
import { removeFolder } from "./scratch-folder.ts";

/** The folder of its programs. Undefined if there is none whose pg_dump can read its server. */
export const systemPrograms: string | undefined = (() => {
  try {
    const folder = execFileSync("pg_config", ["--bindir"], { encoding: "utf8" }).trim();
    const versionOf = (program: string): string =>
      execFileSync(program, ["--version"], { encoding: "utf8" }).split(" ")[2] ?? "";
    const isOne = versionOf("pg_dump") === versionOf(join(folder, "postgres"));
    return isOne && existsSync(join(folder, "initdb")) ? folder : undefined;
  } catch {
    return undefined;
  }
})();

export async function startSystemPostgres(
  programs: string,
): Promise<Pick<PostgresServer, "url" | "close">> {
  const owner = serverOwner();
  const dataDir = mkdtempSync(join(tmpdir(), "hashfloor-test-data-"));
  chmodSync(dataDir, 0o755);
  if (owner) chownSync(dataDir, owner.uid, owner.gid);
  const { url, close } = await startPostgresServer(dataDir, {
    initdb: join(programs, "initdb"),
    postgres: join(programs, "postgres"),
    environment: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" },
  });
  return {
    url,
    async close() {
      await close();
      removeFolder(dataDir);
    },
  };
}

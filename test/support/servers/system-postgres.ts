/**
 * Finds a PostgreSQL server that is installed on the system, with pg_dump and pg_restore on the
 * PATH, as an operator who uses DATABASE_URL would have. Many machines have no such server.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serverOwner } from "../../../platform/database/postgres-binaries.ts";
import { startPostgresServer, type PostgresServer } from "./postgres-server.ts";
import { removeFolder } from "./scratch-folder.ts";

/**
 * The folder of the server's programs, or undefined if they are missing or pg_dump has another
 * version.
 */
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

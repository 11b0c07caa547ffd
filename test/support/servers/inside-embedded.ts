/**
 * Connects to a running installation's embedded PostgreSQL as its superuser, with the files in the
 * data folder. Only the installation's system user may do so.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase, type Database } from "#platform";

const SOCKET_LINE = 4;

export async function insideEmbedded<Result>(
  dataDir: string,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  const folder = join(dataDir, "postgres");
  const password = readFileSync(join(folder, "hashfloor-password"), "utf8");
  const socket = readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n")[SOCKET_LINE];
  const url = `postgres://hashfloor:${password}@localhost:5432/postgres?host=${encodeURIComponent(socket ?? "")}`;
  const database = openDatabase(url, { connectionsMax: 1 });
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

/**
 * Returns the database logins of the installation's programs, without duplicates. Programs that are
 * still logging in are not included.
 */
export async function connectedAs(dataDir: string): Promise<string[]> {
  const rows = await insideEmbedded(dataDir, (database) =>
    database.query<{ user: string }>(
      `select distinct usename::text as user from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()
         and usename is not null order by 1`,
    ),
  );
  return rows.map(({ user }) => user);
}

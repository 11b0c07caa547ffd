/**
 * Opens the database to back up: the one in DATABASE_URL, or the embedded one, which is started if
 * the product is not running.
 */
import type { Readable } from "node:stream";
import {
  baseBackup,
  openDatabase,
  runningPostgresUrl,
  startPostgres,
  type Config,
  type Database,
  type Log,
} from "#platform";
import type { Manifest } from "../copy/manifest.ts";
import { dump } from "./dump.ts";

export interface Source {
  readonly kind: Manifest["database"]["kind"];
  readonly database: Database;
  /** Returns a snapshot of the whole database. */
  readonly archive: () => Promise<Readable>;
  readonly close: () => Promise<void>;
}

export async function openSource(
  { dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">,
  log: Log,
): Promise<Source> {
  if (databaseUrl !== undefined) {
    const database = openDatabase(databaseUrl, { connectionsMax: 1 });
    const close = (): Promise<void> => database.close();
    return { kind: "dump", database, archive: () => dump(databaseUrl), close };
  }
  const running = runningPostgresUrl(dataDir);
  const own = running === undefined ? await startPostgres({ dataDir, log }) : undefined;
  const url = running ?? own?.url ?? "";
  const database = openDatabase(url, { connectionsMax: 1 });
  return {
    kind: "cluster",
    database,
    archive: () => baseBackup(url),
    async close() {
      await database.close();
      await own?.stop();
    },
  };
}

/**
 * The database of an installation: the one of DATABASE_URL, else our own PostgreSQL in DATA_DIR;
 * checked in both cases. It is the first thing to start, because it takes the lock of DATA_DIR.
 */
import { lockDataDir } from "../process/data-lock.ts";
import type { Log } from "../process/log.ts";
import { startPostgres } from "./embedded-postgres.ts";
import { assertServer } from "./server-assertions.ts";

export interface DatabaseServer {
  readonly url: string;
  /** Close the pools first. */
  stop(): Promise<void>;
}

/** Throws StartError when DATA_DIR is in use or the server is not one that money can be kept on. */
export async function startDatabase({
  databaseUrl,
  dataDir,
  log,
}: {
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly log: Log;
}): Promise<DatabaseServer> {
  const server =
    databaseUrl === undefined
      ? await startPostgres({ dataDir, log })
      : useServer(databaseUrl, dataDir);
  try {
    await assertServer(server.url);
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

function useServer(url: string, dataDir: string): DatabaseServer {
  const lock = lockDataDir(dataDir);
  return {
    url,
    stop() {
      lock.release();
      return Promise.resolve();
    },
  };
}

/**
 * Opens the installation's database: the one at DATABASE_URL, otherwise the embedded PostgreSQL in
 * DATA_DIR. Both are checked. It starts before everything else, because it locks DATA_DIR. The
 * embedded one is prepared by its superuser; all later connections use the application's role.
 */
import { StartError } from "../errors/start-error.ts";
import { lockDataDir } from "../process/data-lock.ts";
import type { Log } from "../process/log.ts";
import { openDatabase } from "./database.ts";
import { startPostgres } from "./embedded-postgres.ts";
import { mayMigrate, migrate, missingMigrations } from "./migrate.ts";
import { findPooler, type Pooler } from "./pooler.ts";
import { giveLogin, prepareDatabase, type Schema } from "./prepare-database.ts";
import { assertServer } from "./server-assertions.ts";
import { assertProcessLogins, keepProcessLogins, withoutLogin } from "./process-logins.ts";

export interface DatabaseServer {
  /** With the login of the application's role, or of DATABASE_URL. */
  readonly url: string;
  /** The same database at an address whose connections are sessions. */
  readonly sessionUrl: string;
  /** The pooler at `url`, as in DatabaseOptions. */
  readonly pooler: Pooler | undefined;
  /**
   * For the signer and the pool, which add their own login. Equals `sessionUrl` if there are no
   * roles.
   */
  readonly processUrl: string;
  /** Close the pools first. */
  stop(): Promise<void>;
}

/** Throws StartError if DATA_DIR is in use or the server is not fit to keep money. */
export async function startDatabase({
  databaseUrl,
  directUrl,
  dataDir,
  log,
  schema,
}: {
  readonly databaseUrl: string | undefined;
  /** DATABASE_DIRECT_URL. */
  readonly directUrl?: string | undefined;
  readonly dataDir: string;
  readonly log: Log;
  readonly schema: Schema;
}): Promise<DatabaseServer> {
  const server =
    databaseUrl === undefined
      ? await startPostgres({ dataDir, log })
      : await useServer(databaseUrl, dataDir);
  try {
    if (databaseUrl !== undefined) {
      const sessionUrl = directUrl ?? databaseUrl;
      await assertServer(
        sessionUrl,
        directUrl === undefined ? "DATABASE_URL" : "DATABASE_DIRECT_URL",
      );
      const pooler = await findPooler({ databaseUrl, directUrl }, log);
      const hasRoles = await bringUp(sessionUrl, schema);
      if (hasRoles) assertProcessLogins(dataDir);
      const processUrl = hasRoles ? withoutLogin(sessionUrl) : sessionUrl;
      return { ...server, sessionUrl, pooler, processUrl };
    }
    await assertServer(server.url);
    const { roles } = await prepareDatabase(server.url, schema);
    // A password for this run, stored nowhere.
    const url = await giveLogin(server.url, roles.application);
    await keepProcessLogins(server.url, { roles, dataDir });
    const processUrl = withoutLogin(url);
    return { url, sessionUrl: url, pooler: undefined, processUrl, stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/**
 * Migrates as the owner of the tables, which the application's role cannot do. Returns true if the
 * login is the application's role.
 */
async function bringUp(url: string, { migrations }: Schema): Promise<boolean> {
  const database = openDatabase(url, { connectionsMax: 1 });
  try {
    if (await mayMigrate(database)) {
      await migrate(database, migrations);
      return false;
    }
    const [missing] = await missingMigrations(database, migrations);
    if (missing !== undefined)
      throw new StartError(
        `DATABASE_URL: the database lacks ${missing}, and this login may not migrate it. Run npm run database:roles.`,
      );
    return true;
  } finally {
    await database.close();
  }
}

async function useServer(
  url: string,
  dataDir: string,
): Promise<Pick<DatabaseServer, "url" | "stop">> {
  const lock = await lockDataDir(dataDir);
  return {
    url,
    stop() {
      lock.release();
      return Promise.resolve();
    },
  };
}

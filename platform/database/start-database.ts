/**
 * Opens and checks the installation's database: the server at DATABASE_URL, or else the embedded
 * PostgreSQL in DATA_DIR. The database starts before all other components, because it locks
 * DATA_DIR. The superuser prepares the embedded database, and all later connections use the
 * application's role.
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
  /** URL with the login of the application's role, or DATABASE_URL. */
  readonly url: string;
  /** A URL of the same database whose connections are sessions. */
  readonly sessionUrl: string;
  /** The pooler at `url`, as in DatabaseOptions. */
  readonly pooler: Pooler | undefined;
  /**
   * URL for the signer and the pool, which add their own login. Equals `sessionUrl` if there are no
   * roles.
   */
  readonly processUrl: string;
  /** Stops the database. The pools must be closed before this call. */
  stop(): Promise<void>;
}

/**
 * Opens the database. Throws StartError if DATA_DIR is in use or the server does not meet the
 * requirements.
 */
export async function startDatabase({
  databaseUrl,
  directUrl,
  dataDir,
  log,
  schema,
}: {
  readonly databaseUrl: string | undefined;
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
    // The password is used only for this run and is not stored.
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
 * Runs migrations as the owner of the tables, because the application's role may not run them.
 * Returns true if the login is the application's role.
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

/**
 * An installation whose PostgreSQL a test takes away and brings back, as that of an operator with
 * DATABASE_URL is restarted below a running product.
 */
import { join } from "node:path";
import { giveLogin, prepareDatabase, readSchema } from "#platform";
import { newInstallationOnDisk, type Installation } from "./installation.ts";
import { startPostgresServer, type PostgresServer } from "./postgres-server.ts";
import { removeFolder } from "./scratch-folder.ts";

export interface StoppableInstallation extends Installation {
  readonly postgres: Pick<PostgresServer, "start" | "stop">;
}

const ROOT = join(import.meta.dirname, "..", "..", "..");

/** Its PostgreSQL runs. */
export async function stoppableInstallation(): Promise<StoppableInstallation> {
  const dataDir = await newInstallationOnDisk();
  const postgres = await startPostgresServer(dataDir);
  const { roles } = await prepareDatabase(postgres.url, readSchema(ROOT));
  return {
    dataDir,
    databaseUrl: postgres.url,
    applicationUrl: await giveLogin(postgres.url, roles.application),
    postgres,
    async remove() {
      await postgres.close();
      removeFolder(dataDir);
    },
  };
}

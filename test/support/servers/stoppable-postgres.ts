/**
 * Creates an installation whose PostgreSQL a test can stop and restart while the product runs, as
 * with an operator who uses DATABASE_URL.
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

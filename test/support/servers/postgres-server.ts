/**
 * Runs a PostgreSQL server as an operator would run it separately from the product. A test can stop
 * the server and start it again at the same address.
 */
import { chmodSync, chownSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLog } from "#platform";
import {
  prepareBinaries,
  serverOwner,
  type PostgresBinaries,
} from "../../../platform/database/postgres-binaries.ts";
import { openCluster } from "../../../platform/database/postgres-cluster.ts";
import { launchServer, type ServerProcess } from "../../../platform/database/postgres-process.ts";
import { socketAddress, superuserUrl } from "../../../platform/database/superuser-url.ts";
import { removeFolder } from "./scratch-folder.ts";

export interface PostgresServer {
  /** URL of the database `postgres`, with the superuser's login. */
  readonly url: string;
  /** Starts the server. Resolves once the server responds to a query. */
  readonly start: () => Promise<void>;
  /** Stops the server. Resolves once the server no longer responds. */
  readonly stop: () => Promise<void>;
  /** Stops the server permanently. The caller removes the data folder. */
  readonly close: () => Promise<void>;
}

const PORT = 5432;

/**
 * Starts a PostgreSQL server on the folder. If the folder is empty, a database cluster is created
 * first. By default the embedded programs are used.
 */
export async function startPostgresServer(
  dataDir: string,
  programs?: PostgresBinaries,
): Promise<PostgresServer> {
  const owner = serverOwner();
  const binaries = programs ?? prepareBinaries(owner);
  const runtimeFolder = mkdtempSync(join(tmpdir(), "hashfloor-test-run-"));
  chmodSync(runtimeFolder, 0o700);
  if (owner) chownSync(runtimeFolder, owner.uid, owner.gid);
  const log = silentLog;
  const { folder, password } = await openCluster({ dataDir, runtimeFolder, binaries, owner, log });
  const url = superuserUrl(password, socketAddress(runtimeFolder, PORT));
  const settings = {
    listen_addresses: "",
    port: String(PORT),
    unix_socket_directories: runtimeFolder,
  };
  let server: ServerProcess | undefined;
  const stop = async () => {
    await server?.stop();
    server = undefined;
  };
  const start = async () => {
    server ??= await launchServer({ binaries, owner, folder, runtimeFolder, settings, url, log });
  };
  await start();
  return {
    url,
    start,
    stop,
    async close() {
      await stop();
      removeFolder(runtimeFolder);
    },
  };
}

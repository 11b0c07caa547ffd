/**
 * A PostgreSQL server that an operator would run separately from the product. A test can stop it
 * and start it again at the same address.
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
  /** URL of the superuser, on the database `postgres`. */
  readonly url: string;
  /** Starts the server. Resolves once it answers a query. */
  readonly start: () => Promise<void>;
  /** Stops the server. Resolves once it no longer answers. */
  readonly stop: () => Promise<void>;
  /** Stops the server permanently. The caller removes the data folder. */
  readonly close: () => Promise<void>;
}

const PORT = 5432;

/**
 * Starts a database cluster, and creates it first if the folder has none. Uses the embedded
 * programs by default.
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

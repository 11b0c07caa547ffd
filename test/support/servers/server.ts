/**
 * Starts the product for a test. By default the product is in the state after a first start, uses
 * the test run's PostgreSQL, and stores its files in memory if enough is free. Tests that stop or
 * kill the server use a server on disk, and tests of a first start use an empty folder. In both of
 * these cases the product runs its embedded PostgreSQL.
 */
import { newInstallation, newInstallationOnDisk } from "./installation.ts";
import { launchServer, type LaunchedServer, type LaunchOptions } from "./launch-server.ts";
import { removeFolder } from "./scratch-folder.ts";

export interface RunningServer extends LaunchedServer {
  /** Stops the server and removes its data. Call it in `afterAll`. */
  close(): Promise<void>;
}

export interface InstalledServer extends RunningServer {
  /** URL with the superuser's login. The server itself uses another login. */
  readonly databaseUrl: string;
}

export type ServerOptions = Omit<LaunchOptions, "dataDir">;

export async function startServer({
  env,
  ...options
}: ServerOptions = {}): Promise<InstalledServer> {
  const { dataDir, databaseUrl, applicationUrl, remove } = await newInstallation();
  const server = await launchServer({
    ...options,
    dataDir,
    env: { DATABASE_URL: applicationUrl, ...env },
  });
  return { ...server, databaseUrl, close: closing(server, remove) };
}

/** Starts a server on disk with its own PostgreSQL, in the state after a first start. */
export async function startServerOnDisk(options: ServerOptions = {}): Promise<RunningServer> {
  return startServerIn(await newInstallationOnDisk(), options);
}

/** Starts a server in this folder. If the folder is empty, the server performs a first start. */
export async function startServerIn(
  dataDir: string,
  options: ServerOptions = {},
): Promise<RunningServer> {
  const server = await launchServer({ ...options, dataDir });
  return { ...server, close: closing(server, async () => removeFolder(dataDir)) };
}

function closing(server: LaunchedServer, remove: () => Promise<void>): () => Promise<void> {
  return async () => {
    await server.stop();
    await remove();
  };
}

/**
 * The product for a test: by default in the state that a first start leaves, on the test run's
 * PostgreSQL, in memory where there is room. Tests about stopping and dying ask for one on the
 * disk, those about a first start name an empty folder: in both the product brings its own
 * PostgreSQL along.
 */
import { newInstallation, newInstallationOnDisk } from "./installation.ts";
import { launchServer, type LaunchedServer, type LaunchOptions } from "./launch-server.ts";
import { removeFolder } from "./scratch-folder.ts";

export interface RunningServer extends LaunchedServer {
  /** Stops it and removes its data. For `afterAll`. */
  close(): Promise<void>;
}

export interface InstalledServer extends RunningServer {
  /** As the superuser; the server itself is somebody else there. */
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

/** On the disk with a PostgreSQL of its own, in the state that a first start leaves. */
export async function startServerOnDisk(options: ServerOptions = {}): Promise<RunningServer> {
  return startServerIn(await newInstallationOnDisk(), options);
}

/** An empty folder is a first start. */
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

/** Starts two whole servers on one PostgreSQL and one Bitcoin node. */
import type { Database } from "#platform";
import type { RunningServer } from "./server.ts";
import { severalServers } from "./several-servers.ts";

export interface TwoServers {
  readonly first: RunningServer;
  readonly second: RunningServer;
  readonly database: Database;
  stop(): Promise<void>;
}

export async function startTwoServers(env: Readonly<Record<string, string>>): Promise<TwoServers> {
  const servers = await severalServers({ ...env, BLOCK_SECONDS: "0" });
  try {
    const first = await servers.start();
    const second = await servers.start();
    return { first, second, database: servers.database, stop: () => servers.stop() };
  } catch (error) {
    await servers.stop();
    throw error;
  }
}

/**
 * Starts servers that share a PostgreSQL and a Bitcoin node, set up as in
 * docs/operate/processes.md. Each server has its own data folder with a copy of the first server's
 * keys.
 */
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { openDatabase, silentLog, type Database } from "#platform";
import { inject } from "vitest";
import { startEmbeddedNode } from "../../../modules/bitcoin/embedded-node.ts";
import { giveProcessLogins } from "./installation.ts";
import { rpcUrl } from "../chain/rpc-url.ts";
import { startServerIn, type RunningServer, type ServerOptions } from "./server.ts";
import { memoryFolder, removeFolder } from "./scratch-folder.ts";
import { copyDatabase, dropDatabase } from "./database.ts";
import { databaseUrl, loginUrl, TEMPLATE } from "./database-url.ts";

export interface SeveralServers {
  /**
   * Starts a server. The first one must start before the others, because it creates the keys that
   * they copy.
   */
  start(options?: ServerOptions): Promise<RunningServer>;
  /** A superuser connection. */
  readonly database: Database;
  stop(): Promise<void>;
}

const KEYS = ["master-key", "signer-key", "signer-login", "pool-login", "service-role-key"];

export async function severalServers(
  env: Readonly<Record<string, string>>,
): Promise<SeveralServers> {
  const folder = memoryFolder();
  const steps: (() => Promise<unknown>)[] = [];
  const dataDirs: string[] = [];
  const stop = async () => {
    for (const step of steps.toReversed()) await step();
    removeFolder(folder);
  };
  try {
    const postgresUrl = inject("postgresUrl");
    const name = await copyDatabase(postgresUrl, TEMPLATE);
    steps.push(() => dropDatabase(postgresUrl, name));
    const url = databaseUrl(postgresUrl, name);
    const prefix = join(folder, "node");
    const node = await startEmbeddedNode({ prefix, onWake: () => undefined, log: silentLog });
    steps.push(() => node.stop());
    const database = openDatabase(url, { connectionsMax: 1 });
    steps.push(() => database.close());
    const shared = {
      DATABASE_URL: loginUrl(url, inject("applicationLogin")),
      BITCOIN_RPC_URL: rpcUrl(node.endpoint),
      ...env,
    };
    return {
      database,
      stop,
      async start(options = {}) {
        const dataDir = join(folder, `data-${dataDirs.length}`);
        const [first] = dataDirs;
        dataDirs.push(dataDir);
        if (first === undefined) giveProcessLogins(dataDir);
        else {
          mkdirSync(dataDir);
          for (const file of KEYS) copyFileSync(join(first, file), join(dataDir, file));
        }
        const server = await startServerIn(dataDir, {
          ...options,
          env: { ...shared, ...options.env },
        });
        steps.push(() => server.stop());
        return server;
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

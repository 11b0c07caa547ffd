/**
 * Two whole servers on one PostgreSQL and one Bitcoin node, set up as README.md says for more than one process: each has a
 * data folder of its own, with the keys of the first.
 */
import { copyFileSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, silentLog, startPostgres, type Database } from "#platform";
import { startEmbeddedNode } from "../../bitcoin/embedded-node.ts";
import { removeDataDir, startServer, type RunningServer } from "./server.ts";

export interface TwoServers {
  readonly first: RunningServer;
  readonly second: RunningServer;
  readonly database: Database;
  stop(): Promise<void>;
}

export async function startTwoServers(env: Readonly<Record<string, string>>): Promise<TwoServers> {
  const folder = mkdtempSync(join(tmpdir(), "hashfloor-test-"));
  const steps: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of steps.toReversed()) await step();
    removeDataDir(folder);
  };
  try {
    const postgres = await startPostgres({ dataDir: join(folder, "postgres"), log: silentLog });
    steps.push(() => postgres.stop());
    const prefix = join(folder, "node");
    const node = await startEmbeddedNode({ prefix, onWake: () => undefined, log: silentLog });
    steps.push(() => node.stop());
    const shared = {
      ...env,
      DATABASE_URL: postgres.url,
      BITCOIN_RPC_URL: urlOf(node.endpoint),
      BLOCK_SECONDS: "0",
    };
    const dataDirs = [join(folder, "first"), join(folder, "second")] as const;
    const first = await startServer({ dataDir: dataDirs[0], env: shared });
    steps.push(() => first.stop());
    mkdirSync(dataDirs[1]);
    for (const file of ["master-key", "service-role-key"])
      copyFileSync(join(dataDirs[0], file), join(dataDirs[1], file));
    const second = await startServer({ dataDir: dataDirs[1], env: shared });
    steps.push(() => second.stop());
    const database = openDatabase(postgres.url, { connectionsMax: 1 });
    steps.push(() => database.close());
    return { first, second, database, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function urlOf({ url, authorization }: { url: string; authorization: string }): string {
  const [user = "", password = ""] = Buffer.from(authorization.replace(/^Basic /, ""), "base64")
    .toString()
    .split(":");
  return Object.assign(new URL(url), { username: user, password }).href;
}

/**
 * Two whole servers on one PostgreSQL and one Bitcoin node, set up as README.md says for more than
 * one process: each has a data folder of its own, with the keys of the first.
 */
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { openDatabase, silentLog, type Database } from "#platform";
import { inject } from "vitest";
import { startEmbeddedNode } from "../../bitcoin/embedded-node.ts";
import { giveProcessLogins } from "./installation.ts";
import { startServerIn, type RunningServer } from "./server.ts";
import { memoryFolder, removeFolder } from "./scratch-folder.ts";
import { copyDatabase, dropDatabase } from "./database.ts";
import { databaseUrl, loginUrl, TEMPLATE } from "./database-url.ts";

export interface TwoServers {
  readonly first: RunningServer;
  readonly second: RunningServer;
  readonly database: Database;
  stop(): Promise<void>;
}

export async function startTwoServers(env: Readonly<Record<string, string>>): Promise<TwoServers> {
  const folder = memoryFolder();
  const steps: (() => Promise<unknown>)[] = [];
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
    const shared = {
      ...env,
      DATABASE_URL: loginUrl(url, inject("applicationLogin")),
      BITCOIN_RPC_URL: urlOf(node.endpoint),
      BLOCK_SECONDS: "0",
    };
    const dataDirs = [join(folder, "first"), join(folder, "second")] as const;
    giveProcessLogins(dataDirs[0]);
    const first = await startServerIn(dataDirs[0], { env: shared });
    steps.push(() => first.stop());
    mkdirSync(dataDirs[1]);
    for (const file of [
      "master-key",
      "signer-key",
      "signer-login",
      "pool-login",
      "service-role-key",
    ])
      copyFileSync(join(dataDirs[0], file), join(dataDirs[1], file));
    const second = await startServerIn(dataDirs[1], { env: shared });
    steps.push(() => second.stop());
    const database = openDatabase(url, { connectionsMax: 1 });
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

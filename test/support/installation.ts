/**
 * An installation as its first start leaves it, for tests that are about something else: keys, the first blocks and a database
 * that knows both, with the fund for interest filled. Made once in a test run by whoever needs one first, then copied.
 */
import { cpSync, existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fundNow } from "#earn";
import { openDatabase } from "#platform";
import { inject, type ProvidedContext } from "vitest";
import { copyDatabase, dropDatabase, onServer } from "./database.ts";
import { databaseUrl, TEMPLATE } from "./database-url.ts";
import { memoryFolder, removeFolder } from "./scratch-folder.ts";
import { launchServer } from "./launch-server.ts";

export interface Installation {
  readonly dataDir: string;
  /** On the test run's server. */
  readonly databaseUrl: string;
  readonly remove: () => Promise<void>;
}

type Run = Pick<ProvidedContext, "postgresUrl" | "firstStartFolder">;

const FIRST = "hashfloor_first_start";
const LOCK = 4_671_102;
const POLL_MS = 50;
const FILLED_MS_MAX = 60_000;

/** A folder and a database of its own, in memory where there is room. Not for tests that kill what they start. */
export async function newInstallation(
  run: Run = {
    postgresUrl: inject("postgresUrl"),
    firstStartFolder: inject("firstStartFolder"),
  },
): Promise<Installation> {
  const { postgresUrl } = run;
  const firstDir = join(run.firstStartFolder, "data");
  await firstStart(postgresUrl, firstDir);
  const name = await copyDatabase(postgresUrl, FIRST);
  const dataDir = memoryFolder();
  cpSync(firstDir, dataDir, { recursive: true, preserveTimestamps: true });
  return {
    dataDir,
    databaseUrl: databaseUrl(postgresUrl, name),
    async remove() {
      removeFolder(dataDir);
      await dropDatabase(postgresUrl, name);
    },
  };
}

/** Holds the lock while it looks and works, so that the files that want it at once get one. */
async function firstStart(postgresUrl: string, dataDir: string): Promise<void> {
  if (existsSync(dataDir)) return;
  await onServer(postgresUrl, async (server) => {
    await server.query("select pg_advisory_lock($1)", [LOCK]);
    if (existsSync(dataDir)) return;
    const draftDir = `${dataDir}.draft`;
    removeFolder(draftDir);
    const draft = await copyDatabase(postgresUrl, TEMPLATE);
    const url = databaseUrl(postgresUrl, draft);
    const running = await launchServer({ dataDir: draftDir, env: { DATABASE_URL: url } });
    await fundFilled(url);
    await running.stop();
    await server.query(`alter database ${draft} rename to ${FIRST}`);
    renameSync(draftDir, dataDir);
  });
}

/** The house's first coins have become spendable, and some of them are set aside for interest. */
async function fundFilled(url: string): Promise<void> {
  const database = openDatabase(url, { connectionsMax: 1 });
  const deadline = Date.now() + FILLED_MS_MAX;
  while ((await fundNow(database)).fundingSats === 0n && Date.now() < deadline)
    await sleep(POLL_MS);
  const { fundingSats } = await fundNow(database);
  await database.close();
  if (fundingSats === 0n) throw new Error("the fund was not filled after the first start");
}

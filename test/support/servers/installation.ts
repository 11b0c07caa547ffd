/**
 * A folder and a database that are made once in a test run, by whoever needs them first, and then
 * copied. Above all an installation as its first start leaves it, for tests that are about
 * something else: keys, the first blocks and a database that knows both, with the fund for interest
 * filled.
 */
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fundNow } from "#earn";
import {
  giveLogin,
  keepProcessLogins,
  openDatabase,
  prepareDatabase,
  readSchema,
  silentLog,
  startPostgres,
} from "#platform";
import pg from "pg";
import { inject, type ProvidedContext } from "vitest";
import { copyDatabase, dropDatabase, onServer } from "./database.ts";
import { databaseUrl, loginUrl, TEMPLATE } from "./database-url.ts";
import { copyFolder, diskFolder, memoryFolder, removeFolder } from "./scratch-folder.ts";
import { launchServer } from "./launch-server.ts";

export interface Place {
  readonly dataDir: string;
  /** On the test run's server, as the superuser. */
  readonly databaseUrl: string;
  /** The same as the product itself. */
  readonly applicationUrl: string;
}

export interface Installation extends Place {
  readonly remove: () => Promise<void>;
}

interface MadeOnce {
  readonly name: string;
  /** In an empty folder, on a migrated database. It lets go of both. */
  readonly make: (place: Place) => Promise<void>;
}

type Run = Pick<
  ProvidedContext,
  "postgresUrl" | "applicationLogin" | "processLogins" | "firstStartFolder"
>;

const ROOT = join(import.meta.dirname, "..", "..", "..");
const SCHEMA = readSchema(ROOT);
const POLL_MS = 50;
const FILLED_MS_MAX = 60_000;

const thisRun = (): Run => ({
  postgresUrl: inject("postgresUrl"),
  applicationLogin: inject("applicationLogin"),
  processLogins: inject("processLogins"),
  firstStartFolder: inject("firstStartFolder"),
});

/**
 * A folder and a database of its own, in memory where there is room. Not for tests that kill what
 * they start.
 */
export async function newInstallation(run?: Run): Promise<Installation> {
  return copyOf({ name: "first_start", make: startFirst }, run);
}

/**
 * A folder on the disk with a PostgreSQL of its own in it: for tests that stop or kill what they
 * start.
 */
export async function newInstallationOnDisk(): Promise<string> {
  const { postgresUrl, firstStartFolder } = thisRun();
  const madeDir = join(firstStartFolder, "with-postgres");
  await makeOnce(postgresUrl, madeDir, async (draftDir) => {
    const [data, database] = [join(draftDir, "data"), join(draftDir, "database")];
    const postgres = await startPostgres({ dataDir: database, log: silentLog });
    try {
      const { url } = postgres;
      const { roles } = await prepareDatabase(url, SCHEMA);
      const applicationUrl = await giveLogin(url, roles.application);
      mkdirSync(data);
      await keepProcessLogins(url, { roles, dataDir: data });
      await startFirst({ dataDir: data, databaseUrl: url, applicationUrl });
    } finally {
      await postgres.stop();
    }
    renameSync(join(database, "postgres"), join(data, "postgres"));
  });
  const dataDir = diskFolder();
  copyFolder(join(madeDir, "data"), dataDir);
  return dataDir;
}

export async function copyOf(
  { name, make }: MadeOnce,
  { postgresUrl, applicationLogin, processLogins, firstStartFolder }: Run = thisRun(),
): Promise<Installation> {
  const madeDir = join(firstStartFolder, name);
  const madeDatabase = `hashfloor_${name}`;
  const addressesOf = (database: string) => {
    const url = databaseUrl(postgresUrl, database);
    return { databaseUrl: url, applicationUrl: loginUrl(url, applicationLogin) };
  };
  await makeOnce(postgresUrl, madeDir, async (draftDir) => {
    const draft = await copyDatabase(postgresUrl, TEMPLATE);
    giveProcessLogins(draftDir, processLogins);
    await make({ dataDir: draftDir, ...addressesOf(draft) });
    await onServer(postgresUrl, (server) =>
      server.query(`alter database ${draft} rename to ${madeDatabase}`),
    );
  });
  const copy = await copyDatabase(postgresUrl, madeDatabase);
  const dataDir = memoryFolder();
  copyFolder(madeDir, dataDir);
  return {
    dataDir,
    ...addressesOf(copy),
    async remove() {
      removeFolder(dataDir);
      await dropDatabase(postgresUrl, copy);
    },
  };
}

/** As whom signer and pool log in that are started with this folder on a copy of the template. */
export function giveProcessLogins(dataDir: string, logins = inject("processLogins")): void {
  mkdirSync(dataDir, { recursive: true });
  for (const [role, login] of Object.entries(logins))
    writeFileSync(join(dataDir, `${role}-login`), login, { mode: 0o600 });
}

/**
 * Holds the lock while it looks and works, so that the files that want it at once get one. On a
 * connection of its own: those of a pool are closed when they are idle, and give up a long wait.
 */
async function makeOnce(
  postgresUrl: string,
  madeDir: string,
  make: (draftDir: string) => Promise<void>,
): Promise<void> {
  if (existsSync(madeDir)) return;
  const keeper = new pg.Client({ connectionString: postgresUrl });
  await keeper.connect();
  try {
    await keeper.query("select pg_advisory_lock(hashtext($1))", [basename(madeDir)]);
    if (existsSync(madeDir)) return;
    const draftDir = `${madeDir}.draft`;
    removeFolder(draftDir);
    mkdirSync(draftDir);
    await make(draftDir);
    renameSync(draftDir, madeDir);
  } finally {
    await keeper.end();
  }
}

async function startFirst({ dataDir, databaseUrl: url, applicationUrl }: Place): Promise<void> {
  const running = await launchServer({ dataDir, env: { DATABASE_URL: applicationUrl } });
  await fundFilled(url);
  await running.stop();
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

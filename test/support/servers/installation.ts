/**
 * Provides copies of prepared folders and databases. The first test that needs one of them creates
 * it, once per test run, and later tests copy it. The most important one is an installation after
 * its first start, for tests of other features. It contains keys, the first blocks, a matching
 * database, and a filled interest fund.
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
  /** URL of the database on the test run's server, with the superuser's login. */
  readonly databaseUrl: string;
  /** URL of the same database, with the product's login. */
  readonly applicationUrl: string;
}

export interface Installation extends Place {
  readonly remove: () => Promise<void>;
}

interface MadeOnce {
  readonly name: string;
  /** Fills an empty folder and a migrated database, and closes both afterwards. */
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
 * Creates a copy with its own folder and database, in memory if enough memory is free. Tests that
 * kill the processes they start must not use it.
 */
export async function newInstallation(run?: Run): Promise<Installation> {
  return copyOf({ name: "first_start", make: startFirst }, run);
}

/**
 * Creates a folder on disk with its own PostgreSQL, for tests that stop or kill the processes they
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

/**
 * Writes the signer's and the pool's database logins into this folder, for a server that uses a
 * copy of the template database.
 */
export function giveProcessLogins(dataDir: string, logins = inject("processLogins")): void {
  mkdirSync(dataDir, { recursive: true });
  for (const [role, login] of Object.entries(logins))
    writeFileSync(join(dataDir, `${role}-login`), login, { mode: 0o600 });
}

/**
 * Creates a prepared place once per test run. A lock is held during the check and the work, so that
 * concurrent test files do not create the place twice. The lock uses a separate connection, because
 * a connection pool closes idle connections and gives up on long waits.
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

/**
 * Waits until the platform's first coins are spendable and some of them are reserved for interest.
 */
async function fundFilled(url: string): Promise<void> {
  const database = openDatabase(url, { connectionsMax: 1 });
  const deadline = Date.now() + FILLED_MS_MAX;
  while ((await fundNow(database)).fundingSats === 0n && Date.now() < deadline)
    await sleep(POLL_MS);
  const { fundingSats } = await fundNow(database);
  await database.close();
  if (fundingSats === 0n) throw new Error("the fund was not filled after the first start");
}

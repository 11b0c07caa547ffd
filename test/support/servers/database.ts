/**
 * A database of its own for each test file, copied from the migrated template. Advisory locks and
 * notifications reach as far as a database does, so files that run at the same time cannot disturb
 * each other.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase, sqlState, type Database } from "#platform";
import { afterAll, beforeAll, inject } from "vitest";
import { databaseUrl, loginUrl, TEMPLATE } from "./database-url.ts";

export interface TestDatabase {
  /** As the product itself: a grant that a module lacks is found by its tests. */
  readonly database: Database;
  /** As the superuser, as whom a test plants what the product must find: `asSuperuser`. */
  readonly url: string;
  /** As the product itself. */
  readonly applicationUrl: string;
  /** As its signer. */
  readonly signerUrl: string;
  /** As its pool. */
  readonly poolUrl: string;
  /** Closes the pool and drops the database, whoever is still connected. */
  close(): Promise<void>;
}

export interface TestDatabaseOptions {
  readonly empty?: boolean;
  /** For tests of the guards that stand below every role. */
  readonly asSuperuser?: boolean;
  readonly connectionsMax?: number;
}

const TEMPLATE_BUSY = "55006";
const ATTEMPTS_MAX = 100;
const ATTEMPT_PAUSE_MS = 50;

/** A database around all tests of a file, there once they run. Call it at the top of the file. */
export function fileDatabase(options: TestDatabaseOptions = {}): Omit<TestDatabase, "close"> {
  let opened: TestDatabase | undefined;
  const there = (): TestDatabase => {
    if (!opened) throw new Error("the database is not there yet: use it inside tests and hooks");
    return opened;
  };
  beforeAll(async () => {
    opened = await testDatabase(options);
  });
  afterAll(() => opened?.close());
  return {
    get database() {
      return there().database;
    },
    get url() {
      return there().url;
    },
    get applicationUrl() {
      return there().applicationUrl;
    },
    get signerUrl() {
      return there().signerUrl;
    },
    get poolUrl() {
      return there().poolUrl;
    },
  };
}

/** How many of this database's connections wait for a lock. */
export async function waitingForLocks(database: Database): Promise<number | undefined> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.count;
}

/** For `beforeAll`; call `close` in `afterAll`. With `empty`, a database without any migration. */
export async function testDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const postgresUrl = inject("postgresUrl");
  const name = await copyDatabase(postgresUrl, options.empty ? "template0" : TEMPLATE);
  const url = databaseUrl(postgresUrl, name);
  const applicationUrl = loginUrl(url, inject("applicationLogin"));
  const database = openDatabase(options.empty || options.asSuperuser ? url : applicationUrl, {
    connectionsMax: options.connectionsMax ?? 20,
  });
  return {
    database,
    url,
    applicationUrl,
    signerUrl: loginUrl(url, inject("processLogins").signer),
    poolUrl: loginUrl(url, inject("processLogins").pool),
    async close() {
      await database.close();
      await dropDatabase(postgresUrl, name);
    },
  };
}

/** Runs on the same database with every right: what the product's own role must not do. */
export async function asSuperuser<Result>(
  database: Database,
  run: (superuser: Database) => Promise<Result>,
): Promise<Result> {
  const [row] = await database.query<{ name: string }>("select current_database()::text as name");
  const url = databaseUrl(inject("postgresUrl"), row?.name ?? "");
  const superuser = openDatabase(url, { connectionsMax: 1 });
  try {
    return await run(superuser);
  } finally {
    await superuser.close();
  }
}

/** Returns the name of a new database on that server, with all that stands in `template`. */
export async function copyDatabase(postgresUrl: string, template: string): Promise<string> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await onServer(postgresUrl, async (server) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        // The files themselves are copied, which costs half of what logging each of their pages
        // does.
        await server.query(`create database ${name} template ${template} strategy file_copy`);
        return;
      } catch (error) {
        if (sqlState(error) !== TEMPLATE_BUSY || attempt === ATTEMPTS_MAX) throw error;
        await sleep(ATTEMPT_PAUSE_MS);
      }
    }
  });
  return name;
}

/** Whoever is still connected. */
export async function dropDatabase(postgresUrl: string, name: string): Promise<void> {
  await onServer(postgresUrl, (server) =>
    server.query(`drop database if exists ${name} with (force)`),
  );
}

/** On the server itself, in none of the tests' databases. */
export async function onServer(
  postgresUrl: string,
  run: (server: Database) => Promise<unknown>,
): Promise<void> {
  const server = openDatabase(postgresUrl, { connectionsMax: 1 });
  try {
    await run(server);
  } finally {
    await server.close();
  }
}

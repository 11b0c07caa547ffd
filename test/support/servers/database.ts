/**
 * Creates a separate database for each test file, copied from the migrated template. Advisory locks
 * and notifications are limited to one database, so concurrent test files cannot disturb each
 * other.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase, sqlState, type Database } from "#platform";
import { afterAll, beforeAll, inject } from "vitest";
import { databaseUrl, loginUrl, TEMPLATE } from "./database-url.ts";

export interface TestDatabase {
  /** A connection with the product's own role, so that tests detect missing privileges. */
  readonly database: Database;
  /**
   * URL with the superuser's login, which tests use (see `asSuperuser`) to insert data that the
   * product must detect.
   */
  readonly url: string;
  /** URL with the login of the product's own role. */
  readonly applicationUrl: string;
  /** URL with the login of the signer's role. */
  readonly signerUrl: string;
  /** URL with the login of the pool's role. */
  readonly poolUrl: string;
  /** Closes the connection pool and drops the database, even if clients are still connected. */
  close(): Promise<void>;
}

export interface TestDatabaseOptions {
  readonly empty?: boolean;
  /** Connects as the superuser, for tests of protections that even a superuser cannot bypass. */
  readonly asSuperuser?: boolean;
  readonly connectionsMax?: number;
}

const TEMPLATE_BUSY = "55006";
const ATTEMPTS_MAX = 100;
const ATTEMPT_PAUSE_MS = 50;

/**
 * Returns a database that all of a file's tests share. It is available once the tests run. Call it
 * at the top of the file.
 */
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

/** Returns the number of connections to this database that are waiting for a lock. */
export async function waitingForLocks(database: Database): Promise<number | undefined> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.count;
}

/**
 * Creates a database. Call it in `beforeAll`, and its result's `close` in `afterAll`. With `empty`,
 * no migration is applied to the database.
 */
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

/**
 * Runs `use` on the same database with all privileges, for changes that the product's own role may
 * not make.
 */
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

/** Copies the database `template` on that server and returns the copy's name. */
export async function copyDatabase(postgresUrl: string, template: string): Promise<string> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await onServer(postgresUrl, async (server) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        // Copying the template's files is half as expensive as writing each of their pages to the
        // WAL.
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

/** Drops the database even if clients are still connected. */
export async function dropDatabase(postgresUrl: string, name: string): Promise<void> {
  await onServer(postgresUrl, (server) =>
    server.query(`drop database if exists ${name} with (force)`),
  );
}

/** Runs `use` on the server's default database, not on a test's database. */
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

/**
 * Tests the product with a real PgBouncer in front of its database. Work that needs a session goes
 * directly to PostgreSQL, and statements through the pooler must leave no session state behind.
 */
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { asSuperuser, fileDatabase } from "../../test/support/servers/database.ts";
import { databaseUrl, loginUrl } from "../../test/support/servers/database-url.ts";
import {
  pgbouncerVersion,
  startPgbouncer,
  type Pgbouncer,
  type PgbouncerPlan,
} from "../../test/support/servers/pgbouncer.ts";
import { giveProcessLogins } from "../../test/support/servers/installation.ts";
import { memoryFolder, removeFolder } from "../../test/support/servers/scratch-folder.ts";
import { createBus } from "../bus/bus.ts";
import { shareBus } from "../bus/share-bus.ts";
import { silentLog } from "../process/log.ts";
import { startWorker } from "../worker.ts";
import { openDatabase, type Database } from "./database.ts";
import { findPooler, type Pooler } from "./pooler.ts";
import { readSchema } from "./prepare-database.ts";
import { withoutLogin } from "./process-logins.ts";
import { startDatabase } from "./start-database.ts";

const db = fileDatabase();
const [major = 0, minor = 0] = pgbouncerVersion ?? [];
/**
 * PgBouncer settings to test, and whether each tracks prepared statements. An older version does
 * not start with a setting that it does not know.
 */
const SETTINGS: readonly (readonly [string[], boolean])[] =
  major > 1 || minor >= 21
    ? [
        [["max_prepared_statements = 100"], true],
        [["max_prepared_statements = 0"], false],
      ]
    : [[[], false]];
const running: Pgbouncer[] = [];
afterAll(async () => {
  for (const one of running) await one.stop();
});

async function pgbouncer(plan: Omit<PgbouncerPlan, "url">): Promise<string> {
  const started = await startPgbouncer({ url: db.applicationUrl, ...plan });
  running.push(started);
  return started.url;
}

const find = (url: string, directUrl?: string) =>
  findPooler({ databaseUrl: url, directUrl }, silentLog);

test("PostgreSQL is not mistaken for a pooler, with or without a direct URL", async () => {
  expect(await find(db.applicationUrl)).toBeUndefined();
  expect(await find(db.applicationUrl, db.applicationUrl)).toBeUndefined();
});

test("a direct URL of another database is refused", async () => {
  const other = loginUrl(
    databaseUrl(inject("postgresUrl"), "postgres"),
    new URL(inject("postgresUrl")).href.replace(/^.*\/\/(.*)@.*$/, "$1"),
  );
  await expect(find(db.applicationUrl, other)).rejects.toThrow(
    /^DATABASE_DIRECT_URL must be the same database as DATABASE_URL\.$/,
  );
});

describe.runIf(pgbouncerVersion)(`PgBouncer ${major}.${minor}`, () => {
  test("in session mode is treated like PostgreSQL itself", async () => {
    expect(await find(await pgbouncer({ mode: "session" }))).toBeUndefined();
  });

  test("in transaction mode requires a separate direct URL", async () => {
    const url = await pgbouncer({ mode: "transaction" });
    await expect(find(url)).rejects.toThrow(
      /^DATABASE_DIRECT_URL must be set: DATABASE_URL is a pooler/,
    );
    await expect(find(url, url)).rejects.toThrow(/^DATABASE_DIRECT_URL must be PostgreSQL itself/);
    await expect(find(db.applicationUrl, url)).rejects.toThrow(
      /^DATABASE_DIRECT_URL must be PostgreSQL itself/,
    );
  });

  test("that removes the statement time limit is refused", async () => {
    const role = new URL(db.applicationUrl).username;
    await asSuperuser(db.database, (superuser) =>
      superuser.query(
        `alter role ${role} in database ${new URL(db.url).pathname.slice(1)} set statement_timeout = 0`,
      ),
    );
    try {
      const url = await pgbouncer({ mode: "transaction" });
      await expect(find(url, db.applicationUrl)).rejects.toThrow(
        /^DATABASE_URL: behind the pooler statement_timeout is off: run npm run database:roles/,
      );
    } finally {
      await asSuperuser(db.database, (superuser) =>
        superuser.query(
          `alter role ${role} in database ${new URL(db.url).pathname.slice(1)} reset statement_timeout`,
        ),
      );
    }
  });

  describe.each(SETTINGS)("with %j", (settings, keepsNames) => {
    let pooler: Pooler | undefined;
    let database: Database;

    beforeAll(async () => {
      const url = await pgbouncer({ mode: "transaction", size: 3, settings });
      pooler = await find(url, db.applicationUrl);
      database = openDatabase(url, { sessionUrl: db.applicationUrl, pooler });
    });
    afterAll(() => database.close());

    test("is detected", () => expect(pooler).toEqual({ keepsNames }));

    test("runs repeated statements concurrently, in and out of transactions", async () => {
      const ask = (n: number) => `select ${n % 7}::int as n, $1::int as value`;
      const inside = (n: number) =>
        database.transaction(async (tx) => {
          const [, rows] = await Promise.all([
            tx.query("select pg_advisory_xact_lock($1)", [n]),
            tx.query<{ value: number }>(ask(n), [n]),
          ]);
          return rows;
        });
      const queries = Array.from({ length: 300 }, async (_none, n) => {
        const run = n % 3 === 0 ? database.query<{ value: number }>(ask(n), [n]) : inside(n);
        return (await run)[0]?.value;
      });
      expect(await Promise.all(queries)).toEqual(Array.from({ length: 300 }, (_none, n) => n));
    });

    test("prepares a statement again after its tables changed", async () => {
      const superuser = openDatabase(db.url, { connectionsMax: 1 });
      const table = `platform_changing_${keepsNames}_${running.length}`;
      const role = new URL(db.applicationUrl).username;
      try {
        await superuser.query(`create table ${table} (one int)`);
        await superuser.query(`grant select on ${table} to ${role}`);
        const read = () => database.query(`select * from ${table} where $1::int = 1`, [1]);
        for (let use = 1; use < 12; use += 1) expect(await read()).toEqual([]);
        await superuser.query(`alter table ${table} add column two int`);
        await superuser.query(`insert into ${table} values (1, 2)`);
        expect(await read()).toEqual([{ one: 1, two: 2 }]);
        const again = () =>
          database.transaction((tx) => tx.query(`select * from ${table} where $1::int = 1`, [1]));
        expect(await Promise.all([again(), again(), again(), read()])).toHaveLength(4);
      } finally {
        await superuser.query(`drop table if exists ${table}`);
        await superuser.close();
      }
    });

    test("applies time limits again after a transaction that removed them", async () => {
      const limitOf = (rows: readonly { readonly limit?: string }[]) => rows[0]?.limit;
      const ask = "select current_setting('statement_timeout') as limit";
      expect(limitOf(await database.query(ask))).toBe("30s");
      const lifted = await database.transaction(async (tx) => {
        await tx.takeTime();
        return tx.query<{ limit: string }>(ask);
      });
      expect(limitOf(lifted)).toBe("0");
      for (let round = 1; round < 6; round += 1)
        expect(limitOf(await database.query(ask))).toBe("30s");
    });

    test("a failed transaction writes nothing and leaves a usable connection", async () => {
      const failing = database.transaction(async (tx) => {
        await tx.query("select pg_advisory_xact_lock(4711)");
        await tx.query("select 1 / $1::int", [0]);
      });
      await expect(failing).rejects.toThrow(/division by zero/);
      const committing = database.transaction(async (tx) => {
        tx.atCommit("select 1 / $1::int", [0]);
      });
      await expect(committing).rejects.toThrow(/division by zero/);
      const [row] = await database.query<{ is: boolean }>(
        `select pg_try_advisory_xact_lock(4711) as is`,
      );
      expect(row?.is).toBe(true);
    });

    test("only one of two processes runs a worker's round at a time", async () => {
      let now = 0;
      let most = 0;
      let rounds = 0;
      const start = () =>
        startWorker(
          { database, bus: createBus(), log: silentLog },
          {
            name: "pooled",
            everyMs: 5,
            async run() {
              most = Math.max(most, (now += 1));
              await database.query("select pg_sleep(0.02)");
              now -= 1;
              rounds += 1;
            },
          },
        );
      const workers = [start(), start(), start()];
      await expect.poll(() => rounds).toBeGreaterThan(6);
      for (const worker of workers) await worker.stop();
      expect(most).toBe(1);
    });
  });

  test("the direct URL is used for sessions and for child processes", async () => {
    const dataDir = memoryFolder();
    giveProcessLogins(dataDir);
    const server = await startDatabase({
      databaseUrl: await pgbouncer({ mode: "transaction" }),
      directUrl: db.applicationUrl,
      dataDir,
      log: silentLog,
      schema: readSchema(process.cwd()),
    });
    await server.stop();
    removeFolder(dataDir);
    expect(server).toMatchObject({
      url: running.at(-1)?.url,
      sessionUrl: db.applicationUrl,
      processUrl: withoutLogin(db.applicationUrl),
      pooler: { keepsNames: SETTINGS.length > 1 },
    });
  });

  test("events reach other processes through the direct URL", async () => {
    const buses = [1, 2].map(() => shareBus({ url: db.applicationUrl, log: silentLog }));
    const [one, two] = buses;
    const numbers: number[] = [];
    two?.subscribe("block", ({ height }) => void numbers.push(height));
    await expect
      .poll(() => {
        one?.publish("block", { height: 7, hash: "00" });
        return numbers.length;
      })
      .toBeGreaterThan(0);
    for (const bus of buses) await bus.close();
  });
});

import { join } from "node:path";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { fileDatabase, waitingForLocks } from "../../test/support/servers/database.ts";
import { Outage } from "../errors/refusal.ts";
import { sqlState } from "./database-errors.ts";
import { openDatabase, type Database } from "./database.ts";
import { migrate, readMigrations } from "./migrate.ts";
import { MODULES } from "./modules.ts";

const ROOT = join(import.meta.dirname, "../..");
const db = fileDatabase({ asSuperuser: true });

test("a copy of the template database includes the migrations", async () => {
  const rows = await db.database.query("select room, file from platform_migrations order by 1, 2");
  expect(rows).toContainEqual({ room: "platform", file: "001-platform.sql" });
});

test("int8 columns are returned as bigint", async () => {
  const rows = await db.database.query("select 9007199254740993::int8 as amount");
  expect(rows).toEqual([{ amount: 9_007_199_254_740_993n }]);
});

test("a transaction that throws writes nothing", async () => {
  const insert = "insert into platform_migrations (room, file, checksum) values ('half', '1', '')";
  await expect(
    db.database.transaction(async (tx) => {
      await tx.query(insert);
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect(await db.database.query("select 1 from platform_migrations where room = 'half'")).toEqual(
    [],
  );
});

test("statements after a failed one in the same transaction are refused", async () => {
  const insert = "insert into platform_migrations (room, file, checksum) values ($1, '1', '')";
  let late: Promise<unknown> = Promise.resolve();
  const failing = db.database.transaction(async (tx) => {
    const slow = async () => {
      await tx.query("select pg_sleep(0.05)");
      await tx.query(insert, ["late"]);
    };
    late = slow();
    await Promise.all([late, Promise.reject(new Error("no"))]);
  });
  await expect(failing).rejects.toThrow("no");
  await expect(late).rejects.toThrow("the transaction is over");
  const rows = await db.database.query("select 1 from platform_migrations where room = 'late'");
  expect(rows).toEqual([]);
});

test("a statement sent with the commit is committed, or the commit fails", async () => {
  const insert = "insert into platform_migrations (room, file, checksum) values ($1, $2, '')";
  const write = (file: string, last: string | null) =>
    db.database.transaction(async (tx) => {
      await tx.query(insert, ["commit", file]);
      tx.atCommit(insert, ["commit", last]);
    });
  await write("1", "2");
  await expect(write("3", null)).rejects.toMatchObject({ code: "23502" });
  const rows = await db.database.query<{ file: string }>(
    "delete from platform_migrations where room = 'commit' returning file",
  );
  expect(rows.map(({ file }) => file).toSorted()).toEqual(["1", "2"]);
});

test("the error of a single final statement is mapped before it is thrown", async () => {
  const insert = "insert into platform_migrations (room, file, checksum) values ($1, $2, '')";
  const write = (file: string | null) =>
    db.database.transaction(async (tx) => {
      tx.atCommit(insert, ["alone", file], (error) => new Error(`told: ${sqlState(error)}`));
      return file;
    });
  expect(await write("1")).toBe("1");
  await expect(write(null)).rejects.toThrow("told: 23502");
  const rows = await db.database.query<{ file: string }>(
    "delete from platform_migrations where room = 'alone' returning file",
  );
  expect(rows.map(({ file }) => file)).toEqual(["1"]);
});

test("a statement sent with the commit is planned for the current table columns", async () => {
  const database = openDatabase(db.url, { connectionsMax: 2 });
  await database.query("create table kept (value int)");
  await database.query("create table seen (value int)");
  const see = () => database.query("select * from seen where value = $1", [1]);
  const keep = (value: number, between?: () => Promise<unknown>) =>
    database.transaction(async (tx) => {
      await tx.query("select $1::int", [value]);
      tx.atCommit("insert into kept values ($1)", [value]);
      await between?.();
    });
  // Runs the statement often enough for the client to prepare it.
  for (let value = 1; value <= 9; value += 1) await keep(value, see);
  await database.query("alter table seen add column more int");
  await keep(10, see);
  const [row] = await database.query("select count(*)::int as count from kept");
  expect(row).toEqual({ count: 10 });
  await database.query("drop table kept, seen");
  await database.close();
});

test("a transaction that PostgreSQL cancels as a deadlock throws a retryable outage", async () => {
  const { database } = db;
  const lock = (key: number) => `select pg_advisory_xact_lock(${key})`;
  const haveBoth = Promise.withResolvers<void>();
  let holders = 0;
  const crossing = (first: number, second: number) =>
    database.transaction(async (tx) => {
      await tx.query(lock(first));
      holders += 1;
      if (holders === 2) haveBoth.resolve();
      await haveBoth.promise;
      await tx.query(lock(second));
    });
  const ends = await Promise.allSettled([crossing(1, 2), crossing(2, 1)]);
  const lost = ends.filter((end) => end.status === "rejected");
  expect(lost).toHaveLength(1);
  expect(lost[0]?.reason).toBeInstanceOf(Outage);
});

test("a statement over its time limit is reported as an outage", async () => {
  const slow = db.database.transaction(async (tx) => {
    await tx.query("set local statement_timeout = 20");
    await tx.query("select pg_sleep(5)");
  });
  await expect(slow).rejects.toBeInstanceOf(Outage);
});

/** Starts a proxy that can freeze: connections stay open, but no more data passes. */
async function startFreezer(url: string) {
  const { username, password, pathname, port, searchParams } = new URL(url);
  const sockets: Socket[] = [];
  let isFrozen = false;
  const server = createServer((near) => {
    const far = connect(`${searchParams.get("host")}/.s.PGSQL.${port}`);
    const cross = (from: Socket, to: Socket) =>
      from.on("data", (bytes) => void (isFrozen || to.write(bytes))).on("error", () => undefined);
    cross(near, far).on("close", () => far.destroy());
    cross(far, near).on("close", () => near.destroy());
    sockets.push(near, far);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port: openPort } = server.address() as AddressInfo;
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${openPort}${pathname}`,
    freeze: (frozen: boolean) => void (isFrozen = frozen),
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

test("a server that stops responding is an outage, and its connections are discarded", async () => {
  const freezer = await startFreezer(db.url);
  const database = openDatabase(freezer.url, { connectionsMax: 2, silenceMsMax: 500 });
  closing.push(() => database.close(), freezer.close);
  const ask = () => database.query("select 1 as one");
  const askTwice = () =>
    database.transaction(async (tx) => {
      await tx.query("select 1");
      freezer.freeze(true);
      return tx.query("select 1");
    });
  expect(await ask()).toEqual([{ one: 1 }]);
  await expect(askTwice()).rejects.toBeInstanceOf(Outage);
  freezer.freeze(false);
  expect(await ask()).toEqual([{ one: 1 }]);
  freezer.freeze(true);
  await expect(ask()).rejects.toBeInstanceOf(Outage);
  freezer.freeze(false);
  expect(await ask()).toEqual([{ one: 1 }]);
}, 30_000);

test("a statement without a time limit may run longer", async () => {
  const database = openDatabase(db.url, { silenceMsMax: 900 });
  closing.push(() => database.close());
  const patient = database.transaction(async (tx) => {
    await tx.takeTime();
    return tx.query("select pg_sleep(1)::text as slept");
  });
  expect(await patient).toHaveLength(1);
});

/** Once this migration is applied, every later migration run must include it. */
const SLOW = { module: "platform", file: "999-slow.sql", checksum: "", sql: "select pg_sleep(3)" };

test("a start waits for the migrations of another process", async () => {
  const migrations = [...readMigrations(ROOT, MODULES), SLOW];
  const start = () => {
    const database = openDatabase(db.url, { silenceMsMax: 1_000 });
    closing.push(() => database.close());
    return migrate(database, migrations);
  };
  const applied = await Promise.all([start(), start()]);
  expect(applied.flat()).toEqual(["platform/999-slow.sql"]);
});

test("a migration that loses a deadlock is retried", async () => {
  await db.database.query("create table first_locked (); create table then_locked ()");
  const gate = "select pg_advisory_xact_lock(1)";
  const sql = `lock table first_locked; ${gate}; lock table then_locked`;
  const locking = { module: "platform", file: "999-locking.sql", checksum: "", sql };
  const rival = openDatabase(db.url);
  closing.push(() => rival.close());
  const waiting = () => waitingForLocks(db.database);
  const started = await db.database.transaction(async (holder) => {
    await holder.query(gate);
    const migrating = migrate(db.database, [...readMigrations(ROOT, MODULES), SLOW, locking]);
    await expect.poll(waiting).toBe(1);
    const working = rival.transaction(async (tx) => {
      // The rival never checks for deadlocks, so PostgreSQL cancels the migration.
      await tx.query("set local deadlock_timeout = '1h'");
      await tx.query("lock table then_locked");
      await tx.query("lock table first_locked");
    });
    await expect.poll(waiting).toBe(2);
    return { migrating, working };
  });
  await started.working;
  expect(await started.migrating).toContain("platform/999-locking.sql");
});

describe("a table that changes after its statements were prepared", () => {
  const TABLE = "changing";
  const ASK = `select * from ${TABLE} where id = $1`;
  const prepare = async (database: Database) => {
    await database.query(`create table ${TABLE} as select 1 as id`);
    for (let use = 1; use < 10; use += 1) await database.query(ASK, [1]);
  };
  const openOne = () => {
    const database = openDatabase(db.url, { connectionsMax: 1 });
    closing.push(() => database.close());
    return database;
  };
  afterEach(() => db.database.query(`drop table ${TABLE}`));

  test("is read with its current columns", async () => {
    const database = openOne();
    await prepare(database);
    await db.database.query(`alter table ${TABLE} add column name text default 'new'`);
    expect(await database.query(ASK, [1])).toEqual([{ id: 1, name: "new" }]);
    expect(await database.query(ASK, [1])).toEqual([{ id: 1, name: "new" }]);
  });

  test("fails a transaction once, with a retryable error", async () => {
    const database = openOne();
    await prepare(database);
    await db.database.query(`alter table ${TABLE} alter column id type bigint`);
    const work = () => database.transaction((tx) => tx.query(ASK, [1]));
    await expect(work()).rejects.toBeInstanceOf(Outage);
    expect(await work()).toEqual([{ id: 1n }]);
  });
});

test("a repeated statement is prepared", async () => {
  const database = openDatabase(db.url, { connectionsMax: 1 });
  closing.push(() => database.close());
  for (let use = 1; use < 10; use += 1) {
    await database.query("select $1::int + 1 as next", [use]);
    await database.query("select 1; select 2");
  }
  const prepared = await database.query("select statement from pg_prepared_statements");
  expect(prepared).toEqual([{ statement: "select $1::int + 1 as next" }]);
});

/**
 * Tests that the embedded PostgreSQL is durable and private, and that only one server runs per data
 * folder.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import {
  firstLine,
  ownPostgres,
  until,
  withDatabase,
} from "../../test/support/servers/own-postgres.ts";
import { Outage } from "../errors/refusal.ts";
import { StartError } from "../errors/start-error.ts";
import { baseBackup } from "./base-backup.ts";
import { openDatabase } from "./database.ts";

const { dataDir, runningServer, start, startParent } = ownPostgres();

test("committed rows survive a restart", async () => {
  const first = await start();
  await withDatabase(first.url, (db) => db.query("create table kept as select 7 as value"));
  await first.stop();
  expect(runningServer()).toBeUndefined();
  const second = await start();
  const rows = await withDatabase(second.url, (db) => db.query("select value from kept"));
  await second.stop();
  expect(rows).toEqual([{ value: 7 }]);
  expect(readdirSync(dataDir())).toEqual(["postgres"]);
});

test("a base backup that spans several checkpoints contains all the WAL it needs", async () => {
  const postgres = await start();
  await withDatabase(postgres.url, async (db) => {
    // The data is incompressible, and larger than the buffers of a connection that is not read.
    await db.query(
      `create table kept as select string_agg(sha512(n::text::bytea), '') as value
       from generate_series(1, 400000) n group by n / 1000`,
    );
    const archive = await baseBackup(postgres.url);
    archive.read(0);
    for (let round = 0; round < 3; round += 1) {
      await db.query("insert into kept select value from kept limit 1");
      await db.query("select pg_switch_wal()");
      await db.query("checkpoint");
    }
    await archive.toArray();
    const slots = () => db.query("select from pg_replication_slots");
    await expect.poll(slots).toEqual([]);
  });
  await postgres.stop();
});

test("the server is private and durable and never runs as root", async () => {
  const postgres = await start();
  const [settings] = await withDatabase(postgres.url, (db) =>
    db.query(`select current_setting('listen_addresses') as listen, current_setting('fsync') as fsync,
        current_setting('data_checksums') as checksums, current_setting('server_encoding') as encoding,
        current_setting('max_wal_size') as wal`),
  );
  const status = readFileSync(`/proc/${postgres.pid}/status`, "utf8");
  const withoutPassword = new URL(postgres.url);
  withoutPassword.password = "wrong";
  await expect(withDatabase(withoutPassword.href, (db) => db.query("select 1"))).rejects.toThrow(
    /password/,
  );
  await postgres.stop();
  expect(settings).toEqual({
    listen: "",
    fsync: "on",
    checksums: "on",
    encoding: "UTF8",
    wal: "512MB",
  });
  expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).not.toBe("0");
});

describe("kill -9 of the server during concurrent writes", () => {
  test("loses no acknowledged row, and the pool recovers", async () => {
    const postgres = await start();
    const database = openDatabase(postgres.url, { connectionsMax: 12 });
    await database.query("create table written (id text primary key)");
    const acknowledged: string[] = [];
    const surprises: unknown[] = [];
    let outages = 0;
    const writing = new AbortController();
    const writer = async (name: number): Promise<void> => {
      for (let number = 0; !writing.signal.aborted; number += 1) {
        const id = `${name}-${number}`;
        try {
          if (number % 2 === 0) await database.query("insert into written values ($1)", [id]);
          else
            await database.transaction((tx) => tx.query("insert into written values ($1)", [id]));
          acknowledged.push(id);
        } catch (error) {
          if (error instanceof Outage) outages += 1;
          else surprises.push(error);
          await sleep(5);
        }
      }
    };
    const writers = Array.from({ length: 12 }, (_, name) => writer(name));
    for (let round = 0; round < 3; round += 1) {
      const before = acknowledged.length;
      await until(() => acknowledged.length > before + 200);
      const { pid } = postgres;
      process.kill(pid, "SIGKILL");
      await until(() => postgres.pid !== pid);
    }
    const afterLastKill = acknowledged.length;
    await until(() => acknowledged.length > afterLastKill + 100);
    writing.abort();
    await Promise.all(writers);
    const rows = await database.query<{ id: string }>("select id from written");
    await database.close();
    await postgres.stop();
    const stored = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    expect(surprises).toEqual([]);
    expect(outages).toBeGreaterThan(0);
  });
});

describe("a second start on the same data folder", () => {
  test("is refused with a one-line error", async () => {
    const postgres = await start();
    await expect(start()).rejects.toThrow(StartError);
    const other = startParent();
    const { refused } = await firstLine(other);
    expect(refused).toMatch(/^StartError: DATA_DIR: [^\n]+ is in use by another Hashfloor/);
    expect(await withDatabase(postgres.url, (db) => db.query("select 1 as one"))).toHaveLength(1);
    await postgres.stop();
  });

  test("succeeds after the first server has died", async () => {
    writeFileSync(join(dataDir(), "lock"), `${process.pid} 1 another boot`);
    const postgres = await start();
    await postgres.stop();
    expect(existsSync(join(dataDir(), "lock"))).toBe(false);
  });
});

/**
 * Tests a failover: kills the primary and promotes its standby while requests, events and workers
 * run. No process is restarted. Acknowledged writes survive, and all other writes are retried.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTwoPostgres, type TwoPostgres } from "../../test/support/servers/two-postgres.ts";
import { shareBus, type SharedBus } from "../bus/share-bus.ts";
import { Outage } from "../errors/refusal.ts";
import { silentLog } from "../process/log.ts";
import { startWorker } from "../worker.ts";
import { openDatabase, type Database } from "./database.ts";
import { assertServer } from "./server-assertions.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const WRITERS = 8;
let servers: TwoPostgres;
let database: Database;
/** Connections that are idle while the primary dies. */
let idle: Database;
const buses: SharedBus[] = [];

beforeAll(async () => {
  servers = await startTwoPostgres();
  [database, idle] = [openDatabase(servers.url), openDatabase(servers.url)];
  await database.query("create table payments (key int primary key, sats bigint not null)");
});
afterAll(async () => {
  for (const bus of buses) await bus.close();
  await Promise.all([database.close(), idle.close()]);
  await servers.close();
});

const isStandby = async (from: Database) => {
  const [row] = await from.query<{ is: boolean }>("select pg_is_in_recovery() as is");
  return row?.is;
};

function openBus(): SharedBus {
  const bus = shareBus({ url: servers.url, log: silentLog, times: { pauseMsMax: 500 } });
  buses.push(bus);
  return bus;
}

/** Writes one key after another and retries each key until it is acknowledged. */
function startWriting() {
  const acknowledged: number[] = [];
  const failures: unknown[] = [];
  const over = new AbortController();
  let nextKey = 0;
  const writing = Array.from({ length: WRITERS }, async () => {
    while (!over.signal.aborted) {
      nextKey += 1;
      const key = nextKey;
      for (let done = false; !done;) {
        done = await pay(key).then(
          () => acknowledged.push(key) > 0,
          async (error: unknown) => {
            failures.push(error);
            await sleep(20);
            return false;
          },
        );
      }
    }
  });
  return {
    acknowledged,
    failures,
    async stop() {
      over.abort();
      await Promise.all(writing);
    },
  };
}

/**
 * Pays once per key. Idempotent like `runOnce`: an existing key means that nothing is left to do.
 */
async function pay(key: number): Promise<void> {
  await database.transaction(async (tx) => {
    const rows = await tx.query(
      "insert into payments values ($1, 1) on conflict do nothing returning key",
      [key],
    );
    if (rows.length > 0)
      await tx.query("update payments set sats = sats + 1 where key = $1", [key]);
  });
}

test("the primary is found in any order of the servers", async () => {
  expect(await isStandby(database)).toBe(false);
  await assertServer(servers.url);
  const [alone, both] = [new URL(servers.standbyUrl), new URL(servers.url)];
  alone.searchParams.set("target_session_attrs", "read-write");
  both.searchParams.set(
    "host",
    both.searchParams.get("host")?.split(",").toReversed().join() ?? "",
  );
  const [onStandby, reversed] = [openDatabase(alone.href), openDatabase(both.href)];
  await expect(isStandby(onStandby)).rejects.toThrow(/no server accepts writes.*is a standby/);
  await expect(isStandby(onStandby)).rejects.toBeInstanceOf(Outage);
  expect(await isStandby(reversed)).toBe(false);
  await Promise.all([onStandby.close(), reversed.close()]);
});

test("a read-only server is reported as an outage, and its connection is discarded", async () => {
  const reads = openDatabase(servers.standbyUrl, { connectionsMax: 1 });
  const write = reads.transaction((tx) => tx.query("insert into payments values (-1, 1)"));
  await expect(write).rejects.toBeInstanceOf(Outage);
  expect(reads.pool.totalCount).toBe(0);
  await reads.close();
});

test("a failover neither loses nor duplicates an acknowledged write", async () => {
  const [here, there] = [openBus(), openBus()];
  expect(await isStandby(idle)).toBe(false);
  await expect.poll(() => idle.pool.totalCount).toBe(0);
  await expect.poll(() => here.isShared && there.isShared).toBe(true);
  let rounds = 0;
  const worker = startWorker(
    { database, bus: here, log: silentLog },
    { name: "counter", everyMs: 50, run: async () => void (rounds += 1) },
  );
  const writing = startWriting();
  await expect.poll(() => writing.acknowledged.length).toBeGreaterThan(200);
  await servers.killPrimary();
  await expect.poll(() => writing.failures.length).toBeGreaterThan(WRITERS);
  const before = writing.acknowledged.length;
  await servers.promote();
  await expect.poll(() => writing.acknowledged.length).toBeGreaterThan(before + 200);
  const roundsBefore = rounds;
  await writing.stop();

  expect(writing.failures.filter((failure) => !(failure instanceof Outage))).toEqual([]);
  expect(await isStandby(database)).toBe(false);
  expect(await isStandby(idle)).toBe(false);
  const rows = await database.query<{ key: number; sats: bigint }>("select * from payments");
  expect(new Set(rows.map(({ key }) => key))).toEqual(new Set(writing.acknowledged));
  expect(rows.filter(({ sats }) => sats !== 2n)).toEqual([]);
  // The dead server held the worker's lock, so the worker must acquire the lock again.
  await expect.poll(() => rounds).toBeGreaterThan(roundsBefore + 2);
  await worker.stop();

  await expect.poll(() => here.isShared && there.isShared).toBe(true);
  let notifications = 0;
  there.subscribe("terms", () => void (notifications += 1));
  here.publish("terms", { what: "banner" });
  await expect.poll(() => notifications).toBe(1);
});

test("a process started later finds the new primary", async () => {
  const address = new URL(servers.url);
  const hosts = address.searchParams.get("host")?.split(",") ?? [];
  address.searchParams.set("host", hosts.toReversed().join(","));
  await assertServer(address.href);
  const later = openDatabase(address.href);
  expect(await isStandby(later)).toBe(false);
  await later.close();
});

test("a connection closed while searching for the primary stays closed", async () => {
  const bus = openBus();
  await bus.close();
  buses.pop();
  expect(bus.isShared).toBe(false);
});

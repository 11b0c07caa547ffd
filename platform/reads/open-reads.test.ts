/**
 * Tests reads from a lagging standby. No client sees a state older than its own writes and received
 * events, or notices that the standby lags, is promoted or dies.
 */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { startTwoPostgres, type TwoPostgres } from "../../test/support/servers/two-postgres.ts";
import { createBus } from "../bus/bus.ts";
import { shareBus, type SharedBus } from "../bus/share-bus.ts";
import { openDatabase, type Database } from "../database/database.ts";
import { StartError } from "../errors/start-error.ts";
import { silentLog } from "../process/log.ts";
import { openReads, type Reads } from "./open-reads.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const TIMES = { delayMsMax: 1_000, lookEveryMs: 100 };
const LAG_MS = 40;
const ANN = "ann";
let servers: TwoPostgres;
let primary: Database;
let standby: Database;
/** Buses of the two serving processes and of the worker process, which writes. */
let buses: SharedBus[];
let [here, there]: Reads[] = [];

beforeAll(async () => {
  servers = await startTwoPostgres();
  [primary, standby] = [openDatabase(servers.primaryUrl), openDatabase(servers.standbyUrl)];
  await primary.query("create table things (id int primary key, value int not null)");
  await primary.query("insert into things values (1, 0)");
  buses = [1, 2, 3].map(() => shareBus({ url: servers.primaryUrl, log: silentLog }));
  await vi.waitUntil(() => buses.every(({ isShared }) => isShared), 10_000);
  [here, there] = await Promise.all(buses.slice(1).map((bus) => open(bus)));
});
afterAll(async () => {
  for (const reads of [here, there]) await reads?.close();
  for (const bus of buses) await bus.close();
  await Promise.all([primary.close(), standby.close()]);
  await servers.close();
});

const open = (bus: SharedBus) =>
  openReads({
    url: servers.standbyUrl,
    primaryUrl: servers.primaryUrl,
    bus,
    log: silentLog,
    times: TIMES,
  });

async function valueIn(from: Database): Promise<number> {
  const [row] = await from.query<{ value: number }>("select value from things where id = 1");
  return row?.value ?? -1;
}

async function ask(reads: Reads | undefined, position?: string, userId?: string) {
  if (!reads) throw new Error("not open");
  const before = { ...reads.answered() };
  const reading = await reads.answer({ userId, position }, (from) => valueIn(from ?? primary));
  const by = Object.entries(reads.answered()).find(
    ([name, count]) => count > before[name as keyof typeof before],
  );
  return { ...reading, by: by?.[0] };
}

const write = (value: number) => primary.query("update things set value = $1", [value]);

async function setLag(ms: number): Promise<void> {
  await standby.query(`alter system set recovery_min_apply_delay = '${ms}ms'`);
  await standby.query("select pg_reload_conf()");
}

test("the standby serves a user without recent writes or events", async () => {
  for (const reads of [here, there])
    await expect.poll(async () => (await ask(reads)).by).toBe("standby");
  expect(await ask(here)).toEqual({ answer: 0, by: "standby" });
  expect(here?.delaySeconds()).toBeLessThan(2);
});

test("a user's write is visible to that user at once in every process", async () => {
  await standby.query("select pg_wal_replay_pause()");
  await write(1);
  const position = await here?.wrote(ANN);
  expect(await ask(there)).toMatchObject({ answer: 0, by: "standby" });
  expect(await ask(there, position)).toMatchObject({ answer: 1, by: "primary_behind" });
  // This client does not send the position back.
  expect(await ask(here, undefined, ANN)).toMatchObject({ answer: 1, by: "primary_behind" });
  expect((await ask(here, position)).position).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/);
  await standby.query("select pg_wal_replay_resume()");
  await expect.poll(async () => (await ask(there, position)).by).toBe("standby");
  expect(await ask(there, position)).toEqual({ answer: 1, by: "standby" });
});

test("a request waits for a standby that lags only briefly", async () => {
  await setLag(LAG_MS);
  // On a busy machine, the standby's delay may exceed the waiting time.
  const writeAndAsk = async () => {
    await write(2);
    return ask(here, await here?.wrote(undefined));
  };
  await expect.poll(writeAndAsk).toEqual({ answer: 2, by: "standby" });
});

test("a client that reads on each event never sees an older state", async () => {
  await setLag(LAG_MS);
  const stale = { here: 0, there: 0, naive: 0 };
  let events = 0;
  let written = 100;
  const reading: Promise<void>[] = [];
  // The worker increments before it publishes, so readers must see its last value.
  const see = async (of: keyof typeof stale, read: () => Promise<number>): Promise<void> => {
    const due = written;
    if ((await read()) < due) stale[of] += 1;
  };
  const end = here?.events.subscribe("me", () => {
    events += 1;
    const position = here?.position();
    // Three readers: a page of this process that sends no position, a page that a load balancer
    // sends to the other process, and a page that reads from the standby.
    reading.push(
      see("here", async () => (await ask(here, undefined, ANN)).answer),
      see("there", async () => (await ask(there, position)).answer),
      see("naive", () => valueIn(standby)),
    );
  });
  const [worker] = buses;
  for (let round = 0; round < 25; round += 1) {
    const next = 101 + round;
    await write(next);
    written = next;
    worker?.publish("me", { userId: ANN, what: "mining" });
    await sleep(60);
  }
  await expect.poll(() => events).toBe(25);
  await Promise.all(reading);
  end?.();
  expect(stale).toMatchObject({ here: 0, there: 0 });
  expect(stale.naive).toBeGreaterThan(5);
  await setLag(0);
});

test("a client that starts after an event sees the changed data", async () => {
  await standby.query("select pg_wal_replay_pause()");
  await write(200);
  buses[0]?.publish("terms", { what: "terms" });
  await expect.poll(async () => (await ask(there)).answer).toBe(200);
  expect(await ask(there)).toMatchObject({ answer: 200, by: "primary_behind" });
  await standby.query("select pg_wal_replay_resume()");
});

test("a request that would write is detected and served by the primary", async () => {
  await expect.poll(async () => (await ask(here)).by).toBe("standby");
  const reading = await here?.answer({ userId: undefined, position: undefined }, async (from) =>
    (from ?? primary).query("update things set value = 201 returning value"),
  );
  expect(reading?.answer).toEqual([{ value: 201 }]);
  expect(here?.answered().primary_fault).toBe(1);
  // The write is detected even if the reading code swallows the error.
  const kept = await here?.answer({ userId: undefined, position: undefined }, async (from) =>
    (from ?? primary).query("select 1 from things for update").catch(() => "nothing"),
  );
  expect(kept?.answer).toHaveLength(1);
});

test("a frozen standby delays a request only until it is detected", async () => {
  const way = await openWay(new URL(servers.standbyUrl).searchParams.get("host") ?? "");
  const url = new URL(servers.standbyUrl);
  url.searchParams.delete("host");
  url.host = `127.0.0.1:${way.port}`;
  const reads = await openReads({
    url: url.href,
    primaryUrl: servers.primaryUrl,
    bus: createBus(),
    log: silentLog,
    times: TIMES,
  });
  await expect.poll(async () => (await ask(reads)).by).toBe("standby");
  way.freeze();
  const since = performance.now();
  const answers = await Promise.all([ask(reads), ask(reads), ask(reads)]);
  expect(answers.map(({ answer }) => answer)).toEqual([201, 201, 201]);
  expect(performance.now() - since).toBeLessThan(8_000);
  expect((await ask(reads)).by).toBe("primary_away");
  way.close();
  await reads.close();
});

/** Opens a proxy to a server. The proxy can freeze together with its connections. */
async function openWay(folder: string) {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((from) => {
    sockets.add(from);
    if (isFrozen) return;
    const to = connect(`${folder}/.s.PGSQL.5432`);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
      one.pipe(other);
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

test("a standby of another database stops the start", async () => {
  const stranger = openReads({
    url: inject("postgresUrl"),
    primaryUrl: servers.primaryUrl,
    bus: createBus(),
    log: silentLog,
  });
  await expect(stranger).rejects.toBeInstanceOf(StartError);
  await expect(stranger).rejects.toThrow(/^DATABASE_READ_URL: /);
});

test("an invalid position is refused", async () => {
  await expect(ask(here, "later")).rejects.toMatchObject({ code: "invalid_position", status: 400 });
});

test("a standby that lags too far serves no reads until it catches up", async () => {
  await standby.query("select pg_wal_replay_pause()");
  await write(300);
  await expect.poll(async () => (await ask(here)).by).toBe("primary_behind");
  expect(await ask(here)).toMatchObject({ answer: 300 });
  expect(here?.delaySeconds()).toBeGreaterThan(TIMES.delayMsMax / 1_000);
  await standby.query("select pg_wal_replay_resume()");
  await expect.poll(async () => (await ask(here)).by).toBe("standby");
});

test("a promoted or dead standby is bypassed without an error", async () => {
  await servers.promote();
  await expect.poll(async () => (await ask(here)).by).toBe("primary_away");
  expect(here?.delaySeconds()).toBeNull();
  await standby.close();
  await servers.killStandby();
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(there)));
  expect(new Set(answers.map(({ answer }) => answer))).toEqual(new Set([300]));
  expect((await ask(there)).by).toBe("primary_away");
  standby = openDatabase(servers.standbyUrl);
});

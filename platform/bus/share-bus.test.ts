/**
 * Tests events between two processes of one installation, each with its own bus on a shared
 * PostgreSQL database.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import pg from "pg";
import { afterEach, describe, expect, test } from "vitest";
import { shareBus, silentLog, type SharedBus } from "#platform";
import {
  lostInSilence,
  openBusProcess,
  sayOneOfEach,
  settle,
} from "../../test/support/servers/bus-process.ts";
import { fileDatabase } from "../../test/support/servers/database.ts";
import type { LineTimes } from "./reconnect.ts";
import { CHANNEL } from "./postgres-line.ts";

const db = fileDatabase({ empty: true });
const open: SharedBus[] = [];
const times: Partial<LineTimes> = { pauseMsMin: 50, pauseMsMax: 100 };

async function openProcess(settings: { times?: Partial<LineTimes>; entriesMax?: number } = {}) {
  const one = await openBusProcess((log) => shareBus({ url: db.url, log, times, ...settings }));
  open.push(one.bus);
  return one;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((bus) => bus.close()));
});

const notify = (payload: string) =>
  db.database.query("select pg_notify($1, $2)", [CHANNEL, payload]);

/**
 * Disconnects the buses, as a restart of PostgreSQL would. Returns the number of closed
 * connections.
 */
async function cutLines(): Promise<number> {
  const rows = await db.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'hashfloor-bus' and datname = current_database()`,
  );
  return rows.length;
}

describe("an event that one process publishes", () => {
  test("reaches the publisher immediately and the other process once", async () => {
    const [one, two] = [await openProcess(), await openProcess()];
    const said = sayOneOfEach(one);
    expect(one.received).toEqual(said);
    await expect.poll(() => two.received).toEqual(said);
    two.bus.publish("wake", { worker: "back" });
    await expect.poll(() => one.received.length).toBe(said.length + 1);
    expect(one.received.at(-1)).toEqual(["wake", { worker: "back" }]);
    expect(two.received).toHaveLength(said.length + 1);
  });

  test("is sent once even if it was published often", async () => {
    const [one, two] = [await openProcess(), await openProcess()];
    for (let height = 1; height <= 1_000; height += 1) {
      one.bus.publish("me", { userId: "u", what: "balances" });
      one.bus.publish("block", { height, hash: "00" });
    }
    expect(one.received).toHaveLength(2_000);
    await expect
      .poll(() => two.received)
      .toEqual([
        ["me", { userId: "u", what: "balances" }],
        ["block", { height: 1_000, hash: "00" }],
      ]);
  });

  test("reaches the other process in few SQL statements, even for ten thousand users", async () => {
    const [one, two] = [await openProcess(), await openProcess()];
    const users = Array.from({ length: 10_000 }, () => randomUUID());
    for (const userId of users) one.bus.publish("me", { userId, what: "mining" });
    await expect.poll(() => two.received.length).toBe(users.length);
    const received = two.received.map(([, message]) => (message as { userId: string }).userId);
    expect(new Set(received)).toEqual(new Set(users));
  });

  test("ends a thousand sessions of one user in the other process", async () => {
    const [one, two] = [await openProcess(), await openProcess()];
    const sessionIds = Array.from({ length: 1_000 }, () => randomUUID());
    one.bus.publish("session-ended", { sessionIds });
    await expect
      .poll(() =>
        two.received.flatMap(([, message]) => (message as { sessionIds: string[] }).sessionIds),
      )
      .toEqual(sessionIds);
  });

  test("is not forwarded if a subscriber published it in reaction to another event", async () => {
    const [one, two] = [await openProcess(), await openProcess()];
    for (const { bus } of [one, two])
      bus.subscribe("block", ({ height }) => bus.publish("wake", { worker: `sender-${height}` }));
    one.bus.publish("block", { height: 1, hash: "00" });
    await expect.poll(() => two.received).toContainEqual(["block", { height: 1, hash: "00" }]);
    await settle(two, one);
    expect(one.received.map(([topic]) => topic)).toEqual(["block", "wake"]);
  });

  test("arrives if it was published just before the process stopped", async () => {
    const [one, two] = [await openProcess(), await openProcess()];
    one.bus.publish("terms", { what: "rates" });
    await one.bus.close();
    await expect.poll(() => two.received).toEqual([["terms", { what: "rates" }]]);
  });
});

describe("when the connection breaks", () => {
  test("both processes reconnect and receive events again", async () => {
    const [one, two] = [await openProcess(), await openProcess()];
    const before = [one.missed(), two.missed()];
    expect(await cutLines()).toBe(2);
    await expect.poll(() => one.missed()).toBeGreaterThan(before[0] ?? 0);
    await expect.poll(() => two.missed()).toBeGreaterThan(before[1] ?? 0);
    one.bus.publish("terms", { what: "terms" });
    await expect.poll(() => two.received).toEqual([["terms", { what: "terms" }]]);
    expect(one.lines()).toContain("events do not reach other processes at the moment");
  });

  test("other processes receive `missed` for events published in the meantime", async () => {
    const [one, two] = [await openProcess(), await openProcess()];
    await cutLines();
    await expect.poll(() => one.bus.isShared).toBe(false);
    one.bus.publish("me", { userId: "u", what: "earn" });
    expect(one.received).toEqual([["me", { userId: "u", what: "earn" }]]);
    // If the other process reconnected before this call, it receives the event itself. Otherwise it
    // receives `missed`.
    const missed = two.missed();
    await expect.poll(() => two.received.length + two.missed() - missed).toBeGreaterThan(0);
  });

  test("every event arrives or is followed by `missed`, over many disconnects", async () => {
    const [one, two] = [await openProcess(), await openProcess()];
    expect(await lostInSilence(one, two, { rounds: 15, cut: cutLines })).toEqual([]);
  });

  test("a dead connection that reports no error is replaced", async () => {
    const one = await openProcess({ times: { ...times, beatMs: 200 } });
    const spy = new pg.Client({ connectionString: db.url });
    await spy.connect();
    const pids = async () => {
      const { rows } = await spy.query<{ pid: number }>(
        `select pid from pg_stat_activity
         where application_name = 'hashfloor-bus' and datname = current_database()`,
      );
      return rows.map(({ pid }) => pid);
    };
    const [first = 0] = await pids();
    const missed = one.missed();
    process.kill(first, "SIGSTOP");
    try {
      await expect.poll(() => one.missed()).toBeGreaterThan(missed);
      expect((await pids()).filter((pid) => pid !== first)).toHaveLength(1);
    } finally {
      process.kill(first, "SIGCONT");
      await spy.end();
    }
  });
});

describe("a queue over its limit", () => {
  test("becomes a single `missed`", async () => {
    const [one, two] = [await openProcess({ entriesMax: 100 }), await openProcess()];
    const before = two.missed();
    for (let count = 0; count < 5_050; count += 1)
      one.bus.publish("me", { userId: `u${count}`, what: "mailbox" });
    expect(one.received).toHaveLength(5_050);
    await settle(one, two);
    expect(two.missed()).toBe(before + 1);
    expect(two.received.length).toBeLessThan(100);
  });
});

describe("an invalid message on the channel", () => {
  test("is ignored and logged once", async () => {
    const [one, two] = [await openProcess(), await openProcess()];
    const garbage = [
      "",
      "hello",
      "null",
      "[]",
      "{}",
      "[".repeat(7_000),
      `{"from":"x"}`,
      `{"from":"x","said":{}}`,
      `{"from":"","said":[]}`,
      `{"from":1,"said":[["terms",{"what":"rates"}]]}`,
      JSON.stringify({ from: "x", said: [["terms", { what: "everything" }]] }),
      JSON.stringify({ from: "x", said: [["constructor", {}]] }),
      JSON.stringify({ from: "x", said: [["me", { userId: "u", what: "toString" }]] }),
      JSON.stringify({ from: "x", said: [["session-ended", { sessionIds: "all" }]] }),
      JSON.stringify({ from: "x", said: [["session-ended", { sessionIds: [1] }]] }),
      JSON.stringify({ from: "x", said: [["block", { height: "7", hash: "00" }]] }),
      JSON.stringify({ from: "x", said: [["wake", null], ["wake"], "wake", null] }),
    ];
    for (const payload of garbage) await notify(payload);
    await settle(one, two);
    expect(two.received).toEqual([]);
    expect(two.lines()).toEqual(["ignored messages on the event channel that are no events"]);
  });

  test("from a newer release does not hide the events that this release knows", async () => {
    const two = await openProcess();
    const said = [
      ["weather", { what: "rain" }],
      ["terms", { what: "rates" }],
    ];
    await notify(JSON.stringify({ from: "newer", said }));
    await expect.poll(() => two.received).toEqual([["terms", { what: "rates" }]]);
  });
});

// Simulates starts that fail immediately after they begin.
test.each([0, 1, 2, 3, 5, 8, 13])(
  "a bus closed %i turns after opening closes without waiting",
  async (turns) => {
    const bus = shareBus({ url: db.url, log: silentLog });
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
    await bus.close();
    expect(bus.isShared).toBe(false);
  },
);

test("a database that connects but never responds does not delay the stop", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const url = `postgres://nobody@127.0.0.1:${port}/none`;
  const bus = shareBus({ url, log: silentLog, times: { ...times, connectMsMax: 300 } });
  await once(silent, "connection");
  bus.publish("terms", { what: "rates" });
  await bus.close();
  expect(bus.isShared).toBe(false);
  silent.close();
});

test("a missing database delays neither the start nor the stop", async () => {
  const bus = shareBus({ url: "postgres://nobody@127.0.0.1:9/none", log: silentLog, times });
  const received: unknown[] = [];
  bus.subscribe("terms", (message) => received.push(message));
  bus.publish("terms", { what: "rates" });
  expect(received).toEqual([{ what: "rates" }]);
  await bus.close();
});

/** Tests the reported state of a worker: running, failed with a reason, or stuck. */
import { expect, test, vi } from "vitest";
import { fileDatabase } from "../test/support/servers/database.ts";
import { createBus } from "./bus/bus.ts";
import { openDatabase } from "./database/database.ts";
import { silentLog } from "./process/log.ts";
import { startWorker, workerStates } from "./worker.ts";

const db = fileDatabase();
const EVERY_MS = 3_600_000;

const statesIn = (ms: number) => {
  const now = performance.now() + ms;
  return Object.fromEntries(
    workerStates(db.database, now).map(({ name, failure, failures, isLate }) => [
      name,
      { failure, failures, isLate },
    ]),
  );
};

test("a worker is reported as late only if its round does not end", async () => {
  const deps = { database: db.database, bus: createBus(), log: silentLog };
  let letGo: (() => void) | undefined;
  const stuck = startWorker(deps, {
    name: "stuck",
    everyMs: 1_000,
    run: () => new Promise<void>((resolve) => (letGo = resolve)),
  });
  const idle = startWorker(deps, { name: "idle", everyMs: EVERY_MS, run: async () => undefined });
  const failing = startWorker(deps, {
    name: "failing",
    everyMs: EVERY_MS,
    run: () => Promise.reject(new Error("no answer")),
  });
  await expect.poll(() => statesIn(0)["failing"]?.failure).toBe("no answer");
  expect(statesIn(0)["failing"]?.failures).toBe(1);
  deps.bus.publish("wake", { worker: "failing" });
  await expect.poll(() => statesIn(0)["failing"]?.failures).toBe(2);
  await expect.poll(() => letGo).toBeDefined();
  expect(Object.values(statesIn(0)).map(({ isLate }) => isLate)).toEqual([false, false, false]);
  expect(statesIn(EVERY_MS)).toMatchObject({
    stuck: { failure: null, isLate: true },
    idle: { failure: null, isLate: false },
  });
  expect(statesIn(3 * EVERY_MS)).toMatchObject({ idle: { isLate: true } });
  letGo?.();
  await Promise.all([stuck.stop(), idle.stop(), failing.stop()]);
});

test("workers that start together do not wait for each other's connections", async () => {
  const database = openDatabase(db.applicationUrl, { connectionsMax: 2 });
  const deps = { database, bus: createBus(), log: silentLog };
  const names = Array.from({ length: 6 }, (_, place) => `begins at once ${place}`);
  const workers = names.map((name) =>
    startWorker(deps, {
      name,
      everyMs: EVERY_MS,
      run: async () => void (await database.query("select pg_sleep(0.05)")),
    }),
  );
  const ended = () => workerStates(database).filter(({ lastRoundAt }) => lastRoundAt !== null);
  await expect.poll(() => ended().length).toBe(names.length);
  expect(workerStates(database).map(({ failures }) => failures)).toEqual(names.map(() => 0));
  await Promise.all(workers.map((worker) => worker.stop()));
  await database.close();
});

test("no worker is reported as late after the machine slept for hours", async () => {
  const deps = { database: db.database, bus: createBus(), log: silentLog };
  const idle = startWorker(deps, { name: "slept", everyMs: EVERY_MS, run: async () => undefined });
  const slept = () => workerStates(db.database).find(({ name }) => name === "slept");
  await expect.poll(() => slept()?.lastRoundAt).not.toBeNull();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 8 * EVERY_MS });
  expect(slept()?.isLate).toBe(false);
  vi.useRealTimers();
  await idle.stop();
});

test("a failed round is retried after one minute, then two, four and so on", async () => {
  const bus = createBus();
  const pauses = vi.spyOn(globalThis, "setTimeout");
  const paused = (ms: number) => pauses.mock.calls.some(([, pauseMs]) => pauseMs === ms);
  const worker = startWorker(
    { database: db.database, bus, log: silentLog },
    { name: "hourly", everyMs: EVERY_MS, run: () => Promise.reject(new Error("away")) },
  );
  await expect.poll(() => paused(60_000)).toBe(true);
  bus.publish("wake", { worker: "hourly" });
  await expect.poll(() => paused(120_000)).toBe(true);
  expect(paused(EVERY_MS)).toBe(false);
  pauses.mockRestore();
  await worker.stop();
});

test("a woken worker pauses before its next round without losing a wake-up", async () => {
  const bus = createBus();
  const restMs = 200;
  const begun: number[] = [];
  const worker = startWorker(
    { database: db.database, bus, log: silentLog },
    {
      name: "rests",
      everyMs: EVERY_MS,
      restMs,
      run: async () => {
        begun.push(performance.now());
        bus.publish("wake", { worker: "rests" });
      },
    },
  );
  await expect.poll(() => begun.length).toBeGreaterThan(2);
  await worker.stop();
  const gaps = begun.slice(1).map((at, place) => at - (begun[place] ?? 0));
  // The gap may be slightly shorter than `restMs`, because a timer may fire a moment early.
  expect(Math.min(...gaps)).toBeGreaterThan(restMs - 2);
});

test("a stop does not wait for a pause to end", async () => {
  const worker = startWorker(
    { database: db.database, bus: createBus(), log: silentLog },
    { name: "rests long", everyMs: EVERY_MS, restMs: EVERY_MS, run: async () => undefined },
  );
  const rested = () => workerStates(db.database).find(({ name }) => name === "rests long");
  await expect.poll(() => rested()?.lastRoundAt).not.toBeNull();
  await worker.stop();
});

/**
 * Tests worker notifications. The tests write shares and heartbeats like the pool and run the
 * server's periodic checks.
 */
import { randomUUID } from "node:crypto";
import { createBus, openDatabase, silentLog, type Database } from "#platform";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fileDatabase, waitingForLocks } from "../../../test/support/servers/database.ts";
import { plainRequest } from "../../../test/support/servers/sign-in-server.ts";
import { testUser } from "../../../test/support/people/user.ts";
import { share } from "../testing/share.ts";
import { writeHeartbeat, writeStopped } from "../work/instances-table.ts";
import { postBatch } from "../work/post-batch.ts";
import { workersRoutes } from "../workers/routes.ts";
import { workerAlerts } from "./notify-owners.ts";

const file = fileDatabase();
let asPool: Database;
beforeAll(() => {
  asPool = openDatabase(file.poolUrl, { connectionsMax: 1 });
});
afterAll(() => asPool.close());

const START = new Date("2030-01-01T12:00:00Z");
const ROUND_SECONDS = 30;
let nowMs: number;
const clock = { now: () => new Date(nowMs) };
const bus = createBus();

let caller: Awaited<ReturnType<typeof testUser>>;
let instance: { id: string; host: string; port: number; startedAt: Date };
let round: ReturnType<typeof workerAlerts>;

const openRounds = () => workerAlerts({ database: file.database, clock, bus, log: silentLog });

beforeEach(async () => {
  nowMs = START.getTime();
  for (const { id } of await file.database.query<{ id: string }>("select id from pool_instances"))
    await writeStopped(asPool, id, clock.now());
  caller = await testUser(file.database);
  startPool();
  round = openRounds();
});

function startPool(): void {
  instance = { id: randomUUID(), host: "0.0.0.0", port: 3333, startedAt: clock.now() };
}

interface Course {
  /** Workers that send a share in each round. */
  readonly mining?: readonly string[];
  readonly isPoolThere?: boolean;
  readonly hasWork?: boolean;
  readonly isWatched?: boolean;
}

/** Advances the clock by the given minutes and runs the check every 30 seconds. */
async function pass(minutes: number, course: Course = {}): Promise<void> {
  const { mining = [], isPoolThere = true, hasWork = true, isWatched = true } = course;
  for (let seconds = 0; seconds < minutes * 60; seconds += ROUND_SECONDS) {
    nowMs += ROUND_SECONDS * 1_000;
    await mine(mining);
    if (isPoolThere) {
      const templateAt = hasWork ? clock.now() : new Date(nowMs - 61_000);
      const beat = { connections: 1, templateAt, templateHeight: 7, lastShareAt: undefined };
      await writeHeartbeat(asPool, instance, { ...beat, at: clock.now() });
    }
    if (isWatched) await round(new AbortController().signal);
  }
}

async function mine(workers: readonly string[]): Promise<void> {
  if (workers.length === 0) return;
  const shares = workers.map((worker) =>
    share({ userId: caller.userId, worker, acceptedAt: clock.now() }),
  );
  await postBatch(asPool, { id: randomUUID(), instanceId: instance.id, shares });
}

const routes = () => workersRoutes({ database: file.database, clock });

async function change(name: string, body: { isAlertOn?: boolean; isForgotten?: true }) {
  const input = { ...plainRequest, caller };
  const { items } = await routes().listWorkers(input);
  const workerId = items.find((one) => one.name === name)?.id ?? "";
  await routes().changeWorker({ ...input, params: { workerId }, body });
}

/** Lets the workers mine for ten minutes and enables their notifications. */
async function watched(...names: string[]): Promise<void> {
  await pass(1, { mining: names });
  for (const name of names) await change(name, { isAlertOn: true });
  await pass(9, { mining: names });
}

async function subjectsSent(): Promise<string[]> {
  const rows = await file.database.query<{ subject: string }>(
    `select subject from notifications_messages
     where user_id = $1 and template in ('worker_silent', 'worker_back') order by sent_at, id`,
    [caller.userId],
  );
  return rows.map(({ subject }) => subject);
}

const SILENT = "Worker rig sent no shares for five minutes";
const BACK = "Worker rig: shares are arriving again";

test("the owner gets one message when a silence begins and one when it ends", async () => {
  await watched("rig");
  await pass(4);
  expect(await subjectsSent()).toEqual([]);
  await pass(60);
  expect(await subjectsSent()).toEqual([SILENT]);
  await pass(30, { mining: ["rig"] });
  expect(await subjectsSent()).toEqual([SILENT, BACK]);
  const [message] = await file.database.query<{ body: string }>(
    "select body from notifications_messages where user_id = $1 and template = 'worker_silent'",
    [caller.userId],
  );
  expect(message?.body).toContain("rig: last share at 1 Jan 2030, 12:10:00 UTC");
});

test("no message is sent while notifications are disabled", async () => {
  await pass(10, { mining: ["rig"] });
  await pass(20);
  expect(await subjectsSent()).toEqual([]);
  await pass(10, { mining: ["rig"] });
  await change("rig", { isAlertOn: true });
  await change("rig", { isAlertOn: false });
  await pass(20);
  expect(await subjectsSent()).toEqual([]);
});

test("a silence that began before notifications were enabled is not reported", async () => {
  await pass(10, { mining: ["rig"] });
  await pass(20);
  await change("rig", { isAlertOn: true });
  await pass(20);
  await pass(5, { mining: ["rig"] });
  expect(await subjectsSent()).toEqual([]);
  await pass(6);
  expect(await subjectsSent()).toEqual([SILENT]);
});

test("a removed worker causes no messages until it mines again", async () => {
  await watched("rig");
  await change("rig", { isForgotten: true });
  await pass(20);
  await pass(5, { mining: ["rig"] });
  expect(await subjectsSent()).toEqual([]);
  await pass(6);
  expect(await subjectsSent()).toEqual([SILENT]);
});

test("an unstable worker causes at most one pair of messages in half an hour", async () => {
  await watched("rig");
  for (let times = 0; times < 10; times += 1) {
    await pass(6);
    await pass(1, { mining: ["rig"] });
  }
  const subjects = await subjectsSent();
  expect(subjects).toEqual([SILENT, BACK, SILENT, BACK, SILENT, BACK].slice(0, subjects.length));
  expect(subjects.length).toBeLessThanOrEqual(6);
  expect(subjects.length).toBeGreaterThanOrEqual(4);
});

test("workers of one user that stop at the same time are reported in one message", async () => {
  const names = ["a", "b", "c"];
  await watched(...names);
  await pass(10);
  await pass(2, { mining: names });
  expect(await subjectsSent()).toEqual([
    "3 workers sent no shares for five minutes",
    "3 workers: shares are arriving again",
  ]);
});

test.each([
  ["does not run", { isPoolThere: false }],
  ["has no work for miners", { hasWork: false }],
  ["was not checked", { isWatched: false }],
])("no message is sent while the pool %s and for five minutes afterwards", async (_, outage) => {
  await watched("rig");
  await pass(20, outage);
  startPool();
  await pass(4);
  await pass(10, { mining: ["rig"] });
  expect(await subjectsSent()).toEqual([]);
});

test("a worker that stays silent after a pool outage is reported", async () => {
  await watched("rig");
  await pass(20, { isPoolThere: false });
  startPool();
  await pass(6);
  expect(await subjectsSent()).toEqual([SILENT]);
});

test("no message is sent while the pool keeps restarting", async () => {
  await watched("rig");
  for (let times = 0; times < 5; times += 1) {
    startPool();
    await pass(4);
  }
  expect(await subjectsSent()).toEqual([]);
});

test("messages are not repeated after a server restart", async () => {
  await watched("rig");
  await pass(6);
  round = openRounds();
  await pass(40);
  expect(await subjectsSent()).toEqual([SILENT]);
  round = openRounds();
  await pass(1, { mining: ["rig"] });
  expect(await subjectsSent()).toEqual([SILENT, BACK]);
});

test("two concurrent checks send only one message", async () => {
  await watched("rig");
  const other = openRounds();
  const signal = new AbortController().signal;
  await other(signal);
  for (let minute = 0; minute < 5; minute += 1) {
    await pass(1, { isWatched: false });
    if (minute < 4) await Promise.all([round(signal), other(signal)]);
  }
  expect(await subjectsSent()).toEqual([]);
  nowMs += 1_000;
  // Both processes find the silence before either of them records it.
  const { both } = await file.database.transaction(async (tx) => {
    await tx.query("select from pool_worker_settings for update");
    const looks = Promise.all([round(signal), other(signal)]);
    await expect.poll(() => waitingForLocks(file.database)).toBe(2);
    return { both: looks };
  });
  await both;
  expect(await subjectsSent()).toEqual([SILENT]);
});

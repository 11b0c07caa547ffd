/**
 * Tests the worker routes. Shares are written with the pool's database role and read with the
 * application's role.
 */
import { randomUUID } from "node:crypto";
import type { miningWorkersApi } from "#api/mining-workers";
import type { RouteRequest } from "#api/route";
import { openDatabase, sqlState, type Database } from "#platform";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { plainRequest } from "../../../test/support/servers/sign-in-server.ts";
import { testUser } from "../../../test/support/people/user.ts";
import { share } from "../testing/share.ts";
import type { AcceptedShare } from "../work/accepted-share.ts";
import { postBatch } from "../work/post-batch.ts";
import { addRejects } from "../work/rejects-table.ts";
import { workersRoutes } from "./routes.ts";
import { CSV_LINES_MAX } from "./shares-csv.ts";

const file = fileDatabase();
let asPool: Database;
let nowMs: number;
beforeAll(() => {
  asPool = openDatabase(file.poolUrl, { connectionsMax: 1 });
});
afterAll(() => asPool.close());

const NOW = new Date("2030-01-01T12:05:00Z");
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const HOUR = 3_600;
const DAY = 24 * HOUR;

type Caller = Awaited<ReturnType<typeof testUser>>;
type Changes = RouteRequest<(typeof miningWorkersApi)["changeWorker"]>["body"];

function openRoutes(caller: Caller, database = file.database) {
  const routes = workersRoutes({ database, clock: { now: () => new Date(nowMs) } });
  const input = { ...plainRequest, caller };
  return {
    list: () => routes.listWorkers(input),
    get: (workerId: string, range: "day" | "week" | "quarter" = "day") =>
      routes.getWorker({ ...input, params: { workerId }, query: { range } }),
    change: (workerId: string, body: Changes) =>
      routes.changeWorker({ ...input, params: { workerId }, body }),
    csv: (workerId: string, cursor?: string) =>
      routes.exportWorkerShares({ ...input, params: { workerId }, query: { cursor } }),
  };
}

async function aPerson() {
  nowMs = NOW.getTime();
  const caller = await testUser(file.database);
  const mine = (secondsAgo: number, changes: Partial<AcceptedShare> = {}): AcceptedShare =>
    share({ userId: caller.userId, acceptedAt: ago(secondsAgo), ...changes });
  return { ...openRoutes(caller), mine, caller };
}

const post = (shares: readonly AcceptedShare[]) =>
  postBatch(asPool, { id: randomUUID(), instanceId: randomUUID(), shares });
const difficulty = (one: number) => ({ workMicros: one * 1_000_000 });

describe("the list of workers", () => {
  test("the list is empty for a user who never mined", async () => {
    const { list } = await aPerson();
    const nothing = { fiveMinutes: null, hour: null, day: null };
    expect(await list()).toEqual({ at: NOW, items: [], nextCursor: null, all: nothing });
  });

  test("a young worker's hash rate is work over the time since its first share", async () => {
    const { list, mine } = await aPerson();
    await post([
      mine(30 * HOUR, { worker: "old", ...difficulty(8) }),
      mine(2_000, { worker: "old", ...difficulty(2) }),
      mine(200, { worker: "old", ...difficulty(1) }),
      mine(100, { worker: "new", ...difficulty(1), shareMicros: 7_500_000n }),
      mine(50, { worker: "new", ...difficulty(1) }),
    ]);
    const { items, all } = await list();
    expect(items.map(({ name }) => name)).toEqual(["new", "old"]);
    // 2^32 hashes in the 100 s since the worker's first share. The first share is not counted.
    const young = { hashRateThs: "0.000042949672", shares: 1, errorPercent: "100.0" };
    expect(items[0]).toMatchObject({
      state: "working",
      shares: 2,
      work: "2",
      bestShareDifficulty: "7.5",
      firstShareAt: ago(100),
      lastShareAt: ago(50),
      rates: { fiveMinutes: young, hour: young, day: young },
      isAlertOn: false,
    });
    expect(items[1]).toMatchObject({
      work: "11",
      rates: {
        // 2^32 hashes in 300 s.
        fiveMinutes: { hashRateThs: "0.000014316557", shares: 1, errorPercent: "100.0" },
        // 3 x 2^32 hashes since 11:10.
        hour: { hashRateThs: "0.000003904515", shares: 2 },
        // 3 x 2^32 hashes since 12:10 of the previous day, because the worker's first share is
        // older.
        day: { shares: 2 },
      },
    });
    // 2 x 2^32 hashes in 300 s.
    expect(all.fiveMinutes).toEqual({
      ...young,
      hashRateThs: "0.000028633115",
      shares: 2,
      errorPercent: "70.7",
    });
  });

  test("a worker without a share for five minutes is offline", async () => {
    const { list, mine } = await aPerson();
    await post([mine(400), mine(300)]);
    expect((await list()).items[0]).toMatchObject({
      state: "offline",
      rates: { fiveMinutes: null, hour: { shares: 1 } },
    });
  });

  test("the list has a hundred names and one entry for all further names", async () => {
    const { list, mine } = await aPerson();
    const names = Array.from({ length: 130 }, (_, number) => `w${number}`);
    await post(names.map((worker) => mine(20, { worker })));
    await post(names.map((worker) => mine(10, { worker })));
    const { items, all } = await list();
    expect(items).toHaveLength(101);
    expect(items.find(({ name }) => name === "others")?.shares).toBe(60);
    // The first share of each worker is not counted.
    expect(all.day?.shares).toBe(130);
  });

  test("the list is read with a single query", async () => {
    const { caller, mine } = await aPerson();
    await post(["one", "two", "three"].map((worker) => mine(10, { worker })));
    let questions = 0;
    const counting: Database = {
      ...file.database,
      query(...inputs) {
        questions += 1;
        return file.database.query(...inputs);
      },
    };
    expect((await openRoutes(caller, counting).list()).items).toHaveLength(3);
    expect(questions).toBe(1);
  });
});

describe("a single worker", () => {
  const only = async (person: Awaited<ReturnType<typeof aPerson>>) => {
    const { items } = await person.list();
    return items[0]?.id ?? "";
  };

  test("the history starts with the first share and has no gaps", async () => {
    const person = await aPerson();
    await post([
      person.mine(3_000, difficulty(6)),
      person.mine(120, difficulty(2)),
      person.mine(60, difficulty(4)),
    ]);
    const rejected = { userId: person.caller.userId, worker: "rig" };
    const counts = { stale: 1, duplicate: 2, low: 3, invalid: 4 };
    await addRejects(asPool, [{ ...rejected, counts }], ago(1_900));
    await addRejects(asPool, [{ ...rejected, counts: { ...counts, stale: 0 } }], ago(60));
    const { course, lastRejects, worker, kept: retention } = await person.get(await only(person));
    expect(course.map(({ at }) => at.toISOString().slice(11, 16))).toEqual([
      "11:10",
      "11:20",
      "11:30",
      "11:40",
      "11:50",
      "12:00",
    ]);
    const silent = { hashRateThs: null, difficulty: null, shares: 0 };
    // The first share has a difficulty but no hash rate.
    expect(course[0]).toMatchObject({
      seconds: 300,
      hashRateThs: null,
      difficulty: "6",
      shares: 1,
      rejected: 0,
    });
    expect(course[1]).toMatchObject({ ...silent, seconds: 600, rejected: 0 });
    expect(course[2]).toMatchObject({ ...silent, rejected: 10 });
    // 6 x 2^32 hashes in the 300 s of the current step.
    expect(course[5]).toEqual({
      at: ago(300),
      seconds: 300,
      hashRateThs: "0.000085899345",
      difficulty: "3",
      shares: 2,
      rejected: 9,
    });
    expect(lastRejects).toEqual([
      { at: ago(300), stale: 0, duplicate: 2, lowDifficulty: 3, invalid: 4 },
      { at: ago(2_100), stale: 1, duplicate: 2, lowDifficulty: 3, invalid: 4 },
    ]);
    expect(worker.rejects).toEqual({ stale: 1, duplicate: 4, lowDifficulty: 6, invalid: 8 });
    expect(retention).toEqual({ shareDays: 7, slotDays: 90 });
  });

  test.each([
    ["day", 144, 600],
    ["week", 168, HOUR],
    ["quarter", 90, DAY],
  ] as const)("of a %s it has %i steps of %i seconds", async (range, steps, seconds) => {
    const person = await aPerson();
    await post([person.mine(100 * DAY), person.mine(30)]);
    const { course } = await person.get(await only(person), range);
    expect(course).toHaveLength(steps);
    expect(course.slice(0, -1).every((step) => step.seconds === seconds)).toBe(true);
    expect(course.at(-1)).toMatchObject({ shares: 1 });
    expect(course.reduce((sum, { shares }) => sum + shares, 0)).toBe(1);
  });

  test("the hash rate of the first step excludes the first share", async () => {
    const person = await aPerson();
    await post([300, 200, 100].map((secondsAgo) => person.mine(secondsAgo, difficulty(3))));
    const { course } = await person.get(await only(person));
    // 6 x 2^32 hashes in 300 s.
    expect(course).toMatchObject([
      { seconds: 300, hashRateThs: "0.000085899345", difficulty: "3", shares: 3 },
    ]);
  });

  test("another user's worker returns 404", async () => {
    const person = await aPerson();
    await post([person.mine(30)]);
    const id = await only(person);
    const stranger = await aPerson();
    const unknown = { code: "worker_unknown", status: 404 };
    for (const workerId of [id, randomUUID()]) {
      await expect(stranger.get(workerId)).rejects.toMatchObject(unknown);
      await expect(stranger.change(workerId, { isAlertOn: true })).rejects.toMatchObject(unknown);
      await expect(stranger.csv(workerId)).rejects.toMatchObject(unknown);
    }
    expect((await person.get(id)).worker.isAlertOn).toBe(false);
  });

  test("the house rig belongs to no user", async () => {
    const person = await aPerson();
    await post([share({ userId: null, worker: "house", acceptedAt: ago(10) })]);
    const [row] = await file.database.query<{ id: string }>(
      "select id from pool_workers where is_house and name = 'house'",
    );
    await expect(person.get(row?.id ?? "")).rejects.toMatchObject({ status: 404 });
    expect((await person.list()).items).toEqual([]);
  });

  test("switching notifications does not change other settings", async () => {
    const person = await aPerson();
    await post([person.mine(30)]);
    const id = await only(person);
    expect(await person.change(id, { isAlertOn: true })).toMatchObject({ id, isAlertOn: true });
    expect(await person.change(id, {})).toMatchObject({ isAlertOn: true });
    expect((await person.list()).items).toMatchObject([{ id, isAlertOn: true }]);
    expect(await person.change(id, { isAlertOn: false })).toMatchObject({ isAlertOn: false });
  });

  test("a removed worker is hidden until its next share", async () => {
    const person = await aPerson();
    await post([person.mine(40), person.mine(30)]);
    const id = await only(person);
    await person.change(id, { isForgotten: true });
    await person.change(id, { isAlertOn: false });
    expect(await person.list()).toMatchObject({ items: [], all: { day: { shares: 1 } } });
    await post([person.mine(20)]);
    expect((await person.list()).items).toMatchObject([{ id, shares: 3 }]);
  });
});

describe("shares as CSV", () => {
  test("the CSV contains the last seven days, newest share first", async () => {
    const person = await aPerson();
    await post([
      person.mine(8 * DAY),
      person.mine(60, { workMicros: 1_500_000, shareMicros: 2_500_000n, hash: "cd".repeat(32) }),
      person.mine(30, { workMicros: 20 }),
    ]);
    const [worker] = (await person.list()).items;
    const lines = (await person.csv(worker?.id ?? "")).split("\r\n");
    expect(lines).toEqual([
      "Time (UTC),Work difficulty,Share difficulty,Hash",
      `2030-01-01T12:04:30.000Z,0.00002,0.0025,${"ab".repeat(32)}`,
      `2030-01-01T12:04:00.000Z,1.5,2.5,${"cd".repeat(32)}`,
      '"Practice - test coins, no value"',
      "",
    ]);
  });

  test("CSV pages contain every share exactly once", async () => {
    const person = await aPerson();
    const count = CSV_LINES_MAX + 500;
    const hashOf = (number: number) => number.toString(16).padStart(64, "0");
    await post(
      Array.from({ length: count }, (_, number) =>
        person.mine(60 + Math.floor(number / 1_000), { hash: hashOf(number) }),
      ),
    );
    const [worker] = (await person.list()).items;
    const read = async (cursor?: string) =>
      (await person.csv(worker?.id ?? "", cursor)).trimEnd().split("\r\n").slice(1);
    const first = await read();
    const [, cursor] = /^More: ask with cursor=(\S+)$/.exec(first.at(-1) ?? "") ?? [];
    expect(first).toHaveLength(CSV_LINES_MAX + 2);
    const second = await read(cursor);
    expect(new Set([...first.slice(0, -2), ...second.slice(0, -1)]).size).toBe(count);
    await expect(read("yesterday")).rejects.toMatchObject({ code: "invalid_shares_cursor" });
  });
});

test.each([
  "select from pool_worker_settings",
  "insert into pool_worker_settings (worker_id) select id from pool_workers",
])("the pool's role has no privilege to %s", async (sql) => {
  expect(await asPool.query(sql).then(() => undefined, sqlState)).toBe("42501");
});

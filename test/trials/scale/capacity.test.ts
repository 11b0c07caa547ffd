import { describe, expect, test } from "vitest";
import { capacityOf, capacityTables } from "./capacity.ts";
import type { Day } from "./day.ts";
import { REQUESTS, type Measured, type RequestCost } from "./measured.ts";

const FREE: RequestCost = {
  count: 1,
  webMs: 0,
  workMs: 0,
  databaseMs: 0,
  walBytes: 0,
  diskBytes: 0,
  rows: {},
  perSecond: 1,
  p99Ms: 1,
  generatorMs: 0,
};

const free = Object.fromEntries(REQUESTS.map((name) => [name, FREE])) as Measured["requests"];
const none = Object.fromEntries(REQUESTS.map((name) => [name, 0])) as Day["requests"];

const measured: Measured = {
  machine: { processors: 2, model: "test", node: "v24", loadBefore: 0, loadAfter: 0 },
  idle: { webMs: 0, workMs: 0, databaseMs: 60 },
  requests: {
    ...free,
    wallet: { ...FREE, webMs: 6, databaseMs: 3 },
    purchase: {
      ...FREE,
      webMs: 12,
      databaseMs: 6,
      walBytes: 1_000,
      diskBytes: 500,
      rows: { mining_contracts: 1, ledger_transfers: 2 },
    },
  },
  spread: [],
  streams: { count: 1, bytes: 1, webMsPerSecond: 0.06, frameP99Ms: 1 },
  payout: {
    ...FREE,
    workMs: 0.06,
    databaseMs: 0.3,
    walBytes: 100,
    diskBytes: 50,
    rows: { ledger_transfers: 1, mining_payouts: 1, mining_segments: 1 },
    perSecond: 1_000,
  },
  fold: {
    miningBytes: 30,
    ledgerBytes: 20,
    dayBytes: 40,
    payouts: 1,
    databaseMs: 0.1,
    workMs: 0.01,
    walBytes: 10,
    perSecond: 1_000,
    days: [],
  },
  bus: [],
  megabytes: { web: 1, work: 1 },
};

/**
 * A day on which half of the users are active. Each active user sends 36 wallet requests, makes one
 * purchase and keeps a stream open for a hundred minutes.
 */
const day: Day = {
  activeShare: 0.5,
  requests: { ...none, wallet: 36, purchase: 1 },
  streamMinutes: 100,
  miningShare: 0.5,
  busiestHourShare: 0.1,
};

describe("capacity from measured costs", () => {
  test("requests, streams and processors are computed for the busiest hour", () => {
    const capacity = capacityOf(72_000, 60, measured, day);
    // 36,000 active users send 37 requests each. One tenth of these requests arrives within one
    // hour (3,600 seconds).
    expect(capacity.requestsPerSecond).toBeCloseTo(37);
    expect(capacity.streams).toBeCloseTo(6_000);
    // The load per second is 36 wallet requests, one purchase and the streams' frames, on
    // processors that are 60 % busy.
    expect(capacity.webProcessors).toBeCloseTo((36 * 6 + 12 + 6_000 * 0.06) / 600);
    // A process reaches its stream limit before its processor is fully used.
    expect(capacity.webProcesses).toBe(4);
    expect(capacity.databaseConnections).toBe(4 * 21 + 39);
    expect(capacity.databaseProcessors).toBeCloseTo((36 * 3 + 6 + 600 * (0.3 + 0.1) + 60) / 600);
    expect(capacity.workProcessors).toBeCloseTo((600 * (0.06 + 0.01)) / 600);
    expect(capacity.paidPerSecond).toBeCloseTo(600);
  });

  test("log, rows and disk space are computed for a whole day of all users", () => {
    const capacity = capacityOf(72_000, 60, measured, day);
    const paid = 36_000 * 1_440;
    expect(capacity.walBytesADay).toBeCloseTo(36_000 * 1_000 + paid * (100 + 10));
    expect(capacity.rowsADay).toBeCloseTo(36_000 * 3 + paid + 36_000 * 2);
    expect(capacity.diskBytesAYear).toBeCloseTo(
      365 * (36_000 * 500 + paid * 20 + 36_000 * 40) + 7 * paid * 30,
    );
    const hourly = capacityOf(72_000, 3_600, measured, day);
    expect(hourly.rowsADay).toBeCloseTo(36_000 * 3 + 36_000 * 24 + 36_000 * 2);
  });

  test("a few users need two processes and exceed no limit", () => {
    expect(capacityOf(100, 60, measured, day)).toMatchObject({ webProcesses: 2, ends: [] });
  });

  test("the first limit to be exceeded is listed", () => {
    // One process pays 1,000 users per second in this measurement. The plan uses only 60 % of that,
    // which is 600.
    expect(capacityOf(72_200, 60, measured, day).ends).toEqual(["pay"]);
    expect(capacityOf(1_000_000, 3_600, measured, day).ends).toContain("connections");
  });

  test("the capacity tables have one column per number of users", () => {
    const [first = ""] = capacityTables(measured).split("\n");
    expect(first).toContain("1,000 |");
    expect(first).toContain("1,000,000 |");
  });
});

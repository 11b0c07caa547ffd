import { describe, expect, test } from "vitest";
import { capacityOf, capacityTable } from "./capacity.ts";
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
  growth: { bytesAYear: {}, miningBytesAYear: 30_000 },
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
  test("requests, streams and processors are those of the busiest hour", () => {
    const capacity = capacityOf(72_000, measured, day);
    // 36,000 users come with 37 requests each, a tenth of them within 3,600 seconds.
    expect(capacity.requestsPerSecond).toBeCloseTo(37);
    expect(capacity.streams).toBeCloseTo(6_000);
    // The load per second is 36 wallet requests, one purchase and the streams' frames, on
    // processors that are 60 % busy.
    expect(capacity.webProcessors).toBeCloseTo((36 * 6 + 12 + 6_000 * 0.06) / 600);
    // A process reaches its stream limit before its processor is fully used.
    expect(capacity.webProcesses).toBe(4);
    expect(capacity.databaseConnections).toBe(4 * 21 + 39);
    expect(capacity.databaseProcessors).toBeCloseTo((36 * 3 + 6 + 10 * 0.3 + 60) / 600);
    expect(capacity.workProcessors).toBeCloseTo((10 * 0.06) / 600);
    expect(capacity.paidPerSecond).toBeCloseTo(10);
  });

  test("log, rows and disk cover a whole day of all users, with hourly pay", () => {
    const capacity = capacityOf(72_000, measured, day);
    const paid = 36_000 * 24;
    expect(capacity.walBytesADay).toBeCloseTo(36_000 * 1_000 + paid * 100);
    expect(capacity.rowsADay).toBeCloseTo(36_000 * 3 + paid * 3);
    expect(capacity.diskBytesAYear).toBeCloseTo(365 * 36_000 * 500 + 36_000 * 30_000);
  });

  test("a few users need two processes and reach no limit", () => {
    expect(capacityOf(100, measured, day)).toMatchObject({ webProcesses: 2, ends: [] });
  });

  test("the limits that are reached first are named", () => {
    // One process pays 1,000 users a second here, of which 600 are planned.
    expect(capacityOf(5_000_000, measured, day).ends).toContain("pay");
    expect(capacityOf(1_000_000, measured, day).ends).toContain("connections");
  });

  test("the table has a column for each size", () => {
    const [first = ""] = capacityTable(measured).split("\n");
    expect(first).toContain("1,000 |");
    expect(first).toContain("1,000,000 |");
  });
});

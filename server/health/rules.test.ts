/** Tests the rules for failing checks, checks that need attention, and unknown results. */
import { describe, expect, test } from "vitest";
import type { ChainStatus } from "#wallet";
import { latenessOfChecks } from "./event-loop.ts";
import { books, clocks, disk, jobs, tip } from "./rules.ts";

const now = new Date("2026-05-05T12:00:00Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
const status = (change: Partial<ChainStatus> = {}): ChainStatus => ({
  height: 120,
  hash: "00",
  minedAt: ago(10),
  appliedAt: ago(10),
  haltedReason: null,
  lockedReason: null,
  unexplainedSats: 0n,
  reconciledHeight: 120,
  reconciledAt: ago(9),
  pausedReason: null,
  ledgerProblem: null,
  ...change,
});

describe("clocks", () => {
  test.each([
    [1_999, 0, "ok"],
    [-1_999, 0, "ok"],
    [2_000, 0, "failing"],
    [-2_000, 0, "failing"],
    // The query took four seconds, so up to two seconds of the difference may be the return trip.
    [3_900, 4_000, "ok"],
    [4_000, 4_000, "failing"],
  ])("%i ms ahead, asked in %i ms: %s", (aheadMs, roundTripMs, state) => {
    expect(clocks({ aheadMs, roundTripMs }).state).toBe(state);
  });
});

describe("the chain tip", () => {
  const at = (startedSecondsAgo: number, secondsMax: number | null) => ({
    now,
    startedAt: ago(startedSecondsAgo),
    secondsMax,
  });

  test("fails before the chain has been read for the first time", () => {
    expect(tip(undefined, at(5, 600)).state).toBe("failing");
  });

  test("fails when a block is long overdue", () => {
    expect(tip(status({ appliedAt: ago(600) }), at(9_000, 600)).state).toBe("ok");
    expect(tip(status({ appliedAt: ago(601) }), at(9_000, 600)).state).toBe("failing");
  });

  test("is measured from the process start after a downtime", () => {
    expect(tip(status({ appliedAt: ago(86_400) }), at(30, 600)).state).toBe("ok");
  });

  test("is not monitored if blocks are not mined automatically", () => {
    expect(tip(status({ appliedAt: ago(86_400) }), at(86_400, null)).state).toBe("not monitored");
  });

  test("needs attention when the watcher has stopped", () => {
    const halted = status({ haltedReason: "The node follows another chain than this database." });
    expect(tip(halted, at(30, 600))).toMatchObject({
      state: "attention",
      detail: expect.stringContaining("another chain"),
    });
  });
});

describe("the books", () => {
  test("fail if they were never compared with the coins", () => {
    expect(books(undefined, now).state).toBe("failing");
    const never = status({ unexplainedSats: null, reconciledHeight: null, reconciledAt: null });
    expect(books(never, now).state).toBe("failing");
  });

  test("are ok if they agree, even shortly before the newest block is read", () => {
    expect(books(status(), now).state).toBe("ok");
    expect(books(status({ reconciledHeight: 119 }), now).state).toBe("ok");
  });

  test("of an older backup need an administrator before payments resume", () => {
    const locked = books(status({ lockedReason: "an older copy" }), now);
    expect(locked).toMatchObject({ state: "attention" });
    expect(locked.detail).toContain("payments wait: an older copy");
  });

  test("need attention if they differ, because the wallet then pauses payments", () => {
    expect(books(status({ unexplainedSats: -3n }), now)).toEqual({
      state: "attention",
      detail: "-3 sat unexplained at block 120; withdrawals are paused",
    });
  });

  test("fail if they are no longer compared, whatever the last result", () => {
    const stale = { reconciledHeight: 119, appliedAt: ago(301) };
    expect(books(status(stale), now).state).toBe("failing");
    const halted = { ...stale, haltedReason: "The node follows another chain than this database." };
    expect(books(status(halted), now).state).toBe("attention");
  });
});

describe("the workers", () => {
  const job = (name: string, failures: number) => ({
    name,
    lastRoundAt: null,
    failure: failures === 0 ? null : "the ledger refused: insufficient",
    failures,
    isLate: false,
  });

  test("need attention if one fails five rounds in a row", () => {
    expect(jobs([job("earn", 0), job("wallet-watcher", 5)])).toEqual({
      state: "attention",
      detail: "wallet-watcher failed 5 times in a row: the ledger refused: insufficient",
    });
  });

  test("are ok while one has failed fewer than five rounds in a row", () => {
    expect(jobs([job("earn", 0), job("wallet-watcher", 4)]).state).toBe("ok");
  });
});

describe("the disk", () => {
  const gigabyte = 1024 ** 3;

  test.each([
    [101, 1_000, "ok"],
    [100, 1_000, "attention"],
    [1, 1_000, "failing"],
    [0, 1_000, "failing"],
    [1, 8, "ok"],
  ])("%i of %i GiB free: %s", (free, total, state) => {
    expect(disk({ freeBytes: free * gigabyte, totalBytes: total * gigabyte }).state).toBe(state);
  });

  test("is not monitored if the system does not report it", () => {
    expect(disk(null).state).toBe("not monitored");
    expect(disk({ freeBytes: 0, totalBytes: 0 }).state).toBe("not monitored");
  });
});

test("the event loop hangs after five late checks, not after one long pause", () => {
  const loop = latenessOfChecks();
  for (let check = 0; check < 4; check += 1) loop.note(9_000);
  expect(loop.isLive()).toBe(true);
  loop.note(1_001);
  expect(loop.isLive()).toBe(false);
  loop.note(1_000);
  expect(loop.isLive()).toBe(true);
});

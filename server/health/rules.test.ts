/**
 * What makes the installation unready, what only a person must look at, and what nobody can tell.
 */
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
    // The answer took four seconds: two of them may be the way back.
    [3_900, 4_000, "ok"],
    [4_000, 4_000, "failing"],
  ])("%i ms ahead, asked in %i ms: %s", (aheadMs, roundTripMs, state) => {
    expect(clocks({ aheadMs, roundTripMs }).state).toBe(state);
  });
});

describe("the tip", () => {
  const at = (startedSecondsAgo: number, secondsMax: number | null) => ({
    now,
    startedAt: ago(startedSecondsAgo),
    secondsMax,
  });

  test("of a chain that nobody has read yet is failing", () => {
    expect(tip(undefined, at(5, 600)).state).toBe("failing");
  });

  test("fails when a block was due for too long", () => {
    expect(tip(status({ appliedAt: ago(600) }), at(9_000, 600)).state).toBe("ok");
    expect(tip(status({ appliedAt: ago(601) }), at(9_000, 600)).state).toBe("failing");
  });

  test("is as old as this start when the server was down meanwhile", () => {
    expect(tip(status({ appliedAt: ago(86_400) }), at(30, 600)).state).toBe("ok");
  });

  test("is not monitored where no block comes by itself", () => {
    expect(tip(status({ appliedAt: ago(86_400) }), at(86_400, null)).state).toBe("not monitored");
  });

  test("of a watcher that stopped is for a person", () => {
    const halted = status({ haltedReason: "The node follows another chain than this database." });
    expect(tip(halted, at(30, 600))).toMatchObject({
      state: "attention",
      detail: expect.stringContaining("another chain"),
    });
  });
});

describe("the books", () => {
  test("that were never compared with the coins are failing", () => {
    expect(books(undefined, now).state).toBe("failing");
    const never = status({ unexplainedSats: null, reconciledHeight: null, reconciledAt: null });
    expect(books(never, now).state).toBe("failing");
  });

  test("that agree are ok, also a moment behind the tip", () => {
    expect(books(status(), now).state).toBe("ok");
    expect(books(status({ reconciledHeight: 119 }), now).state).toBe("ok");
  });

  test("of an older copy are for a person, who lets payments go on", () => {
    const locked = books(status({ lockedReason: "an older copy" }), now);
    expect(locked).toMatchObject({ state: "attention" });
    expect(locked.detail).toContain("payments wait: an older copy");
  });

  test("that differ are for a person: the wallet has stopped paying by itself", () => {
    expect(books(status({ unexplainedSats: -3n }), now)).toEqual({
      state: "attention",
      detail: "-3 sat unexplained at block 120; withdrawals are paused",
    });
  });

  test("that are compared no more are failing, whatever they said last", () => {
    const stale = { reconciledHeight: 119, appliedAt: ago(301) };
    expect(books(status(stale), now).state).toBe("failing");
    const halted = { ...stale, haltedReason: "The node follows another chain than this database." };
    expect(books(status(halted), now).state).toBe("attention");
  });
});

describe("the jobs", () => {
  const job = (name: string, failures: number) => ({
    name,
    lastRoundAt: null,
    failure: failures === 0 ? null : "the ledger refused: insufficient",
    failures,
    isLate: false,
  });

  test("one that fails round after round is for a person, with its reason", () => {
    expect(jobs([job("earn", 0), job("wallet-watcher", 5)])).toEqual({
      state: "attention",
      detail: "wallet-watcher failed 5 times in a row: the ledger refused: insufficient",
    });
  });

  test("one that failed a moment ago is tried again first", () => {
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

  test("that cannot be asked is not monitored", () => {
    expect(disk(null).state).toBe("not monitored");
    expect(disk({ freeBytes: 0, totalBytes: 0 }).state).toBe("not monitored");
  });
});

test("an event loop is stuck when it was late five times in a row, not by one long pause", () => {
  const loop = latenessOfChecks();
  for (let check = 0; check < 4; check += 1) loop.note(9_000);
  expect(loop.isLive()).toBe(true);
  loop.note(1_001);
  expect(loop.isLive()).toBe(false);
  loop.note(1_000);
  expect(loop.isLive()).toBe(true);
});

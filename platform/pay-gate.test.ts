/** Pay waits when the clock moved by itself, and for nothing else. */
import { beforeEach, describe, expect, test } from "vitest";
import { fileDatabase } from "../test/support/database.ts";
import { createPayGate, openPayGate, payGateState } from "./pay-gate.ts";
import { silentLog } from "./process/log.ts";

const file = fileDatabase();
const START = Date.parse("2026-05-05T12:00:00Z");
const DAY_MS = 86_400_000;

let wallMs: number;
let upMs: number;
beforeEach(async () => {
  wallMs = START;
  upMs = 5_000;
  await file.database.query(
    "update platform_pay_gate set seen_at = null, closed_reason = null, closed_at = null",
  );
});

const gate = () =>
  createPayGate({
    database: file.database,
    clock: { now: () => new Date(wallMs) },
    log: silentLog,
    uptimeMs: () => upMs,
  });

/** Both clocks go on, the wall's by so much more. */
function pass(milliseconds: number, jumpMs = 0): void {
  upMs += milliseconds;
  wallMs += milliseconds + jumpMs;
}

const refused = { code: "pay_waits" };
const reason = async () => (await payGateState(file.database)).closedReason;

describe("while it runs", () => {
  test.each([0, 1_000, DAY_MS, 30 * DAY_MS])("%i ms on both clocks are time", async (ms) => {
    const running = gate();
    await running.requireOpen();
    pass(ms);
    await running.requireOpen();
    expect(await reason()).toBeNull();
  });

  test.each([60_000, -60_000])("%i ms are within what a clock is corrected by", async (jumpMs) => {
    const running = gate();
    pass(1_000, jumpMs);
    expect(await running.isOpen()).toBe(true);
  });

  test.each([
    [60_001, "The clock moved by 60 s at once."],
    [-3_600_000 - 120_000, "The clock moved by -1 h 2 min at once."],
    [10 * DAY_MS, "The clock moved by 10 days at once."],
  ])("a jump of %i ms closes, and stays closed until the press", async (jumpMs, words) => {
    const running = gate();
    await running.requireOpen();
    pass(1_000, jumpMs);
    await expect(running.requireOpen()).rejects.toMatchObject(refused);
    pass(1_000);
    await expect(running.requireOpen()).rejects.toMatchObject(refused);
    await expect(gate().requireOpen()).rejects.toMatchObject(refused);
    expect(await openPayGate(file.database)).toBe(words);
    await running.requireOpen();
    await expect(openPayGate(file.database)).rejects.toMatchObject({ code: "pay_does_not_wait" });
  });
});

describe("after a start", () => {
  test("seven days away are ordinary downtime", async () => {
    await gate().requireOpen();
    wallMs += 7 * DAY_MS;
    expect(await gate().isOpen()).toBe(true);
  });

  test("more wait for a press, once", async () => {
    await gate().requireOpen();
    wallMs += 7 * DAY_MS + 1;
    const running = gate();
    await expect(running.requireOpen()).rejects.toMatchObject(refused);
    expect(await reason()).toBe("Nothing ran here for 7 days, says the clock.");
    await openPayGate(file.database);
    await running.requireOpen();
    await gate().requireOpen();
  });

  test("a clock that was set back meanwhile waits too", async () => {
    await gate().requireOpen();
    wallMs -= 60_001;
    await expect(gate().requireOpen()).rejects.toMatchObject(refused);
  });

  test("the first start of all has nothing to compare with", async () => {
    await gate().requireOpen();
    expect(await reason()).toBeNull();
  });
});

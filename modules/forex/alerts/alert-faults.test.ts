/**
 * Tests that alerts are reported once after crashes, failed messages and simultaneous runs, and
 * that alerts created or changed during a run are evaluated from that moment.
 */
import { expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { runProgram } from "../../../test/support/servers/program.ts";
import { alertDesk, HOUR, MINUTE } from "../../../test/support/money/alert-desk.ts";
import { people, runEngineFor, trader } from "../../../test/support/money/forex.ts";
import { SECOND } from "../../../test/support/money/moved-desk.ts";
import {
  evaluateAlerts,
  isCurrent,
  openAlertRun,
  reloadAlerts,
  saveAlertRun,
} from "./alert-run.ts";
import { changeAlert } from "./alert-requests.ts";
import { alertsOf } from "./alerts-table.ts";

const file = fileDatabase();
const { desk, create, evaluateAfter, highestBid, messages, onlyAlert } = alertDesk(file);
const { nowMs, text } = desk;

test("a crash between the message and the saved progress sends no second message", async () => {
  const userId = await trader(desk.deps);
  await evaluateAfter(0);
  const { bid } = await highestBid(HOUR);
  for (const repeatSeconds of [null, 60])
    await create(userId, {
      side: "BID",
      direction: "ABOVE",
      level: text(bid - (repeatSeconds ?? 0)),
      repeatSeconds,
    });
  desk.deps.clock.advance(HOUR);
  // This run dies before its progress is saved.
  await evaluateAlerts(await openAlertRun(desk.deps));
  expect(await messages(userId)).toHaveLength(1);
  await evaluateAfter(0);
  expect(await messages(userId)).toHaveLength(1);
});

test.each([
  ["forex.alert-written", 0],
  ["forex.alerts-fired", 1],
  ["forex.alerts-evaluated", 1],
])("a process killed at %s leaves one message after its restart", async (failpoint, before) => {
  const userId = await trader(desk.deps);
  await evaluateAfter(0);
  const { bid, timeMs } = await highestBid(HOUR);
  const terms = { side: "BID", direction: "ABOVE", level: text(bid) } as const;
  await create(userId, { ...terms, repeatSeconds: 60 });
  const time = new Date(nowMs() + HOUR).toISOString();
  const run = (name?: string) =>
    runProgram("test/support/money/forex-process.ts", [file.url, time, "alerts"], name);
  expect(await run(failpoint)).toBe("SIGKILL");
  expect(await messages(userId)).toHaveLength(before);
  expect(await run()).toBeNull();
  expect(await run()).toBeNull();
  expect(await messages(userId)).toHaveLength(1);
  expect((await onlyAlert(userId)).firedAt).toEqual(new Date(timeMs));
});

test("a crossing is still reported after its message could not be stored", async () => {
  const userId = await trader(desk.deps);
  await evaluateAfter(0);
  const { bid } = await highestBid(MINUTE);
  await create(userId, { side: "BID", direction: "ABOVE", level: text(bid) });
  const broken = { ...desk.deps.accounts, deliver: () => Promise.reject(new Error("no mailbox")) };
  desk.deps.clock.advance(MINUTE);
  const run = await openAlertRun({ ...desk.deps, accounts: broken });
  await evaluateAlerts(run);
  await saveAlertRun(run);
  expect(await messages(userId)).toEqual([]);
  await evaluateAfter(MINUTE);
  expect(await messages(userId)).toHaveLength(1);
});

test("an alert created during a run is evaluated from the moment of its creation", async () => {
  const userId = await trader(desk.deps);
  await evaluateAfter(0);
  await create(userId, { level: "0.50000", direction: "BELOW" });
  const run = await openAlertRun(desk.deps);
  const { bid, timeMs } = await highestBid(MINUTE);
  desk.deps.clock.advance(timeMs - nowMs() - SECOND);
  await create(userId, { side: "BID", direction: "ABOVE", level: text(bid) });
  desk.deps.clock.advance(5 * SECOND);
  // The worker passes the crossing before it knows the new alert.
  await evaluateAlerts(run);
  await reloadAlerts(run, [userId]);
  await evaluateAlerts(run);
  const [created] = await alertsOf(file.database, userId);
  expect(created?.firedAt).toEqual(new Date(timeMs));
});

test("an alert that is armed again while its firing waits to be stored is watched", async () => {
  const userId = await trader(desk.deps);
  const draft = { kind: "PRICE", instrument: "EUR_USD", level: "0.50000" } as const;
  const { id } = await create(userId, { ...draft, direction: "BELOW" });
  const run = await openAlertRun(desk.deps);
  const old = run.watched.get(id);
  if (!old) throw new Error("the alert is not watched");
  desk.deps.clock.advance(SECOND);
  const draftAgain = { ...draft, direction: "BELOW", level: "0.60000" } as const;
  await changeAlert({ ...desk.deps, people }, { userId, id, draft: draftAgain });
  await reloadAlerts(run, [userId]);
  run.pending.push({ row: old.row, timeMs: nowMs(), value: 1n });
  await evaluateAlerts(run);
  expect(run.watched.has(id)).toBe(true);
  expect(await messages(userId)).toEqual([]);
});

test("an alert is not watched before its ticks up to the saved progress are evaluated", async () => {
  const userId = await trader(desk.deps);
  await runEngineFor(desk.deps, 10 * SECOND);
  await evaluateAfter(0);
  // The clock was ahead while earlier ticks were evaluated.
  await file.database.query("update forex_alert_progress set prices_at = $1", [
    new Date(nowMs() + MINUTE),
  ]);
  await create(userId, { level: "0.50000", direction: "BELOW" });
  const run = await openAlertRun(desk.deps);
  const evaluate = async (milliseconds: number) => {
    await runEngineFor(desk.deps, milliseconds);
    await evaluateAlerts(run);
    await saveAlertRun(run);
    return (await onlyAlert(userId)).isWatched;
  };
  expect(await evaluate(10 * SECOND)).toBe(false);
  expect(await evaluate(MINUTE)).toBe(true);
});

test("a run is no longer current after another process has evaluated alerts", async () => {
  const userId = await trader(desk.deps);
  await create(userId, { level: "0.50000", direction: "BELOW" });
  const [one, other] = [await openAlertRun(desk.deps), await openAlertRun(desk.deps)];
  await saveAlertRun(one);
  expect(await isCurrent(one)).toBe(true);
  desk.deps.clock.advance(SECOND);
  await evaluateAlerts(other);
  await saveAlertRun(other);
  expect(await isCurrent(one)).toBe(false);
});

test("two processes that evaluate the same ticks send one message", async () => {
  const userId = await trader(desk.deps);
  await evaluateAfter(0);
  const { bid } = await highestBid(MINUTE);
  const terms = { side: "BID", direction: "ABOVE", level: text(bid) } as const;
  await create(userId, { ...terms, repeatSeconds: 60 });
  const runs = [await openAlertRun(desk.deps), await openAlertRun(desk.deps)];
  desk.deps.clock.advance(MINUTE);
  await Promise.all(runs.map((run) => evaluateAlerts(run)));
  expect(await messages(userId)).toHaveLength(1);
});

test("the clock set back evaluates no tick twice", async () => {
  const userId = await trader(desk.deps);
  await evaluateAfter(0);
  const { bid } = await highestBid(MINUTE);
  const terms = { side: "BID", direction: "ABOVE", level: text(bid), repeatSeconds: 60 } as const;
  await create(userId, terms);
  await evaluateAfter(2 * MINUTE);
  expect(await messages(userId)).toHaveLength(1);
  desk.deps.clock.advance(-2 * MINUTE);
  await evaluateAfter(MINUTE);
  await evaluateAfter(MINUTE);
  expect(await messages(userId)).toHaveLength(1);
});

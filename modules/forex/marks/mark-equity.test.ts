/** Tests that each account has one equity mark per trading day, whenever the marks are written. */
import { dayOf, newYorkClose } from "#market";
import { expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import {
  deskDeps,
  order,
  trader,
  runEngineFor,
  type DeskTestDeps,
} from "../../../test/support/money/forex.ts";
import { moneyRequest } from "../../../test/support/money/mining.ts";
import { takeBack } from "../funds/take-back.ts";
import { deskEquity } from "../views/equity.ts";
import { markClosedDays } from "./mark-equity.ts";

const file = fileDatabase();
const HOUR = 3_600_000;

interface Mark {
  readonly day: string;
  readonly balance: bigint;
  readonly open: bigint;
  readonly deposited: bigint;
}

const marksOf = (userId: string) =>
  file.database.query<Mark>(
    `select day::text, balance_cents as balance, open_cents as open, deposited_cents as deposited
     from forex_equity_marks where user_id = $1 order by day`,
    [userId],
  );

async function runPast(deps: DeskTestDeps, date: string): Promise<void> {
  const closeMs = newYorkClose(dayOf(date));
  await runEngineFor(deps, closeMs + HOUR - deps.clock.now().getTime());
}

test("each trading day has one mark, even after an outage", async () => {
  const deps = deskDeps(file.database);
  const userId = await trader(deps, 10_000_000n);
  await order(deps, userId, { units: "10000" });
  // Wednesday's rollover charges three days of interest.
  await runPast(deps, "2026-09-16");
  await markClosedDays(deps);
  const [first] = await marksOf(userId);
  expect(first).toMatchObject({ day: "2026-09-16", deposited: 600_000n });
  expect(first?.open).not.toBe(0n);
  // Two days pass without a run. Most of the position is closed on the second day.
  await runPast(deps, "2026-09-17");
  await order(deps, userId, { units: "-9000" });
  await runPast(deps, "2026-09-18");
  await markClosedDays(deps);
  await markClosedDays(deps);
  const marks = await marksOf(userId);
  expect(marks.map(({ day }) => day)).toEqual(["2026-09-16", "2026-09-17", "2026-09-18"]);
  const [, second, third] = marks;
  // 10,000 EUR were still open at the second close.
  expect(second?.balance).toBeLessThan(600_000n);
  expect(third?.balance).not.toBe(second?.balance);
  await expect(file.database.query("update forex_equity_marks set open_cents = 0")).rejects.toThrow(
    "permission denied",
  );
});

test("a mark equals the equity that the account page shows at the close", async () => {
  const deps = deskDeps(file.database, { start: "2026-09-21T09:00:00Z" });
  const userId = await trader(deps, 10_000_000n);
  await runEngineFor(deps, 0);
  await order(deps, userId, { units: "10000", instrument: "USD_JPY" });
  await runPast(deps, "2026-09-21");
  await markClosedDays(deps);
  const [mark] = await marksOf(userId);
  const closeMs = newYorkClose(dayOf("2026-09-21"));
  const then = { ...deps, clock: { now: () => new Date(closeMs - 200) } };
  const { nowCents, closes } = await deskEquity(then, userId);
  expect(closes.at(-1)).toMatchObject({ day: "2026-09-21", openCents: mark?.open });
  expect((mark?.balance ?? 0n) + (mark?.open ?? 0n)).toBe(nowCents);
});

test("no mark is written before the engine has processed the close", async () => {
  const deps = deskDeps(file.database, { start: "2026-09-23T09:00:00Z" });
  const userId = await trader(deps, 1_000_000n);
  await runEngineFor(deps, HOUR);
  deps.clock.advance(24 * HOUR);
  await markClosedDays(deps);
  expect((await marksOf(userId)).map(({ day }) => day)).toEqual([]);
});

test("the deposited amount includes the conversion cost", async () => {
  const deps = deskDeps(file.database, { start: "2026-09-28T09:00:00Z" });
  const userId = await trader(deps, 10_000_000n);
  const request = moneyRequest(userId, "transferForexFunds");
  await takeBack(deps, { request, amountCents: 100_000n });
  await runPast(deps, "2026-09-28");
  await markClosedDays(deps);
  // The 600,000 cents moved in became 598,500 after the conversion cost, and 1,000 USD were moved
  // back.
  expect((await marksOf(userId)).at(-1)).toMatchObject({
    balance: 498_500n,
    open: 0n,
    deposited: 500_000n,
  });
});

test("later prices are not used to mark an account with an open trade", async () => {
  const deps = deskDeps(file.database, { start: "2026-10-05T09:00:00Z" });
  const userId = await trader(deps, 10_000_000n);
  await runEngineFor(deps, 0);
  await order(deps, userId, { units: "10000" });
  await runPast(deps, "2026-10-05");
  const now = deps.clock.now().getTime();
  const valuedAt = () => deps.feed.valuedAt(now);
  await markClosedDays({ ...deps, feed: { valuedAt } });
  expect((await marksOf(userId)).map(({ day }) => day)).not.toContain("2026-10-05");
});

/** Tests financing, margin calls and stop-outs, tick by tick, including missed ticks. */
import { accountBalance, balancesOf, houseAccount, verifyLedger } from "#ledger";
import { INSTRUMENTS } from "#market";
import { expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { deskDeps, order, runEngineFor, trader } from "../../../test/support/money/forex.ts";
import { movedDesk, SECOND } from "../../../test/support/money/moved-desk.ts";
import { findAccount } from "../book/accounts-table.ts";
import { openTradesOf } from "../book/trades-table.ts";
import { transactionsOf } from "../book/transactions-table.ts";
import { createEngineRun, processTicksUntil } from "./process-ticks.ts";

const HOUR = 3_600 * SECOND;

const file = fileDatabase();
const desk = movedDesk(file);
const { move, nowMs, quoteNow } = desk;

const runFor = (milliseconds: number) => runEngineFor(desk.deps, milliseconds);

const events = async (userId: string) =>
  (await transactionsOf(file.database, userId, { limit: 200 })).toReversed();

test("positions are financed once per 17:00, with three days of interest on Wednesday", async () => {
  const userId = await trader(desk.deps);
  await order(desk.deps, userId, { units: "10000" });
  // Processes Wednesday noon to Friday noon in one run, as after an outage.
  await runFor(20 * SECOND);
  desk.deps.clock.set(new Date("2026-09-16T20:59:50Z"));
  await file.database.query("update forex_engine set walked_at = $1", [desk.deps.clock.now()]);
  await runFor(20 * SECOND);
  desk.deps.clock.set(new Date("2026-09-16T20:59:40Z"));
  await file.database.query("update forex_engine set walked_at = $1", [desk.deps.clock.now()]);
  await runFor(40 * SECOND);
  const financed = (await events(userId)).filter(({ type }) => type === "DAILY_FINANCING");
  expect(financed).toHaveLength(1);
  const [first] = financed;
  expect(first?.at.toISOString()).toBe("2026-09-16T21:00:00.000Z");
  expect(first?.detail).toMatchObject({ days: 3 });
  expect(first?.amountCents).toBeLessThan(0n);
  const [trade] = await openTradesOf(file.database, userId);
  expect(trade?.financingCents).toBe(first?.amountCents);
});

test("periods without open positions are skipped without reading prices", async () => {
  const queriedMs: number[] = [];
  const valuedAt: typeof desk.deps.feed.valuedAt = (timeMs) => {
    queriedMs.push(timeMs);
    return desk.deps.feed.valuedAt(timeMs);
  };
  const startMs = nowMs();
  // Only the engine writes to these accounts, as in a replay.
  const accounts = { ...desk.deps.accounts, closeDay: undefined };
  const run = createEngineRun(
    { ...desk.deps, accounts, feed: { ...desk.deps.feed, valuedAt } },
    startMs,
  );
  await processTicksUntil(run, startMs + 14 * 24 * HOUR);
  expect(run.processedMs).toBe(startMs + 14 * 24 * HOUR);
  expect(queriedMs).toEqual([]);
});

/** Returns the number of units whose margin takes 95 % of the user's balance. */
async function allIn(userId: string): Promise<number> {
  const { availableCents } = await balancesOf(file.database, userId);
  const { ask } = await quoteNow();
  const units = Math.floor((Number(availableCents) * 10_000 * 30 * 0.95) / ask);
  await order(desk.deps, userId, { units: String(units) });
  return units;
}

/** Returns a fraction of a price in pips, rounded to the price step. */
const pips = (price: number, part: number) => Math.round((price * part) / 10) / 10;

const settled = async () => {
  expect(await accountBalance(file.database, houseAccount("forex-advance", "USD"))).toBe(0n);
  expect(await verifyLedger(file.database)).toEqual([]);
};

test("at a margin level of 50 % the position with the largest loss is closed", async () => {
  const userId = await trader(desk.deps);
  const startMs = nowMs();
  await runFor(0);
  const units = await allIn(userId);
  const { bid } = await quoteNow();
  // At a margin rate of 3.33 %, a fall of 1.2 % brings the level below 100 %, and a fall of 2 %
  // below 50 %.
  move(-pips(bid, 0.012), startMs + 10 * SECOND);
  await runFor(15 * SECOND);
  expect(await findAccount(file.database, userId)).toMatchObject({ isMarginCall: true });
  expect(await openTradesOf(file.database, userId)).toHaveLength(1);
  move(-pips(bid, 0.02), startMs + 20 * SECOND);
  await runFor(10 * SECOND);
  expect(await openTradesOf(file.database, userId)).toEqual([]);
  const entries = await events(userId);
  expect(entries.map(({ type }) => type)).toEqual([
    "TRANSFER_FUNDS",
    "MARKET_ORDER",
    "ORDER_FILL",
    "MARGIN_CALL_ENTER",
    "MARKET_ORDER",
    "ORDER_FILL",
    "MARGIN_CALL_EXIT",
  ]);
  expect(entries.at(-2)).toMatchObject({
    units: -units,
    detail: { reason: "MARGIN_CLOSEOUT", level: expect.stringMatching(/^(4\d|3\d)/) as string },
  });
  expect((await balancesOf(file.database, userId)).availableCents).toBeGreaterThan(0n);
  const messages = await file.database.query<{ subject: string; body: string }>(
    "select subject, body from notifications_messages where user_id = $1 and template like 'forex%' order by id",
    [userId],
  );
  expect(messages.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Margin call: your Forex margin level is [6-9]\d\.\d\d %$/),
    "Stop-out: the Forex desk closed some of your positions",
  ]);
  expect(messages[1]?.body).toMatch(/EUR\/USD long [\d,]+ at 1\.\d{5}: -\d+\.\d\d USD/);
  await settled();
});

test("a price gap costs a user at most the balance", async () => {
  const userId = await trader(desk.deps);
  const startMs = nowMs();
  await runFor(0);
  await allIn(userId);
  const { bid } = await quoteNow();
  move(-pips(bid, 0.2), startMs + 10 * SECOND);
  await runFor(15 * SECOND);
  expect(await openTradesOf(file.database, userId)).toEqual([]);
  expect((await balancesOf(file.database, userId)).availableCents).toBe(0n);
  expect(await findAccount(file.database, userId)).toMatchObject({ advanceCents: 0n });
  const protection = (await events(userId)).find(
    ({ type }) => type === "NEGATIVE_BALANCE_PROTECTION",
  );
  expect(protection?.amountCents).toBeGreaterThan(0n);
  expect(protection?.balanceCents).toBe(0n);
  await settled();
});

test("margin calls and stop-outs use the day's posted margin rates", async () => {
  // Raises the margin rates to ten times the usual 3.33 %.
  const marginRates = INSTRUMENTS.map(({ marginRate }) => marginRate * 10);
  const deps = deskDeps(file.database, { feed: desk.deps.feed, marginRates });
  const userId = await trader(deps);
  const startMs = deps.clock.now().getTime();
  const { availableCents } = await balancesOf(file.database, userId);
  const { ask, bid } = await quoteNow();
  // A position of about three times the balance. Its margin exceeds the balance at a margin rate of
  // one third, but not at 3.33 %.
  const units = Math.floor((Number(availableCents) * 10_000 * 3.1) / ask);
  const refused = await order(deps, userId, { units: String(units) });
  expect(refused).toMatchObject({ state: "CANCELLED", reason: "INSUFFICIENT_MARGIN" });
  await order(deps, userId, { units: String(Math.floor(units * 0.9)) });
  move(-pips(bid, 0.1), startMs + 10 * SECOND);
  await file.database.query("update forex_engine set walked_at = $1", [new Date(startMs)]);
  await runEngineFor(deps, 15 * SECOND);
  expect(await findAccount(file.database, userId)).toMatchObject({ isMarginCall: true });
  move(-pips(bid, 0.25), startMs + 20 * SECOND);
  await runEngineFor(deps, 10 * SECOND);
  expect(await openTradesOf(file.database, userId)).toEqual([]);
  await settled();
});

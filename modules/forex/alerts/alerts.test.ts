/**
 * Tests the evaluation of alerts at every tick: exact crossings, outages, repeats, expiry, and
 * alerts on the account.
 */
import { instrumentNamed, priceText, quoteAt, TICK_MS, type Quote } from "#market";
import { savePhone } from "#notifications";
import { beforeEach, expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { runProgram } from "../../../test/support/servers/program.ts";
import {
  deskDeps,
  movedFeed,
  order,
  people,
  runEngineFor,
  trader,
  type DeskTestDeps,
} from "../../../test/support/money/forex.ts";
import { setForexNotices } from "../notices/set-notices.ts";
import {
  evaluateAlerts,
  isCurrent,
  openAlertRun,
  reloadAlerts,
  saveAlertRun,
} from "./alert-run.ts";
import { changeAlert, createAlert, type AlertDraft } from "./alert-requests.ts";
import { alertsOf } from "./alerts-table.ts";

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const PIP = 100;

const file = fileDatabase();
let deps: DeskTestDeps;
let moved: ReturnType<typeof movedFeed>;

beforeEach(async () => {
  moved = movedFeed(deskDeps(file.database).feed);
  deps = deskDeps(file.database, { feed: moved.feed });
  await file.database.query("update forex_engine set walked_at = null, closed_at = null");
  await file.database.query("update forex_alert_progress set prices_at = null, accounts_at = null");
  await file.database.query("delete from forex_alerts");
});

const pair = instrumentNamed("EUR_USD");
if (!pair) throw new Error("EUR/USD is missing");
const text = (price: number) => priceText(Math.floor(price / 10) * 10, pair);
const nowMs = () => deps.clock.now().getTime();

async function quoteNow(): Promise<Quote> {
  const quote = (await deps.feed.quotesAt(nowMs()))?.(pair as never);
  if (!quote) throw new Error("no quote");
  return quote;
}

const create = (userId: string, draft: Partial<AlertDraft>) =>
  createAlert(
    { ...deps, people },
    { userId, draft: { kind: "PRICE", instrument: "EUR_USD", level: "1", ...draft } },
  );

/** Lets the time pass without the worker, and evaluates all of it afterwards. */
async function evaluateAfter(milliseconds: number): Promise<void> {
  deps.clock.advance(milliseconds);
  const run = await openAlertRun(deps);
  await evaluateAlerts(run);
  await saveAlertRun(run);
}

/** Evaluates this time in rounds of one second, as the worker does. */
async function evaluateFor(milliseconds: number): Promise<void> {
  const run = await openAlertRun(deps);
  for (let passed = 0; passed < milliseconds; passed += SECOND) {
    deps.clock.advance(Math.min(SECOND, milliseconds - passed));
    await evaluateAlerts(run);
    await saveAlertRun(run);
  }
}

const messages = (userId: string) =>
  file.database.query<{ subject: string; body: string }>(
    "select subject, body from notifications_messages where user_id = $1 and template = 'forex_alert' order by id",
    [userId],
  );

async function onlyAlert(userId: string) {
  const [alert, ...others] = await alertsOf(file.database, userId);
  if (!alert || others.length > 0) throw new Error("not one alert");
  return alert;
}

/** Finds the first tick at which the bid reaches its highest value of the next minutes. */
async function highestBid(milliseconds: number): Promise<Quote> {
  const path = await deps.feed.pathAt(nowMs());
  if (!path || !pair) throw new Error("no path");
  let highest: Quote | undefined;
  for (let timeMs = nowMs() + TICK_MS; timeMs <= nowMs() + milliseconds; timeMs += TICK_MS) {
    const quote = quoteAt(path, pair, timeMs);
    if (quote && quote.bid > (highest?.bid ?? 0)) highest = quote;
  }
  if (!highest) throw new Error("no quote");
  return highest;
}

test("a level that only one tick between two rounds reaches is found at that tick", async () => {
  const userId = await trader(deps);
  await evaluateAfter(0);
  const { bid, timeMs } = await highestBid(HOUR);
  expect(timeMs).toBeGreaterThan(nowMs() + SECOND);
  await create(userId, { side: "BID", direction: "ABOVE", level: text(bid) });
  await create(userId, { side: "BID", direction: "ABOVE", level: text(bid + 10) });
  await evaluateFor(timeMs - nowMs() - TICK_MS);
  expect(await messages(userId)).toEqual([]);
  await evaluateFor(SECOND);
  const alerts = await alertsOf(file.database, userId);
  expect(alerts.map(({ state, firedAt, firedValue }) => ({ state, firedAt, firedValue }))).toEqual([
    { state: "ACTIVE", firedAt: null, firedValue: null },
    { state: "FIRED", firedAt: new Date(timeMs), firedValue: BigInt(bid) },
  ]);
  const [message, ...others] = await messages(userId);
  expect(others).toEqual([]);
  expect(message?.subject).toBe(`Forex alert: EUR/USD bid at or above ${text(bid)}`);
  expect(message?.body).not.toContain("late");
});

test("a level crossed during an outage is reported once, with its time, as found late", async () => {
  const userId = await trader(deps);
  await evaluateAfter(0);
  const { bid, timeMs } = await highestBid(HOUR);
  await create(userId, { side: "BID", direction: "ABOVE", level: text(bid) });
  await evaluateAfter(2 * HOUR);
  await evaluateAfter(HOUR);
  const [message, ...others] = await messages(userId);
  expect(others).toEqual([]);
  expect(message?.body).toContain(new Date(timeMs).toISOString().slice(0, 19));
  expect(message?.body).toContain("Found late, at 2026-09-16T11:00:00Z");
  expect((await onlyAlert(userId)).firedAt).toEqual(new Date(timeMs));
});

test("an alert that repeats sends one message about an outage", async () => {
  const userId = await trader(deps);
  await evaluateAfter(0);
  const { bid, ask } = await quoteNow();
  await create(userId, { level: text((bid + ask) / 2), direction: "ABOVE", repeatSeconds: 60 });
  await evaluateAfter(3 * HOUR);
  expect(await messages(userId)).toHaveLength(1);
  await evaluateFor(30 * SECOND);
  expect(await messages(userId)).toHaveLength(1);
});

test("an alert fires when its condition becomes true, not while it stays true", async () => {
  const userId = await trader(deps);
  const { bid } = await quoteNow();
  const terms = { side: "BID", direction: "ABOVE", repeatSeconds: 60 } as const;
  await create(userId, { ...terms, level: text(bid - 50 * PIP) });
  await evaluateFor(10 * SECOND);
  expect(await messages(userId)).toEqual([]);
  moved.move("EUR_USD", nowMs() + SECOND, -100 * PIP);
  await evaluateFor(5 * SECOND);
  moved.move("EUR_USD", nowMs() + SECOND, 0);
  await evaluateFor(5 * SECOND);
  expect(await messages(userId)).toHaveLength(1);
  // The price returns within the pause of a minute, which sends no message.
  moved.move("EUR_USD", nowMs() + SECOND, -100 * PIP);
  moved.move("EUR_USD", nowMs() + 3 * SECOND, 0);
  await evaluateFor(MINUTE);
  expect(await messages(userId)).toHaveLength(1);
  moved.move("EUR_USD", nowMs() + SECOND, -100 * PIP);
  moved.move("EUR_USD", nowMs() + 3 * SECOND, 0);
  await evaluateFor(5 * SECOND);
  expect(await messages(userId)).toHaveLength(2);
  expect((await onlyAlert(userId)).firedCount).toBe(2);
});

test("a crash between the message and the saved progress sends no second message", async () => {
  const userId = await trader(deps);
  await evaluateAfter(0);
  const { bid } = await highestBid(HOUR);
  for (const repeatSeconds of [null, 60])
    await create(userId, {
      side: "BID",
      direction: "ABOVE",
      level: text(bid - (repeatSeconds ?? 0)),
      repeatSeconds,
    });
  deps.clock.advance(HOUR);
  // This run dies before its progress is saved.
  await evaluateAlerts(await openAlertRun(deps));
  expect(await messages(userId)).toHaveLength(1);
  await evaluateAfter(0);
  expect(await messages(userId)).toHaveLength(1);
});

test.each([
  ["forex.alert-written", 0],
  ["forex.alerts-fired", 1],
  ["forex.alerts-evaluated", 1],
])("a process killed at %s leaves one message after its restart", async (failpoint, before) => {
  const userId = await trader(deps);
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
  const userId = await trader(deps);
  await evaluateAfter(0);
  const { bid } = await highestBid(MINUTE);
  await create(userId, { side: "BID", direction: "ABOVE", level: text(bid) });
  const broken = { ...deps.accounts, deliver: () => Promise.reject(new Error("no mailbox")) };
  deps.clock.advance(MINUTE);
  const run = await openAlertRun({ ...deps, accounts: broken });
  await evaluateAlerts(run);
  await saveAlertRun(run);
  expect(await messages(userId)).toEqual([]);
  await evaluateAfter(MINUTE);
  expect(await messages(userId)).toHaveLength(1);
});

test("an alert created during a run is evaluated from the moment of its creation", async () => {
  const userId = await trader(deps);
  await evaluateAfter(0);
  await create(userId, { level: "0.50000", direction: "BELOW" });
  const run = await openAlertRun(deps);
  const { bid, timeMs } = await highestBid(MINUTE);
  deps.clock.advance(timeMs - nowMs() - SECOND);
  await create(userId, { side: "BID", direction: "ABOVE", level: text(bid) });
  deps.clock.advance(5 * SECOND);
  // The worker passes the crossing before it knows the new alert.
  await evaluateAlerts(run);
  await reloadAlerts(run, [userId]);
  await evaluateAlerts(run);
  const [created] = await alertsOf(file.database, userId);
  expect(created?.firedAt).toEqual(new Date(timeMs));
});

test("an alert that expires before its crossing ends without a message", async () => {
  const userId = await trader(deps);
  await evaluateAfter(0);
  const { bid, timeMs } = await highestBid(HOUR);
  const terms = { side: "BID", direction: "ABOVE" } as const;
  const before = new Date(timeMs - TICK_MS);
  await create(userId, { ...terms, level: text(bid), expiresAt: before });
  await create(userId, { ...terms, level: text(bid - 10), expiresAt: new Date(timeMs + HOUR) });
  await evaluateAfter(3 * HOUR);
  const states = (await alertsOf(file.database, userId)).map(({ state }) => state);
  expect(states).toEqual(["FIRED", "EXPIRED"]);
  expect(await messages(userId)).toHaveLength(1);
});

test("a changed alert is armed again and forgets its old condition", async () => {
  const userId = await trader(deps);
  await evaluateAfter(0);
  const { bid } = await highestBid(MINUTE);
  const { id } = await create(userId, { side: "BID", direction: "ABOVE", level: text(bid) });
  const draft = { kind: "PRICE", instrument: "EUR_USD", direction: "BELOW", level: "0.5" } as const;
  await changeAlert({ ...deps, people }, { userId, id, draft });
  await evaluateAfter(MINUTE);
  expect(await messages(userId)).toEqual([]);
});

test("alerts on the spread and on the day's move fire at their levels", async () => {
  const userId = await trader(deps);
  await evaluateAfter(0);
  await create(userId, { kind: "SPREAD", level: "3" });
  await create(userId, { kind: "DAY_MOVE", level: "2" });
  await evaluateFor(2 * SECOND);
  expect(await messages(userId)).toEqual([]);
  moved.move("EUR_USD", nowMs() + SECOND, -400 * PIP);
  // The spread widens five minutes before the announcement at 14:00 in New York.
  await evaluateAfter(13 * HOUR);
  const alerts = await alertsOf(file.database, userId);
  expect(alerts.map(({ state }) => state)).toEqual(["FIRED", "FIRED"]);
  expect(alerts[1]?.firedAt?.toISOString()).toMatch(/^2026-09-16T17:55/);
  expect(Number(alerts[0]?.firedValue)).toBeGreaterThanOrEqual(200);
});

test("alerts on equity and margin level use the trades at each tick", async () => {
  const userId = await trader(deps);
  await runEngineFor(deps, 0);
  await evaluateAfter(0);
  const [account] = await file.database.query<{ cents: bigint }>(
    "select balance_cents as cents from forex_transactions where user_id = $1 order by id desc limit 1",
    [userId],
  );
  const cents = account?.cents ?? 0n;
  const level = `${(cents - 20_000n) / 100n}.00`;
  await create(userId, { kind: "EQUITY", direction: "BELOW", level });
  await create(userId, { kind: "MARGIN_LEVEL", level: "150" });
  await runEngineFor(deps, 10 * SECOND);
  await evaluateAfter(0);
  expect(await messages(userId)).toEqual([]);
  await order(deps, userId, { units: "100000" });
  const fellMs = Math.ceil(nowMs() / TICK_MS) * TICK_MS + 5 * SECOND;
  moved.move("EUR_USD", fellMs, -25 * PIP);
  await runEngineFor(deps, 20 * SECOND);
  // The trade is closed before the worker evaluates the ticks at which it was open.
  await order(deps, userId, { units: "-100000" });
  await runEngineFor(deps, 10 * SECOND);
  await evaluateAfter(0);
  const alerts = await alertsOf(file.database, userId);
  const equity = alerts.find(({ kind }) => kind === "EQUITY");
  expect(equity?.firedAt).toEqual(new Date(fellMs));
  expect(Number(equity?.firedValue)).toBeLessThanOrEqual(Number(cents - 20_000n));
  expect(await messages(userId)).toHaveLength(1);
});

test("more events than are read at once apply at their own times", async () => {
  const userId = await trader(deps);
  const [account] = await file.database.query<{ id: number; cents: bigint }>(
    `select id, balance_cents as cents from forex_transactions where user_id = $1 order by id desc limit 1`,
    [userId],
  );
  const { id = 0, cents = 0n } = account ?? {};
  await create(userId, { kind: "EQUITY", direction: "BELOW", level: `${cents / 100n - 50n}.00` });
  await runEngineFor(deps, 5 * SECOND);
  await evaluateAfter(0);
  const fromMs = Math.ceil(nowMs() / TICK_MS) * TICK_MS;
  // The balance falls by 100 USD for a second, after thousands of other events.
  await file.database.query(
    `insert into forex_transactions (user_id, id, type, at, amount_cents, balance_cents)
     select $1, $2 + n, 'TRANSFER_FUNDS',
       $3::timestamptz + make_interval(secs => case n when 5001 then 1 when 5002 then 2 else 0 end), 0,
       case n when 5001 then $4::bigint - 10000 else $4::bigint end
     from generate_series(1, 5002) as n`,
    [userId, id, new Date(fromMs), cents],
  );
  await runEngineFor(deps, 10 * SECOND);
  await evaluateAfter(0);
  const { firedAt, firedValue } = await onlyAlert(userId);
  expect(firedAt).toEqual(new Date(fromMs + SECOND));
  expect(firedValue).toBe(cents - 10_000n);
});

test("an alert that is armed again while its firing waits to be stored is watched", async () => {
  const userId = await trader(deps);
  const draft = { kind: "PRICE", instrument: "EUR_USD", level: "0.50000" } as const;
  const { id } = await create(userId, { ...draft, direction: "BELOW" });
  const run = await openAlertRun(deps);
  const old = run.watched.get(id);
  if (!old) throw new Error("the alert is not watched");
  deps.clock.advance(SECOND);
  const draftAgain = { ...draft, direction: "BELOW", level: "0.60000" } as const;
  await changeAlert({ ...deps, people }, { userId, id, draft: draftAgain });
  await reloadAlerts(run, [userId]);
  run.pending.push({ row: old.row, timeMs: nowMs(), value: 1n });
  await evaluateAlerts(run);
  expect(run.watched.has(id)).toBe(true);
  expect(await messages(userId)).toEqual([]);
});

test("an alert is not watched before its ticks up to the saved progress are evaluated", async () => {
  const userId = await trader(deps);
  await runEngineFor(deps, 10 * SECOND);
  await evaluateAfter(0);
  // The clock was ahead while earlier ticks were evaluated.
  await file.database.query("update forex_alert_progress set prices_at = $1", [
    new Date(nowMs() + MINUTE),
  ]);
  await create(userId, { level: "0.50000", direction: "BELOW" });
  const run = await openAlertRun(deps);
  const evaluate = async (milliseconds: number) => {
    await runEngineFor(deps, milliseconds);
    await evaluateAlerts(run);
    await saveAlertRun(run);
    return (await onlyAlert(userId)).isWatched;
  };
  expect(await evaluate(10 * SECOND)).toBe(false);
  expect(await evaluate(MINUTE)).toBe(true);
});

test("a run is no longer current after another process has evaluated alerts", async () => {
  const userId = await trader(deps);
  await create(userId, { level: "0.50000", direction: "BELOW" });
  const [one, other] = [await openAlertRun(deps), await openAlertRun(deps)];
  await saveAlertRun(one);
  expect(await isCurrent(one)).toBe(true);
  deps.clock.advance(SECOND);
  await evaluateAlerts(other);
  await saveAlertRun(other);
  expect(await isCurrent(one)).toBe(false);
});

test("two processes that evaluate the same ticks send one message", async () => {
  const userId = await trader(deps);
  await evaluateAfter(0);
  const { bid } = await highestBid(MINUTE);
  const terms = { side: "BID", direction: "ABOVE", level: text(bid) } as const;
  await create(userId, { ...terms, repeatSeconds: 60 });
  const runs = [await openAlertRun(deps), await openAlertRun(deps)];
  deps.clock.advance(MINUTE);
  await Promise.all(runs.map((run) => evaluateAlerts(run)));
  expect(await messages(userId)).toHaveLength(1);
});

test("messages leave by e-mail and SMS as the user has set", async () => {
  const userId = await trader(deps);
  await file.database.query(
    `insert into notifications_outlets (channel, is_open) values ('email', true), ('sms', true)
     on conflict (channel) do update set is_open = true`,
  );
  await savePhone(file.database, { userId, phone: "+4915112345678" });
  const channels = async () => {
    const rows = await file.database.query<{ channel: string }>(
      "select channel from notifications_outbox where user_id = $1 and template = 'forex_alert' order by id",
      [userId],
    );
    return rows.map(({ channel }) => channel);
  };
  const fire = async () => {
    const { bid } = await quoteNow();
    await create(userId, { side: "BID", direction: "BELOW", level: text(bid - 50 * PIP) });
    moved.move("EUR_USD", nowMs() + SECOND, -100 * PIP);
    await evaluateFor(5 * SECOND);
    moved.move("EUR_USD", nowMs(), 0);
    await file.database.query("delete from forex_alerts");
    // The next message is written at least a minute later.
    await evaluateFor(MINUTE);
  };
  const set = (settings: Parameters<typeof setForexNotices>[2]["settings"]) =>
    setForexNotices(file.database, userId, { settings, now: deps.clock.now() });
  await fire();
  expect(await channels()).toEqual(["email"]);
  await set({ mailsAlerts: false });
  await fire();
  expect(await channels()).toEqual(["email"]);
  expect(await messages(userId)).toHaveLength(2);
  await set({ textsAlerts: true });
  await fire();
  expect(await channels()).toEqual(["email", "sms"]);
});

test("the clock set back evaluates no tick twice", async () => {
  const userId = await trader(deps);
  await evaluateAfter(0);
  const { bid } = await highestBid(MINUTE);
  const terms = { side: "BID", direction: "ABOVE", level: text(bid), repeatSeconds: 60 } as const;
  await create(userId, terms);
  await evaluateAfter(2 * MINUTE);
  expect(await messages(userId)).toHaveLength(1);
  deps.clock.advance(-2 * MINUTE);
  await evaluateAfter(MINUTE);
  await evaluateAfter(MINUTE);
  expect(await messages(userId)).toHaveLength(1);
});

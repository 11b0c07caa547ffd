/**
 * Tests the evaluation of alerts at every tick: exact crossings, outages, repeats, expiry, alerts
 * on the account, and the channels of messages.
 */
import { TICK_MS } from "#market";
import { savePhone } from "#notifications";
import { expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { alertDesk, HOUR, MINUTE } from "../../../test/support/money/alert-desk.ts";
import { order, people, runEngineFor, trader } from "../../../test/support/money/forex.ts";
import { PIP, SECOND } from "../../../test/support/money/moved-desk.ts";
import { setForexNotices } from "../notices/set-notices.ts";
import { changeAlert } from "./alert-requests.ts";
import { alertsOf } from "./alerts-table.ts";

const file = fileDatabase();
const { desk, create, evaluateAfter, evaluateFor, highestBid, messages, onlyAlert } =
  alertDesk(file);
const { move, nowMs, quoteNow, text } = desk;

test("a level that only one tick between two rounds reaches is found at that tick", async () => {
  const userId = await trader(desk.deps);
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
  const userId = await trader(desk.deps);
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
  const userId = await trader(desk.deps);
  await evaluateAfter(0);
  const { bid, ask } = await quoteNow();
  await create(userId, { level: text((bid + ask) / 2), direction: "ABOVE", repeatSeconds: 60 });
  await evaluateAfter(3 * HOUR);
  expect(await messages(userId)).toHaveLength(1);
  await evaluateFor(30 * SECOND);
  expect(await messages(userId)).toHaveLength(1);
});

test("an alert fires when its condition becomes true, not while it stays true", async () => {
  const userId = await trader(desk.deps);
  const { bid } = await quoteNow();
  const terms = { side: "BID", direction: "ABOVE", repeatSeconds: 60 } as const;
  await create(userId, { ...terms, level: text(bid - 50 * PIP) });
  await evaluateFor(10 * SECOND);
  expect(await messages(userId)).toEqual([]);
  move(-100, nowMs() + SECOND);
  await evaluateFor(5 * SECOND);
  move(0, nowMs() + SECOND);
  await evaluateFor(5 * SECOND);
  expect(await messages(userId)).toHaveLength(1);
  // The price returns within the pause of a minute, which sends no message.
  move(-100, nowMs() + SECOND);
  move(0, nowMs() + 3 * SECOND);
  await evaluateFor(MINUTE);
  expect(await messages(userId)).toHaveLength(1);
  move(-100, nowMs() + SECOND);
  move(0, nowMs() + 3 * SECOND);
  await evaluateFor(5 * SECOND);
  expect(await messages(userId)).toHaveLength(2);
  expect((await onlyAlert(userId)).firedCount).toBe(2);
});

test("an alert that expires before its crossing ends without a message", async () => {
  const userId = await trader(desk.deps);
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
  const userId = await trader(desk.deps);
  await evaluateAfter(0);
  const { bid } = await highestBid(MINUTE);
  const { id } = await create(userId, { side: "BID", direction: "ABOVE", level: text(bid) });
  const draft = { kind: "PRICE", instrument: "EUR_USD", direction: "BELOW", level: "0.5" } as const;
  await changeAlert({ ...desk.deps, people }, { userId, id, draft });
  await evaluateAfter(MINUTE);
  expect(await messages(userId)).toEqual([]);
});

test("alerts on the spread and on the day's move fire at their levels", async () => {
  const userId = await trader(desk.deps);
  await evaluateAfter(0);
  await create(userId, { kind: "SPREAD", level: "3" });
  await create(userId, { kind: "DAY_MOVE", level: "2" });
  await evaluateFor(2 * SECOND);
  expect(await messages(userId)).toEqual([]);
  move(-400, nowMs() + SECOND);
  // The spread widens five minutes before the announcement at 14:00 in New York.
  await evaluateAfter(13 * HOUR);
  const alerts = await alertsOf(file.database, userId);
  expect(alerts.map(({ state }) => state)).toEqual(["FIRED", "FIRED"]);
  expect(alerts[1]?.firedAt?.toISOString()).toMatch(/^2026-09-16T17:55/);
  expect(Number(alerts[0]?.firedValue)).toBeGreaterThanOrEqual(200);
});

test("alerts on equity and margin level use the trades at each tick", async () => {
  const userId = await trader(desk.deps);
  await runEngineFor(desk.deps, 0);
  await evaluateAfter(0);
  const [account] = await file.database.query<{ cents: bigint }>(
    "select balance_cents as cents from forex_transactions where user_id = $1 order by id desc limit 1",
    [userId],
  );
  const cents = account?.cents ?? 0n;
  const level = `${(cents - 20_000n) / 100n}.00`;
  await create(userId, { kind: "EQUITY", direction: "BELOW", level });
  await create(userId, { kind: "MARGIN_LEVEL", level: "150" });
  await runEngineFor(desk.deps, 10 * SECOND);
  await evaluateAfter(0);
  expect(await messages(userId)).toEqual([]);
  await order(desk.deps, userId, { units: "100000" });
  const fellMs = Math.ceil(nowMs() / TICK_MS) * TICK_MS + 5 * SECOND;
  move(-25, fellMs);
  await runEngineFor(desk.deps, 20 * SECOND);
  // The trade is closed before the worker evaluates the ticks at which it was open.
  await order(desk.deps, userId, { units: "-100000" });
  await runEngineFor(desk.deps, 10 * SECOND);
  await evaluateAfter(0);
  const alerts = await alertsOf(file.database, userId);
  const equity = alerts.find(({ kind }) => kind === "EQUITY");
  expect(equity?.firedAt).toEqual(new Date(fellMs));
  expect(Number(equity?.firedValue)).toBeLessThanOrEqual(Number(cents - 20_000n));
  expect(await messages(userId)).toHaveLength(1);
});

test("more events than are read at once apply at their own times", async () => {
  const userId = await trader(desk.deps);
  const [account] = await file.database.query<{ id: number; cents: bigint }>(
    `select id, balance_cents as cents from forex_transactions where user_id = $1 order by id desc limit 1`,
    [userId],
  );
  const { id = 0, cents = 0n } = account ?? {};
  await create(userId, { kind: "EQUITY", direction: "BELOW", level: `${cents / 100n - 50n}.00` });
  await runEngineFor(desk.deps, 5 * SECOND);
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
  await runEngineFor(desk.deps, 10 * SECOND);
  await evaluateAfter(0);
  const { firedAt, firedValue } = await onlyAlert(userId);
  expect(firedAt).toEqual(new Date(fromMs + SECOND));
  expect(firedValue).toBe(cents - 10_000n);
});

test("messages leave by e-mail and SMS as the user has set", async () => {
  const userId = await trader(desk.deps);
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
    move(-100, nowMs() + SECOND);
    await evaluateFor(5 * SECOND);
    move(0, nowMs());
    await file.database.query("delete from forex_alerts");
    // The next message is written at least a minute later.
    await evaluateFor(MINUTE);
  };
  const set = (settings: Parameters<typeof setForexNotices>[2]["settings"]) =>
    setForexNotices(file.database, userId, { settings, now: desk.deps.clock.now() });
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

/** Tests that a user gets at most one message about alerts per minute, and that none is lost. */
import { instrumentNamed, priceText } from "#market";
import { beforeEach, expect, test } from "vitest";
import { alertLimits } from "#api/limits";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import {
  deskDeps,
  movedFeed,
  people,
  trader,
  type DeskTestDeps,
} from "../../../test/support/money/forex.ts";
import { createAlert, type AlertDraft } from "./alert-requests.ts";
import { evaluateAlerts, openAlertRun, saveAlertRun } from "./alert-run.ts";
import { alertsOf, forgetAlerts } from "./alerts-table.ts";

const SECOND = 1_000;
const MINUTE = 60_000;
const PIP = 100;

const file = fileDatabase();
let deps: DeskTestDeps;
let moved: ReturnType<typeof movedFeed>;
let userId: string;

beforeEach(async () => {
  moved = movedFeed(deskDeps(file.database).feed);
  deps = deskDeps(file.database, { feed: moved.feed });
  await file.database.query("update forex_engine set walked_at = null, closed_at = null");
  await file.database.query("update forex_alert_progress set prices_at = null, accounts_at = null");
  await file.database.query("delete from forex_alerts");
  userId = await trader(deps);
});

const pair = instrumentNamed("EUR_USD");
if (!pair) throw new Error("EUR/USD is missing");
const nowMs = () => deps.clock.now().getTime();

async function bidNow(): Promise<number> {
  const quote = (await deps.feed.quotesAt(nowMs()))?.(pair as never);
  if (!quote) throw new Error("no quote");
  return quote.bid;
}

/** Creates an alert that fires when the bid falls by this number of pips. */
const createBelow = (bid: number, pips: number, draft: Partial<AlertDraft> = {}) => {
  const level = priceText(Math.floor((bid - pips * PIP) / 10) * 10, pair);
  return createAlert(
    { ...deps, people },
    {
      userId,
      draft: {
        kind: "PRICE",
        instrument: "EUR_USD",
        side: "BID",
        direction: "BELOW",
        level,
        ...draft,
      },
    },
  );
};

/** Evaluates this time in rounds of one second, each as in a new process. */
async function evaluateFor(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += SECOND) {
    const run = await openAlertRun(deps);
    deps.clock.advance(SECOND);
    await evaluateAlerts(run);
    await saveAlertRun(run);
  }
}

const messages = async () =>
  file.database.query<{ subject: string; body: string; sentAt: Date }>(
    `select subject, body, sent_at as "sentAt" from notifications_messages
     where user_id = $1 and template = 'forex_alert' order by id`,
    [userId],
  );
const reported = (all: readonly { readonly body: string }[]) =>
  all.reduce((sum, { body }) => sum + (body.match(/EUR\/USD bid at or below/g)?.length ?? 0), 0);

test("50 repeating alerts send one message per minute, which names each firing", async () => {
  const bid = await bidNow();
  for (let index = 0; index < alertLimits.activeMax; index += 1)
    await createBelow(bid, 100 + 10 * index, { repeatSeconds: 60 });
  await evaluateFor(2 * SECOND);
  const startMs = nowMs();
  // Each alert fires in another second, for three minutes.
  for (let minute = 0; minute < 3; minute += 1)
    for (let second = 0; second < 60; second += 1)
      moved.move("EUR_USD", startMs + minute * 61_000 + second * SECOND, -(55 + 10 * second) * PIP);
  await evaluateFor(5 * MINUTE);
  const all = await messages();
  expect(all.length).toBeLessThanOrEqual(5);
  expect(all[0]?.subject).toMatch(/^Forex alert: EUR\/USD bid at or below /);
  expect(all[1]?.subject).toMatch(/^\d+ of your Forex alerts fired$/);
  const sentMs = all.map(({ sentAt }) => sentAt.getTime());
  for (const [index, timeMs] of sentMs.slice(1).entries())
    expect(timeMs - (sentMs[index] ?? 0)).toBeGreaterThanOrEqual(MINUTE);
  const alerts = await alertsOf(file.database, userId);
  const fired = alerts.reduce((sum, { firedCount }) => sum + firedCount, 0);
  expect(fired).toBeGreaterThanOrEqual(2 * alertLimits.activeMax);
  expect(reported(all)).toBe(fired);
  // A message that waited for its minute was not found late.
  expect(all.some(({ body }) => body.includes("late"))).toBe(false);
});

test("waiting alerts are reported although no alert is active any more", async () => {
  const bid = await bidNow();
  await createBelow(bid, 50);
  await createBelow(bid, 150);
  moved.move("EUR_USD", nowMs() + 2 * SECOND, -100 * PIP);
  moved.move("EUR_USD", nowMs() + 5 * SECOND, -200 * PIP);
  await evaluateFor(10 * SECOND);
  expect((await alertsOf(file.database, userId)).map(({ state }) => state)).toEqual([
    "FIRED",
    "FIRED",
  ]);
  expect(reported(await messages())).toBe(1);
  await evaluateFor(MINUTE);
  const all = await messages();
  expect(all).toHaveLength(2);
  expect(reported(all)).toBe(2);
});

test("deleting the account deletes its waiting alerts", async () => {
  const bid = await bidNow();
  await createBelow(bid, 50);
  await createBelow(bid, 150);
  moved.move("EUR_USD", nowMs() + 2 * SECOND, -100 * PIP);
  moved.move("EUR_USD", nowMs() + 5 * SECOND, -200 * PIP);
  await evaluateFor(10 * SECOND);
  await file.database.transaction((tx) => forgetAlerts(tx, { userId }));
  await evaluateFor(MINUTE);
  expect(await messages()).toHaveLength(1);
});

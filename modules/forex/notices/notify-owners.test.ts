/**
 * Tests messages about the engine's actions: a single action is reported immediately, a burst is
 * combined into one message, and the owner's own requests are not reported.
 */
import { instrumentNamed, priceText } from "#market";
import { beforeEach, expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import {
  deskDeps,
  movedFeed,
  order,
  trader,
  runEngineFor,
  type DeskTestDeps,
} from "../../../test/support/money/forex.ts";
import { moneyRequest } from "../../../test/support/money/mining.ts";
import { cancelOrder } from "../orders/cancel-order.ts";
import { notifyOwners } from "./notify-owners.ts";

const SECOND = 1_000;
const PIP = 100;

const file = fileDatabase();
let deps: DeskTestDeps;
let moved: ReturnType<typeof movedFeed>;

beforeEach(async () => {
  moved = movedFeed(deskDeps(file.database).feed);
  deps = deskDeps(file.database, { feed: moved.feed });
  await file.database.query("update forex_engine set walked_at = null, closed_at = null");
});

const pair = instrumentNamed("EUR_USD");
const text = (price: number) => (pair ? priceText(price, pair) : "");

async function quoteNow() {
  const quote = pair && (await deps.feed.quotesAt(deps.clock.now().getTime()))?.(pair);
  if (!quote) throw new Error("no quote");
  return quote;
}

async function runFor(seconds: number): Promise<void> {
  await runEngineFor(deps, seconds * SECOND);
  await notifyOwners(deps);
}

const fallBy = (pips: number) =>
  moved.move("EUR_USD", deps.clock.now().getTime() + SECOND, -pips * PIP);

const messages = (userId: string) =>
  file.database.query<{ subject: string; body: string }>(
    "select subject, body from notifications_messages where user_id = $1 and template = 'forex_orders' order by id",
    [userId],
  );

test("a stop loss that closes a trade is reported once", async () => {
  const userId = await trader(deps);
  await runFor(0);
  const stop = text((await quoteNow()).bid - 20 * PIP);
  await order(deps, userId, { units: "5000", stopLossOnFill: { price: stop } });
  fallBy(30);
  await runFor(5);
  await runFor(120);
  const [message, ...others] = await messages(userId);
  expect(others).toEqual([]);
  expect(message?.subject).toMatch(/^Stop loss: sold 5,000 EUR\/USD at 1\.\d{5}$/);
  expect(message?.body).toMatch(new RegExp(`triggered at ${stop}, result -\\d+\\.\\d\\d USD`));
});

test("a burst of fills is combined into one message", async () => {
  const userId = await trader(deps);
  await runFor(0);
  const { ask } = await quoteNow();
  const buy = (pips: number) =>
    order(deps, userId, { units: "100", type: "LIMIT", price: text(ask - pips * PIP) });
  for (const pips of [20, 21, 22, 60, 61]) await buy(pips);
  fallBy(30);
  await runFor(5);
  const first = await messages(userId);
  expect(first.map(({ subject }) => subject)).toEqual([
    "3 of your Forex orders were filled or ended",
  ]);
  expect(first[0]?.body.match(/Limit order: bought 100/g)).toHaveLength(3);
  fallBy(70);
  await runFor(5);
  expect(await messages(userId)).toHaveLength(1);
  await runFor(60);
  const all = await messages(userId);
  expect(all[1]?.subject).toBe("2 of your Forex orders were filled or ended");
  expect(all).toHaveLength(2);
});

test("the message about an expired order states the reason", async () => {
  const userId = await trader(deps);
  await runFor(0);
  const gtdTimeMs = deps.clock.now().getTime() + 5 * SECOND;
  const rests = { type: "LIMIT", price: "0.50000", timeInForce: "GTD", gtdTimeMs } as const;
  await order(deps, userId, { units: "100", ...rests });
  await runFor(10);
  const [message] = await messages(userId);
  expect(message?.subject).toBe("Limit order in EUR/USD ended without a fill");
});

test("financing is reported only if it exceeds one dollar", async () => {
  const messagesOf = async (units: string) => {
    const userId = await trader(deps);
    await runFor(0);
    await order(deps, userId, { units });
    return userId;
  };
  const [small, large] = [await messagesOf("1000"), await messagesOf("100000")];
  await runFor(13 * 3_600);
  await runFor(120);
  expect(await messages(small)).toEqual([]);
  const [message, ...others] = await messages(large);
  expect(others).toEqual([]);
  expect(message?.subject).toMatch(/^Financing for three nights: -?\d+\.\d\d USD$/);
});

test("the owner's own actions are not reported", async () => {
  const userId = await trader(deps);
  await runFor(0);
  await order(deps, userId, { units: "5000", stopLossOnFill: { price: "0.50000" } });
  await order(deps, userId, { units: "10000000" });
  await order(deps, userId, { units: "-5000" });
  const rests = { type: "LIMIT", price: "0.50000" } as const;
  const { id } = await order(deps, userId, { units: "100", ...rests });
  const request = moneyRequest(userId, "cancelForexOrder");
  await cancelOrder(deps, { request, orderId: id }, () => null);
  await runFor(10);
  expect(await messages(userId)).toEqual([]);
});

test("messages are not e-mailed until the owner enables e-mail", async () => {
  const userId = await trader(deps);
  await runFor(0);
  await file.database.query(
    "insert into notifications_outlets (channel, is_open) values ('email', true) on conflict (channel) do update set is_open = true",
  );
  const queued = async () =>
    (
      await file.database.query(
        "select 1 from notifications_outbox where user_id = $1 and template = 'forex_orders'",
        [userId],
      )
    ).length;
  const fill = async () => {
    const { ask } = await quoteNow();
    const price = text(ask - 20 * PIP);
    await order(deps, userId, { units: "100", type: "LIMIT", price });
    fallBy(30);
    await runFor(70);
    moved.move("EUR_USD", deps.clock.now().getTime(), 0);
  };
  await fill();
  expect(await queued()).toBe(0);
  await file.database.query("update forex_accounts set mails_fills = true where user_id = $1", [
    userId,
  ]);
  await fill();
  expect(await queued()).toBe(1);
});

/**
 * Tests messages about the engine's actions: a single action is reported immediately, a burst is
 * combined into one message, and the owner's own requests are not reported.
 */
import { expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { order, runEngineFor, trader } from "../../../test/support/money/forex.ts";
import { moneyRequest } from "../../../test/support/money/mining.ts";
import { movedDesk, PIP, SECOND } from "../../../test/support/money/moved-desk.ts";
import { cancelOrder } from "../orders/cancel-order.ts";
import { notifyOwners } from "./notify-owners.ts";

const file = fileDatabase();
const desk = movedDesk(file);
const { move, nowMs, quoteNow, text } = desk;

async function runFor(seconds: number): Promise<void> {
  await runEngineFor(desk.deps, seconds * SECOND);
  await notifyOwners(desk.deps);
}

const fallBy = (pips: number) => move(-pips, nowMs() + SECOND);

const messages = (userId: string) =>
  file.database.query<{ subject: string; body: string }>(
    "select subject, body from notifications_messages where user_id = $1 and template = 'forex_orders' order by id",
    [userId],
  );

test("a stop loss that closes a trade is reported once", async () => {
  const userId = await trader(desk.deps);
  await runFor(0);
  const stop = text((await quoteNow()).bid - 20 * PIP);
  await order(desk.deps, userId, { units: "5000", stopLossOnFill: { price: stop } });
  fallBy(30);
  await runFor(5);
  await runFor(120);
  const [message, ...others] = await messages(userId);
  expect(others).toEqual([]);
  expect(message?.subject).toMatch(/^Stop loss: sold 5,000 EUR\/USD at 1\.\d{5}$/);
  expect(message?.body).toMatch(new RegExp(`triggered at ${stop}, result -\\d+\\.\\d\\d USD`));
});

test("a burst of fills is combined into one message", async () => {
  const userId = await trader(desk.deps);
  await runFor(0);
  const { ask } = await quoteNow();
  const buy = (pips: number) =>
    order(desk.deps, userId, { units: "100", type: "LIMIT", price: text(ask - pips * PIP) });
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
  const userId = await trader(desk.deps);
  await runFor(0);
  const gtdTimeMs = nowMs() + 5 * SECOND;
  const rests = { type: "LIMIT", price: "0.50000", timeInForce: "GTD", gtdTimeMs } as const;
  await order(desk.deps, userId, { units: "100", ...rests });
  await runFor(10);
  const [message] = await messages(userId);
  expect(message?.subject).toBe("Limit order in EUR/USD ended without a fill");
});

test("financing is reported only if it exceeds one dollar", async () => {
  const messagesOf = async (units: string) => {
    const userId = await trader(desk.deps);
    await runFor(0);
    await order(desk.deps, userId, { units });
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
  const userId = await trader(desk.deps);
  await runFor(0);
  await order(desk.deps, userId, { units: "5000", stopLossOnFill: { price: "0.50000" } });
  await order(desk.deps, userId, { units: "10000000" });
  await order(desk.deps, userId, { units: "-5000" });
  const rests = { type: "LIMIT", price: "0.50000" } as const;
  const { id } = await order(desk.deps, userId, { units: "100", ...rests });
  const request = moneyRequest(userId, "cancelForexOrder");
  await cancelOrder(desk.deps, { request, orderId: id }, () => null);
  await runFor(10);
  expect(await messages(userId)).toEqual([]);
});

test("messages are not e-mailed until the owner enables e-mail", async () => {
  const userId = await trader(desk.deps);
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
    await order(desk.deps, userId, { units: "100", type: "LIMIT", price });
    fallBy(30);
    await runFor(70);
    move(0, nowMs());
  };
  await fill();
  expect(await queued()).toBe(0);
  await file.database.query("update forex_accounts set mails_fills = true where user_id = $1", [
    userId,
  ]);
  await fill();
  expect(await queued()).toBe(1);
});

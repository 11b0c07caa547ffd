/**
 * Kills processes (kill -9) between an order and its response, and between the engine's action and
 * its commit. Repeating the request must return a single fill. Also tests that two processes handle
 * one account's orders one after the other.
 */
import { randomUUID } from "node:crypto";
import { balancesOf, verifyLedger } from "#ledger";
import { instrumentNamed, priceText, TICK_MS } from "#market";
import { requestHash } from "#platform";
import { beforeEach, expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import {
  deskDeps,
  order,
  START,
  trader,
  runEngineFor,
  type DeskTestDeps,
} from "../../../test/support/money/forex.ts";
import { runProgram } from "../../../test/support/servers/program.ts";
import { findAccount } from "../book/accounts-table.ts";
import { ordersOf } from "../book/orders-table.ts";
import { openTradesOf } from "../book/trades-table.ts";
import { transactionsOf } from "../book/transactions-table.ts";
import { placeOrder } from "./place-order.ts";

const file = fileDatabase();
let deps: DeskTestDeps;
beforeEach(async () => {
  deps = deskDeps(file.database);
  await file.database.query("update forex_engine set walked_at = null, closed_at = null");
});

const run = (words: readonly string[], failpoint?: string) =>
  runProgram("test/support/money/forex-process.ts", [file.url, ...words], failpoint);

const booked = async (userId: string) =>
  (await transactionsOf(file.database, userId, { limit: 1_000 }))
    .toReversed()
    .map(({ id, type }) => `${id} ${type}`);

test.each([
  ["forex.order-saved", ["1 TRANSFER_FUNDS"]],
  ["forex.order-committed", ["1 TRANSFER_FUNDS", "2 MARKET_ORDER", "3 ORDER_FILL"]],
])("an order killed at %s and repeated is filled once", async (failpoint, before) => {
  const userId = await trader(deps);
  const words = [userId, randomUUID(), "2000"] as const;
  expect(await run([START, "order", ...words], failpoint)).toBe("SIGKILL");
  expect(await booked(userId)).toEqual(before);
  const [, key, units] = words;
  const request = { userId, key, route: "placeForexOrder", requestHash: requestHash([...words]) };
  const draft = { type: "MARKET", instrument: "EUR_USD", units } as const;
  await placeOrder(deps, { request, draft }, ({ id }) => ({ id }));
  expect(await booked(userId)).toEqual(["1 TRANSFER_FUNDS", "2 MARKET_ORDER", "3 ORDER_FILL"]);
  expect((await openTradesOf(file.database, userId)).map((trade) => trade.units)).toEqual([2_000]);
  expect(await verifyLedger(file.database)).toEqual([]);
});

test("killing the engine during a fill does not fill the order twice", async () => {
  const userId = await trader(deps);
  await runEngineFor(deps, 0);
  const startMs = deps.clock.now().getTime();
  const pair = instrumentNamed("EUR_USD");
  if (!pair) throw new Error("no pair");
  const askAt = async (timeMs: number) => (await deps.feed.quotesAt(timeMs))?.(pair)?.ask ?? 0;
  const ticks = Array.from({ length: 10 }, (_, tick) => startMs + tick * TICK_MS);
  const asks = await Promise.all(ticks.map(askAt));
  const lowest = Math.min(...asks);
  // The market must not reach the order's price before the order is placed, or the response would
  // already contain the fill.
  expect(lowest).toBeLessThan(asks[0] ?? 0);
  const price = priceText(lowest, pair);
  const resting = await order(deps, userId, { units: "2000", type: "LIMIT", price });
  const words = [new Date(startMs).toISOString(), "walk", "3000"];
  expect(await run(words, "forex.turn-saved")).toBe("SIGKILL");
  expect(await booked(userId)).toEqual(["1 TRANSFER_FUNDS", "2 LIMIT_ORDER"]);
  expect(await run(words)).toBeNull();
  expect(await booked(userId)).toEqual(["1 TRANSFER_FUNDS", "2 LIMIT_ORDER", "3 ORDER_FILL"]);
  const [stored] = await ordersOf(file.database, userId, { state: "ALL", limit: 10 });
  expect(stored).toMatchObject({ id: resting.id, state: "FILLED" });
  expect(await verifyLedger(file.database)).toEqual([]);
});

test("two processes number an account's events without gaps", async () => {
  const userId = await trader(deps);
  const words = (units: string) => [START, "orders", userId, "50", units];
  expect(await Promise.all([run(words("300")), run(words("-200"))])).toEqual([null, null]);
  const events = (await transactionsOf(file.database, userId, { limit: 1_000 })).toReversed();
  expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
  const orders = await ordersOf(file.database, userId, { state: "ALL", limit: 1_000 });
  expect(orders.length).toBeGreaterThanOrEqual(10);
  expect(orders.every(({ state }) => state === "FILLED")).toBe(true);
  const unitSum = orders.reduce((sum, one) => sum + one.order.units, 0);
  const trades = await openTradesOf(file.database, userId);
  expect(trades.reduce((sum, { units }) => sum + units, 0)).toBe(unitSum);
  const { availableCents } = await balancesOf(file.database, userId);
  const account = await findAccount(file.database, userId);
  expect(events.at(-1)?.balanceCents).toBe(availableCents - (account?.advanceCents ?? 0n));
  expect(await verifyLedger(file.database)).toEqual([]);
});

/**
 * Tests limit, stop and if-touched orders: an order whose price is already reached is filled before
 * the response, and exits keep their expiry.
 */
import { dayOf, instrumentNamed, newYorkClose, priceText } from "#market";
import { beforeEach, expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import {
  deskDeps,
  order,
  trader,
  runEngineFor,
  type DeskTestDeps,
} from "../../../test/support/money/forex.ts";
import { moneyRequest } from "../../../test/support/money/mining.ts";
import { pendingOrdersOf } from "../book/orders-table.ts";
import { openTradesOf } from "../book/trades-table.ts";
import { previewOrder } from "../views/preview.ts";
import { changeExits } from "./change-exits.ts";

const SECOND = 1_000;
const SATURDAY = "2026-09-19T12:00:00Z";

const file = fileDatabase();
let deps: DeskTestDeps;
beforeEach(async () => {
  deps = deskDeps(file.database);
  await file.database.query("update forex_engine set walked_at = null, closed_at = null");
});

const pair = instrumentNamed("EUR_USD");
const text = (price: number) => (pair ? priceText(price, pair) : "");

async function lastQuote() {
  const quote = pair && (await deps.feed.valuedAt(deps.clock.now().getTime()))?.(pair);
  if (!quote) throw new Error("no quote");
  return quote;
}

test.each([
  ["LIMIT", "1000", 500],
  ["LIMIT", "-1000", -500],
  ["STOP", "1000", -500],
  ["STOP", "-1000", 500],
] as const)(
  "a %s order of %s units whose price is reached is filled in the response",
  async (type, units, steps) => {
    const userId = await trader(deps);
    const { ask, bid } = await lastQuote();
    const price = text((units === "1000" ? ask : bid) + steps);
    expect(await order(deps, userId, { units, type, price })).toMatchObject({ state: "FILLED" });
    expect(await openTradesOf(file.database, userId)).toHaveLength(1);
  },
);

test("a limit order whose price is reached waits while the engine is behind", async () => {
  const userId = await trader(deps);
  await runEngineFor(deps, 0);
  deps.clock.advance(60 * SECOND);
  const { ask } = await lastQuote();
  const limit = { units: "1000", type: "LIMIT", price: text(ask + 500) } as const;
  expect(await order(deps, userId, limit)).toMatchObject({ state: "PENDING" });
  await runEngineFor(deps, SECOND);
  expect(await openTradesOf(file.database, userId)).toHaveLength(1);
});

test("orders with a price are accepted while the market is closed", async () => {
  deps = deskDeps(file.database, { start: SATURDAY });
  const userId = await trader(deps);
  const { bid } = await lastQuote();
  for (const type of ["LIMIT", "STOP", "STOP_LIMIT", "MARKET_IF_TOUCHED"] as const) {
    const price = text(bid - 5_000);
    const limitPrice = type === "STOP_LIMIT" ? { limitPrice: price } : {};
    const draft = { units: "1000", type, price, ...limitPrice } as const;
    expect(await order(deps, userId, draft)).toMatchObject({ state: "PENDING" });
    const whole = { instrument: "EUR_USD", ...draft };
    expect(await previewOrder(deps, userId, whole)).toHaveProperty("price");
  }
  const touched = (await pendingOrdersOf(file.database, userId)).at(-1);
  expect(touched?.order).toMatchObject({ type: "MARKET_IF_TOUCHED", isBelowMarket: true });
});

test("a trailing stop can be set while the market is closed", async () => {
  deps = deskDeps(file.database, { start: "2026-09-18T20:59:00Z" });
  const userId = await trader(deps);
  await order(deps, userId, { units: "1000" });
  deps.clock.advance(12 * 3_600 * SECOND);
  const [trade] = await openTradesOf(file.database, userId);
  const exits = { trailingStopLoss: { distance: "0.00500" } };
  const request = moneyRequest(userId, "changeForexTradeOrders", exits);
  await changeExits(deps, { request, tradeId: trade?.id ?? "", exits }, () => null);
  const [stop] = await pendingOrdersOf(file.database, userId);
  expect(stop?.order.price).toBe((await lastQuote()).bid - 5_000);
});

test("exits keep their time in force after the trade opens", async () => {
  const userId = await trader(deps);
  const gtdTimeMs = deps.clock.now().getTime() + 30 * SECOND;
  await order(deps, userId, {
    units: "1000",
    takeProfitOnFill: { price: "1.50000", timeInForce: "GTC" },
    stopLossOnFill: { price: "0.50000", timeInForce: "GTD", gtdTimeMs },
    trailingStopLossOnFill: { distance: "0.50000", timeInForce: "GFD" },
  });
  const exits = await pendingOrdersOf(file.database, userId);
  const day = dayOf("2026-09-16");
  expect(exits.map(({ order: { timeInForce, expiresMs } }) => [timeInForce, expiresMs])).toEqual([
    ["GTC", undefined],
    ["GTD", gtdTimeMs],
    ["GFD", newYorkClose(day)],
  ]);
  await runEngineFor(deps, 0);
  await runEngineFor(deps, 60 * SECOND);
  const pending = await pendingOrdersOf(file.database, userId);
  expect(pending.map(({ order: { type } }) => type)).toEqual(["TAKE_PROFIT", "TRAILING_STOP_LOSS"]);
  expect(await openTradesOf(file.database, userId)).toHaveLength(1);
});

test("exits of a pending order keep their expiry until the order is filled", async () => {
  const userId = await trader(deps);
  const gtdTimeMs = deps.clock.now().getTime() + 3_600 * SECOND;
  const { id } = await order(deps, userId, {
    units: "1000",
    type: "LIMIT",
    price: "0.60000",
    stopLossOnFill: { price: "0.50000", timeInForce: "GTD", gtdTimeMs },
  });
  const waiting = (await pendingOrdersOf(file.database, userId)).find((one) => one.id === id);
  expect(waiting?.order.onFill).toEqual({
    stopLoss: 500_000,
    times: { stopLoss: { timeInForce: "GTD", gtdTimeMs } },
  });
});

test("an exit's time in force can be changed", async () => {
  const userId = await trader(deps);
  await order(deps, userId, { units: "1000" });
  const [trade] = await openTradesOf(file.database, userId);
  const exits = { stopLoss: { price: "0.50000", timeInForce: "GFD" } } as const;
  const request = moneyRequest(userId, "changeForexTradeOrders", exits);
  await changeExits(deps, { request, tradeId: trade?.id ?? "", exits }, () => null);
  const [stop] = await pendingOrdersOf(file.database, userId);
  expect(stop?.order).toMatchObject({
    timeInForce: "GFD",
    expiresMs: newYorkClose(dayOf("2026-09-16")),
  });
});

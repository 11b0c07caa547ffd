/** Tests stop-limit orders and several take profits, with the engine and the database. */
import { describe, expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { order, runEngineFor, trader } from "../../../test/support/money/forex.ts";
import { moneyRequest } from "../../../test/support/money/mining.ts";
import { movedDesk, PIP, SECOND } from "../../../test/support/money/moved-desk.ts";
import { findOrder, pendingOrdersOf } from "../book/orders-table.ts";
import { openTradesOf } from "../book/trades-table.ts";
import { cancelOrder } from "./cancel-order.ts";
import { closeTrade } from "./close-trade.ts";

const file = fileDatabase();
const desk = movedDesk(file);
const { change, eventsOf, move, nowMs, onlyTrade, quoteNow, shift, text } = desk;

async function targetsOf(userId: string) {
  const pending = await pendingOrdersOf(file.database, userId);
  return pending
    .filter(({ order: { type } }) => type === "TAKE_PROFIT")
    .map(({ order: { price, units } }) => [price, units]);
}

describe("stop-limit orders", () => {
  const stopLimit = async (userId: string, [stop, limit]: readonly [number, number]) => {
    const { ask } = await quoteNow();
    const price = text(ask + stop * PIP);
    const limitPrice = text(ask + limit * PIP);
    return order(desk.deps, userId, { type: "STOP_LIMIT", units: "3000", price, limitPrice });
  };

  test("an order whose limit is met when its stop is reached is filled at once", async () => {
    const userId = await trader(desk.deps);
    const { id } = await stopLimit(userId, [20, 60]);
    await runEngineFor(desk.deps, SECOND);
    expect(await findOrder(file.database, userId, id)).toMatchObject({ state: "PENDING" });
    await shift(30);
    expect(await findOrder(file.database, userId, id)).toMatchObject({ state: "FILLED" });
    const [fill] = await eventsOf(userId, "ORDER_FILL");
    expect(fill?.detail).toMatchObject({ orderType: "STOP_LIMIT", triggeredAt: null });
  });

  test("an order waits for its limit after a gap, and is filled below its stop", async () => {
    const userId = await trader(desk.deps);
    const { id } = await stopLimit(userId, [20, 25]);
    await shift(80);
    const waiting = await findOrder(file.database, userId, id);
    expect(waiting).toMatchObject({ state: "PENDING", order: { type: "STOP_LIMIT" } });
    expect(waiting?.order.triggeredMs).toBeGreaterThan(0);
    expect(await eventsOf(userId, "STOP_LIMIT_TRIGGERED")).toHaveLength(1);
    await shift(0);
    expect(await findOrder(file.database, userId, id)).toMatchObject({ state: "FILLED" });
    const { price } = await onlyTrade(userId);
    expect(price).toBeLessThan(waiting?.order.price ?? 0);
    const [fill] = await eventsOf(userId, "ORDER_FILL");
    expect(fill?.detail["triggeredAt"]).toBe(
      new Date(waiting?.order.triggeredMs ?? 0).toISOString(),
    );
  });

  test("ticks that are processed again do not fill an order before it was triggered", async () => {
    const userId = await trader(desk.deps);
    const startMs = nowMs();
    const { id } = await stopLimit(userId, [20, 25]);
    await shift(80);
    await file.database.query("update forex_engine set walked_at = $1", [new Date(startMs)]);
    await runEngineFor(desk.deps, 0);
    expect(await findOrder(file.database, userId, id)).toMatchObject({ state: "PENDING" });
    expect(await eventsOf(userId, "STOP_LIMIT_TRIGGERED")).toHaveLength(1);
  });

  test("an order that a missed tick triggers cannot be cancelled", async () => {
    const userId = await trader(desk.deps);
    const { id } = await stopLimit(userId, [20, 25]);
    await runEngineFor(desk.deps, 0);
    move(80, nowMs() + 400);
    desk.deps.clock.advance(2 * SECOND);
    const request = moneyRequest(userId, "cancelForexOrder", id);
    const cancelled = cancelOrder(desk.deps, { request, orderId: id }, ({ state }) => state);
    await expect(cancelled).rejects.toMatchObject({ code: "market_halted" });
  });

  test("an order whose stop is already reached fills in the response or waits", async () => {
    const userId = await trader(desk.deps);
    expect(await stopLimit(userId, [-20, 20])).toMatchObject({ state: "FILLED" });
    const waiting = await stopLimit(userId, [-20, -30]);
    expect(waiting).toMatchObject({ state: "PENDING", order: { triggeredMs: nowMs() } });
  });
});

describe("take profits for parts of a trade", () => {
  const withTargets = async (userId: string, units: readonly number[]) => {
    const { bid } = await quoteNow();
    const takeProfitsOnFill = units.map((size, index) => ({
      price: text(bid + (index + 1) * 20 * PIP),
      units: String(size),
    }));
    await order(desk.deps, userId, { units: "9000", takeProfitsOnFill });
    return onlyTrade(userId);
  };
  const sizes = async (userId: string) => (await targetsOf(userId)).map(([, units]) => units);

  test("each target closes its units, and the last one closes the trade", async () => {
    const userId = await trader(desk.deps);
    const { id } = await withTargets(userId, [2_000, 3_000, 4_000]);
    await shift(25);
    expect(await onlyTrade(userId)).toMatchObject({ id, units: 7_000 });
    expect(await sizes(userId)).toEqual([-3_000, -4_000]);
    await shift(45);
    expect(await onlyTrade(userId)).toMatchObject({ units: 4_000 });
    await shift(90);
    expect(await openTradesOf(file.database, userId)).toEqual([]);
    const fills = await eventsOf(userId, "ORDER_FILL");
    expect(fills.map(({ units }) => units)).toEqual([-4_000, -3_000, -2_000, 9_000]);
    expect(fills[1]?.detail["partUnits"]).toBe(-3_000);
  });

  test("a smaller trade reduces the farthest target first and cancels empty ones", async () => {
    const userId = await trader(desk.deps);
    const { id } = await withTargets(userId, [2_000, 3_000, 4_000]);
    const closing = (units: number) =>
      closeTrade(
        desk.deps,
        { request: moneyRequest(userId, "closeForexTrade", units), tradeId: id, units },
        ({ state }) => state,
      );
    await closing(1_500);
    expect(await sizes(userId)).toEqual([-2_000, -3_000, -2_500]);
    desk.deps.clock.advance(SECOND);
    await order(desk.deps, userId, { units: "-4000" });
    expect(await sizes(userId)).toEqual([-2_000, -1_500]);
    const cancelled = await eventsOf(userId, "ORDER_CANCEL");
    expect(cancelled.map(({ detail }) => detail["reason"])).toEqual(["TRADE_REDUCED"]);
    expect(await eventsOf(userId, "TAKE_PROFIT_REDUCED")).toHaveLength(2);
  });

  test("an order that mostly closes a position keeps the nearest targets", async () => {
    const userId = await trader(desk.deps);
    await order(desk.deps, userId, { units: "-6500" });
    await withTargets(userId, [2_000, 3_000, 4_000]);
    expect(await sizes(userId)).toEqual([-2_000, -500]);
  });

  test("targets with more units than the trade are refused", async () => {
    const userId = await trader(desk.deps);
    await expect(withTargets(userId, [5_000, 4_001])).rejects.toMatchObject({
      code: "take_profit_on_fill_units_exceed_trade_size",
    });
  });

  test("changing the take profits replaces all of them", async () => {
    const userId = await trader(desk.deps);
    const { id } = await withTargets(userId, [2_000, 3_000]);
    const { bid } = await quoteNow();
    const price = text(bid + 50 * PIP);
    await change(userId, id, { takeProfits: [{ price, units: "1" }] });
    expect(await sizes(userId)).toEqual([-1]);
    await change(userId, id, { takeProfit: { price } });
    expect(await sizes(userId)).toEqual([-9_000]);
    await change(userId, id, { takeProfit: null });
    expect(await sizes(userId)).toEqual([]);
  });
});

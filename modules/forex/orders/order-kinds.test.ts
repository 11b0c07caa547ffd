/**
 * Tests stop-limit orders, several take profits, break-even stops, partial closes and closing all
 * positions, with the engine and the database.
 */
import { instrumentNamed, priceText } from "#market";
import { beforeEach, describe, expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import {
  deskDeps,
  movedFeed,
  order,
  runEngineFor,
  trader,
  type DeskTestDeps,
} from "../../../test/support/money/forex.ts";
import { moneyRequest } from "../../../test/support/money/mining.ts";
import { findOrder, pendingOrdersOf } from "../book/orders-table.ts";
import { openTradesOf } from "../book/trades-table.ts";
import { transactionsOf } from "../book/transactions-table.ts";
import { cancelOrder } from "./cancel-order.ts";
import { changeExits, type ExitChanges } from "./change-exits.ts";
import { closeAll } from "./close-all.ts";
import { closePosition, closeTrade } from "./close-trade.ts";
import { readPartOfPosition, type PositionUnits } from "./read-close-units.ts";

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
const nowMs = () => deps.clock.now().getTime();

async function quoteNow() {
  const quote = pair && (await deps.feed.quotesAt(nowMs()))?.(pair);
  if (!quote) throw new Error("no quote");
  return quote;
}

/** Shifts the price by this number of pips from now on, and lets the engine process it. */
async function shift(pips: number, ms = SECOND) {
  moved.move("EUR_USD", nowMs() + 1, pips * PIP);
  await runEngineFor(deps, ms);
}

async function onlyTrade(userId: string) {
  const trades = await openTradesOf(file.database, userId);
  expect(trades).toHaveLength(1);
  const [trade] = trades;
  if (!trade) throw new Error("no trade");
  return trade;
}

const change = (userId: string, tradeId: string, exits: ExitChanges) =>
  changeExits(
    deps,
    { request: moneyRequest(userId, "changeForexTradeOrders", exits), tradeId, exits },
    (_trade, book) => book.pending.length,
  );

const eventsOf = (userId: string, type: string) =>
  transactionsOf(file.database, userId, { limit: 100 }).then((all) =>
    all.filter((one) => one.type === type),
  );

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
    return order(deps, userId, { type: "STOP_LIMIT", units: "3000", price, limitPrice });
  };

  test("an order whose limit is met when its stop is reached is filled at once", async () => {
    const userId = await trader(deps);
    const { id } = await stopLimit(userId, [20, 60]);
    await runEngineFor(deps, SECOND);
    expect(await findOrder(file.database, userId, id)).toMatchObject({ state: "PENDING" });
    await shift(30);
    expect(await findOrder(file.database, userId, id)).toMatchObject({ state: "FILLED" });
    const [fill] = await eventsOf(userId, "ORDER_FILL");
    expect(fill?.detail).toMatchObject({ orderType: "STOP_LIMIT", triggeredAt: null });
  });

  test("an order waits for its limit after a gap, and is filled below its stop", async () => {
    const userId = await trader(deps);
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
    const userId = await trader(deps);
    const startMs = nowMs();
    const { id } = await stopLimit(userId, [20, 25]);
    await shift(80);
    await file.database.query("update forex_engine set walked_at = $1", [new Date(startMs)]);
    await runEngineFor(deps, 0);
    expect(await findOrder(file.database, userId, id)).toMatchObject({ state: "PENDING" });
    expect(await eventsOf(userId, "STOP_LIMIT_TRIGGERED")).toHaveLength(1);
  });

  test("an order that a missed tick triggers cannot be cancelled", async () => {
    const userId = await trader(deps);
    const { id } = await stopLimit(userId, [20, 25]);
    await runEngineFor(deps, 0);
    moved.move("EUR_USD", nowMs() + 400, 80 * PIP);
    deps.clock.advance(2 * SECOND);
    const request = moneyRequest(userId, "cancelForexOrder", id);
    const cancelled = cancelOrder(deps, { request, orderId: id }, ({ state }) => state);
    await expect(cancelled).rejects.toMatchObject({ code: "market_halted" });
  });

  test("an order whose stop is already reached fills in the response or waits", async () => {
    const userId = await trader(deps);
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
    await order(deps, userId, { units: "9000", takeProfitsOnFill });
    return onlyTrade(userId);
  };
  const sizes = async (userId: string) => (await targetsOf(userId)).map(([, units]) => units);

  test("each target closes its units, and the last one closes the trade", async () => {
    const userId = await trader(deps);
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
    const userId = await trader(deps);
    const { id } = await withTargets(userId, [2_000, 3_000, 4_000]);
    const closing = (units: number) =>
      closeTrade(
        deps,
        { request: moneyRequest(userId, "closeForexTrade", units), tradeId: id, units },
        ({ state }) => state,
      );
    await closing(1_500);
    expect(await sizes(userId)).toEqual([-2_000, -3_000, -2_500]);
    deps.clock.advance(SECOND);
    await order(deps, userId, { units: "-4000" });
    expect(await sizes(userId)).toEqual([-2_000, -1_500]);
    const cancelled = await eventsOf(userId, "ORDER_CANCEL");
    expect(cancelled.map(({ detail }) => detail["reason"])).toEqual(["TRADE_REDUCED"]);
    expect(await eventsOf(userId, "TAKE_PROFIT_REDUCED")).toHaveLength(2);
  });

  test("an order that mostly closes a position keeps the nearest targets", async () => {
    const userId = await trader(deps);
    await order(deps, userId, { units: "-6500" });
    await withTargets(userId, [2_000, 3_000, 4_000]);
    expect(await sizes(userId)).toEqual([-2_000, -500]);
  });

  test("targets with more units than the trade are refused", async () => {
    const userId = await trader(deps);
    await expect(withTargets(userId, [5_000, 4_001])).rejects.toMatchObject({
      code: "take_profit_on_fill_units_exceed_trade_size",
    });
  });

  test("changing the take profits replaces all of them", async () => {
    const userId = await trader(deps);
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

describe("break-even stops", () => {
  test("a break-even stop closes the trade without a loss, financing included", async () => {
    const userId = await trader(deps);
    await order(deps, userId, { units: "9000" });
    const { id, price } = await onlyTrade(userId);
    await file.database.query("update forex_trades set financing_cents = -123 where id = $1", [id]);
    await expect(change(userId, id, { breakEven: true })).rejects.toMatchObject({
      code: "break_even_not_reached",
    });
    await shift(40);
    await change(userId, id, { breakEven: true });
    const [stop] = await pendingOrdersOf(file.database, userId);
    expect(stop?.order).toMatchObject({ type: "STOP_LOSS", units: -9_000 });
    await expect(change(userId, id, { breakEven: true })).rejects.toMatchObject({
      code: "stop_already_better",
    });
    // 1.23 USD of financing is 136.67 price units for each of 9,000 units.
    const { bid, ask } = await quoteNow();
    const needed = price + (ask - bid) + 136.67;
    expect(stop?.order.price).toBeGreaterThanOrEqual(needed);
    expect(stop?.order.price).toBeLessThan(needed + 10);
    await shift(-20);
    const [fill] = await eventsOf(userId, "ORDER_FILL");
    expect(fill?.detail).toMatchObject({ orderType: "STOP_LOSS" });
  });

  test("a stop loss above break-even is not moved back", async () => {
    const userId = await trader(deps);
    await order(deps, userId, { units: "-9000" });
    const { id, price } = await onlyTrade(userId);
    await shift(-60);
    await change(userId, id, { stopLoss: { price: text(price - 30 * PIP) } });
    await expect(change(userId, id, { breakEven: true })).rejects.toMatchObject({
      code: "stop_already_better",
    });
  });
});

describe("closing positions", () => {
  const close = (userId: string, units: PositionUnits) =>
    closePosition(
      deps,
      {
        request: moneyRequest(userId, "closeForexPosition", units),
        instrument: "EUR_USD",
        part: readPartOfPosition(units),
      },
      ({ state, reason }) => reason ?? state,
    );

  test.each<[PositionUnits, number]>([
    [{ units: "2500" }, 6_500],
    [{ longUnits: "2500", shortUnits: "NONE" }, 6_500],
    [{ longUnits: "ALL" }, 0],
    [{ units: "ALL" }, 0],
    [{}, 0],
  ])("a close with %j leaves %i units", async (units, left) => {
    const userId = await trader(deps);
    await order(deps, userId, { units: "4000" });
    await order(deps, userId, { units: "5000" });
    expect(await close(userId, units)).toBe("FILLED");
    const trades = await openTradesOf(file.database, userId);
    expect(trades.reduce((sum, trade) => sum + trade.units, 0)).toBe(left);
    // The oldest trade is reduced first.
    expect(trades.map((trade) => trade.units)).toEqual(left === 0 ? [] : [1_500, 5_000]);
  });

  test("a close is refused for the other side and for too many units", async () => {
    const userId = await trader(deps);
    await order(deps, userId, { units: "4000" });
    await expect(close(userId, { shortUnits: "ALL" })).rejects.toMatchObject({
      code: "closeout_position_doesnt_exist",
    });
    await expect(close(userId, { units: "4001" })).rejects.toMatchObject({
      code: "closeout_position_units_exceed_position_size",
    });
    expect(() => readPartOfPosition({ units: "1", longUnits: "1" })).toThrow(/only one/);
    expect(() => readPartOfPosition({ units: "-1" })).toThrow(/whole number/);
  });

  test("closing all positions closes each once and names every outcome", async () => {
    const userId = await trader(deps);
    const names = ["EUR_USD", "GBP_USD", "USD_JPY", "AUD_USD"];
    for (const instrument of names) await order(deps, userId, { instrument, units: "1000" });
    const request = moneyRequest(userId, "closeAllForexPositions");
    const send = () => closeAll(deps, request, ({ id, state }) => ({ id, state }));
    const outcomes = await send();
    expect(outcomes.map(({ instrument }) => instrument).toSorted()).toEqual(names.toSorted());
    expect(outcomes.every(({ taken }) => taken?.state === "FILLED")).toBe(true);
    expect(await openTradesOf(file.database, userId)).toEqual([]);
    await order(deps, userId, { units: "1000" });
    expect(await send()).toEqual(outcomes);
    expect(await openTradesOf(file.database, userId)).toHaveLength(1);
  });

  test("a refused close does not keep other positions from closing", async () => {
    const userId = await trader(deps);
    for (const instrument of ["EUR_USD", "GBP_USD"])
      await order(deps, userId, { instrument, units: "1000" });
    const all = deps.feed;
    const feed = {
      ...all,
      quotesAt: async (timeMs: number) => {
        const quotes = await all.quotesAt(timeMs);
        return (instrument: Parameters<NonNullable<typeof quotes>>[0]) =>
          instrument.name === "GBP_USD" ? undefined : quotes?.(instrument);
      },
    };
    const request = moneyRequest(userId, "closeAllForexPositions");
    const outcomes = await closeAll({ ...deps, feed }, request, ({ reason, state }) => {
      return reason ?? state;
    });
    expect(outcomes).toMatchObject([
      { instrument: "EUR_USD", taken: "FILLED", refusal: null },
      { instrument: "GBP_USD", taken: "MARKET_HALTED", refusal: null },
    ]);
    const trades = await openTradesOf(file.database, userId);
    expect(trades.map(({ instrument }) => instrument.name)).toEqual(["GBP_USD"]);
  });
});

/** Tests stops at break-even, with the engine and the database. */
import { expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { order, runEngineFor, trader } from "../../../test/support/money/forex.ts";
import { moneyRequest } from "../../../test/support/money/mining.ts";
import { movedDesk, PIP, SECOND } from "../../../test/support/money/moved-desk.ts";
import { pendingOrdersOf } from "../book/orders-table.ts";
import { closeTrade } from "./close-trade.ts";

const file = fileDatabase();
const desk = movedDesk(file);
const { change, eventsOf, onlyTrade, quoteNow, shift, text } = desk;

test("a break-even stop closes the trade without a loss, financing included", async () => {
  const userId = await trader(desk.deps);
  await order(desk.deps, userId, { units: "9000" });
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
  const userId = await trader(desk.deps);
  await order(desk.deps, userId, { units: "-9000" });
  const { id, price } = await onlyTrade(userId);
  await shift(-60);
  await change(userId, id, { stopLoss: { price: text(price - 30 * PIP) } });
  await expect(change(userId, id, { breakEven: true })).rejects.toMatchObject({
    code: "stop_already_better",
  });
});
test("units that were closed keep their share of the financing", async () => {
  const userId = await trader(desk.deps);
  await order(desk.deps, userId, { units: "90000" });
  const { id, price } = await onlyTrade(userId);
  const untilNextNight = async (date: string) => {
    await runEngineFor(desk.deps, SECOND);
    desk.deps.clock.set(new Date(`${date}T20:59:50Z`));
    await file.database.query("update forex_engine set walked_at = $1", [desk.deps.clock.now()]);
    await runEngineFor(desk.deps, 20 * SECOND);
  };
  await untilNextNight("2026-09-16");
  const closing = moneyRequest(userId, "closeForexTrade");
  await closeTrade(desk.deps, { request: closing, tradeId: id, units: 80_000 }, () => null);
  // A trade of the same position shares the second night.
  await order(desk.deps, userId, { units: "20000" });
  await untilNextNight("2026-09-17");
  const [second, first] = await eventsOf(userId, "DAILY_FINANCING");
  const perUnit = Number(first?.amountCents) / 90_000 + Number(second?.amountCents) / 30_000;
  expect(perUnit).toBeLessThan(0);
  await shift(100);
  await change(userId, id, { breakEven: true });
  const [stop] = await pendingOrdersOf(file.database, userId);
  const { bid, ask } = await quoteNow();
  // One cent per unit is 10,000 price units.
  const needed = price + (ask - bid) - perUnit * 10_000;
  expect(stop?.order.price).toBeGreaterThanOrEqual(Math.floor(needed));
  expect(stop?.order.price).toBeLessThan(needed + 10);
});

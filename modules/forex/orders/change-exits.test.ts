/**
 * Tests setting, moving and removing a trade's exits, and rejecting exits that the price has
 * already passed.
 */
import { priceText } from "#market";
import { expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { deskDeps, order, trader, type DeskTestDeps } from "../../../test/support/money/forex.ts";
import { moneyRequest } from "../../../test/support/money/mining.ts";
import { openTradesOf } from "../book/trades-table.ts";
import { pendingOrdersOf } from "../book/orders-table.ts";
import { changeExits, type ExitChanges } from "./change-exits.ts";

const file = fileDatabase();

async function withTrade(deps: DeskTestDeps, units: string) {
  const userId = await trader(deps);
  const { order: placed } = await order(deps, userId, { units });
  const [trade] = await openTradesOf(file.database, userId);
  if (!trade) throw new Error("no trade");
  const { instrument } = placed;
  return {
    change: (exits: ExitChanges) =>
      changeExits(
        deps,
        {
          request: moneyRequest(userId, "changeForexTradeOrders", exits),
          tradeId: trade.id,
          exits,
        },
        () => "done",
      ),
    exits: async () =>
      (await pendingOrdersOf(file.database, userId)).map(({ order: { type, price = 0 } }) => [
        type,
        priceText(price, instrument),
      ]),
    quote: async () => {
      const quote = (await deps.feed.valuedAt(deps.clock.now().getTime()))?.(instrument);
      if (!quote) throw new Error("no quote");
      return quote;
    },
    text: (price: number) => priceText(price, instrument),
  };
}

test.each([
  ["1000", 1, "bid"],
  ["-1000", -1, "ask"],
] as const)("exits of %s units that the price has passed are rejected", async (units, side, of) => {
  const { change, exits, quote, text } = await withTrade(deskDeps(file.database), units);
  const now = (await quote())[of];
  const at = (steps: number) => ({ price: text(now + side * steps) });
  await change({ stopLoss: at(-5_000), takeProfit: at(5_000) });
  const before = await exits();
  expect(before).toHaveLength(2);
  for (const [beyond, code] of [
    [{ stopLoss: at(0) }, "stop_loss_on_fill_loss"],
    [{ stopLoss: at(10) }, "stop_loss_on_fill_loss"],
    [{ takeProfit: at(0) }, "take_profit_on_fill_loss"],
    [{ takeProfit: at(-10), stopLoss: at(-4_000) }, "take_profit_on_fill_loss"],
  ] as const)
    await expect(change(beyond)).rejects.toMatchObject({ code, status: 422 });
  expect(await exits()).toEqual(before);
  await change({ stopLoss: at(-10), takeProfit: null });
  expect(await exits()).toEqual([["STOP_LOSS", at(-10).price]]);
});

test("a trailing stop at or below a price of zero is rejected", async () => {
  const { change, exits, quote, text } = await withTrade(deskDeps(file.database), "1000");
  const { bid } = await quote();
  await change({ trailingStopLoss: { distance: text(5_000) } });
  const before = await exits();
  for (const distance of [bid, 2 * bid])
    await expect(change({ trailingStopLoss: { distance: text(distance) } })).rejects.toMatchObject({
      code: "trailing_stop_loss_on_fill_price_distance_maximum_exceeded",
      status: 422,
    });
  expect(await exits()).toEqual(before);
});

test("exits are checked against the last price while the market is closed", async () => {
  const deps = deskDeps(file.database, { start: "2026-09-18T20:59:00Z" });
  const { change, quote, text } = await withTrade(deps, "1000");
  deps.clock.advance(12 * 3_600_000);
  const { bid } = await quote();
  await expect(change({ stopLoss: { price: text(bid + 10) } })).rejects.toMatchObject({
    code: "stop_loss_on_fill_loss",
  });
  await change({ stopLoss: { price: text(bid - 1_000) } });
});

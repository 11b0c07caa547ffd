/**
 * Tests requests that arrive while the engine is behind. Unprocessed ticks take effect on orders
 * and trades first, so that users cannot profit from having seen these ticks.
 */
import { instrumentNamed, priceText } from "#market";
import { Refusal } from "#platform";
import { beforeEach, describe, expect, test } from "vitest";
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
import { findOrder, pendingOrdersOf } from "../book/orders-table.ts";
import { openTradesOf, tradesOf } from "../book/trades-table.ts";
import { transactionsOf } from "../book/transactions-table.ts";
import { bringFunds } from "../funds/bring-funds.ts";
import { takeBack } from "../funds/take-back.ts";
import { cancelOrder } from "./cancel-order.ts";
import { changeExits } from "./change-exits.ts";
import { closeAll } from "./close-all.ts";
import { closePosition, closeTrade } from "./close-trade.ts";
import { placeOrder } from "./place-order.ts";

const SECOND = 1_000;
const PIP = 100;
const HALTED = { code: "market_halted", status: 409 };

const file = fileDatabase();
let deps: DeskTestDeps;
let moved: ReturnType<typeof movedFeed>;

beforeEach(async () => {
  const { feed } = deskDeps(file.database);
  moved = movedFeed(feed);
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

/** Places a buy limit order 50 pips below the market. */
async function waitingBuy(userId: string, units = "5000") {
  const { ask } = await quoteNow();
  return order(deps, userId, { units, type: "LIMIT", price: text(ask - 50 * PIP) });
}

/** Opens a long trade with a stop loss 50 pips below the market. */
async function stoppedTrade(userId: string) {
  const { bid } = await quoteNow();
  const stopLossOnFill = { price: text(bid - 50 * PIP) };
  await order(deps, userId, { units: "5000", stopLossOnFill });
  const [trade] = await openTradesOf(file.database, userId);
  if (!trade) throw new Error("no trade");
  return trade;
}

/** Lets the price fall by 80 pips for a second while the engine is stopped. */
async function missFall(stallMs = 2 * SECOND) {
  await runEngineFor(deps, 0);
  moved.move("EUR_USD", nowMs() + 400, -80 * PIP);
  moved.move("EUR_USD", nowMs() + 1_400, 0);
  deps.clock.advance(stallMs);
}

const cancelled = (userId: string, orderId: string) =>
  cancelOrder(
    deps,
    { request: moneyRequest(userId, "cancelForexOrder", orderId), orderId },
    ({ state }) => state,
  );

const withoutStop = (userId: string, tradeId: string) =>
  changeExits(
    deps,
    {
      request: moneyRequest(userId, "changeForexTradeOrders"),
      tradeId,
      exits: { stopLoss: null },
    },
    () => "changed",
  );

const closed = (userId: string, tradeId: string) =>
  closeTrade(
    deps,
    { request: moneyRequest(userId, "closeForexTrade"), tradeId },
    ({ state }) => state,
  );

describe("an engine that is two seconds behind", () => {
  test("an order that a missed tick fills cannot be cancelled", async () => {
    const userId = await trader(deps);
    const { id } = await waitingBuy(userId);
    await missFall();
    await expect(cancelled(userId, id)).rejects.toMatchObject(HALTED);
    await runEngineFor(deps, 0);
    expect(await findOrder(file.database, userId, id)).toMatchObject({ state: "FILLED" });
    await expect(cancelled(userId, id)).rejects.toMatchObject({ code: "order_ended" });
  });

  test("a refused cancellation can be repeated with the same idempotency key", async () => {
    const userId = await trader(deps);
    const { id } = await waitingBuy(userId);
    await missFall();
    const request = moneyRequest(userId, "cancelForexOrder", id);
    const cancel = () => cancelOrder(deps, { request, orderId: id }, ({ state }) => state);
    await expect(cancel()).rejects.toMatchObject(HALTED);
    await runEngineFor(deps, 0);
    await expect(cancel()).rejects.toMatchObject({ code: "order_ended" });
  });

  test("an order that no missed tick fills is cancelled immediately", async () => {
    const userId = await trader(deps);
    const { ask } = await quoteNow();
    const price = text(ask - 200 * PIP);
    const { id } = await order(deps, userId, { units: "5000", type: "LIMIT", price });
    await missFall();
    const startMs = performance.now();
    expect(await cancelled(userId, id)).toBe("CANCELLED");
    expect(performance.now() - startMs).toBeLessThan(SECOND);
  });

  test("a cancellation waits until the engine has filled the order", async () => {
    const userId = await trader(deps);
    const { id } = await waitingBuy(userId);
    await missFall();
    const sent = cancelled(userId, id).catch((error: Refusal) => error.code);
    await runEngineFor(deps, 0);
    expect(await sent).toBe("order_ended");
  });

  test("an order that a missed tick fills cannot be replaced", async () => {
    const userId = await trader(deps);
    const { id } = await waitingBuy(userId);
    await missFall();
    const draft = { type: "LIMIT", instrument: "EUR_USD", units: "1", price: "0.50000" } as const;
    const request = moneyRequest(userId, "replaceForexOrder", draft);
    const replaced = placeOrder(deps, { request, draft, replaces: id }, () => "replaced");
    await expect(replaced).rejects.toMatchObject(HALTED);
  });

  test("a stop loss that a missed tick reached cannot be removed", async () => {
    const userId = await trader(deps);
    const { id } = await stoppedTrade(userId);
    await missFall();
    await expect(withoutStop(userId, id)).rejects.toMatchObject(HALTED);
    await runEngineFor(deps, 0);
    const [trade] = await tradesOf(file.database, userId, { state: "ALL", limit: 1 });
    expect(trade).toMatchObject({ id, state: "CLOSED" });
  });

  test("a trailing stop that missed ticks reached cannot be removed", async () => {
    const userId = await trader(deps);
    await order(deps, userId, {
      units: "5000",
      trailingStopLossOnFill: { distance: "0.00500" },
    });
    const [trade] = await openTradesOf(file.database, userId);
    await runEngineFor(deps, 0);
    moved.move("EUR_USD", nowMs() + 400, 30 * PIP);
    moved.move("EUR_USD", nowMs() + 1_000, -30 * PIP);
    deps.clock.advance(2 * SECOND);
    const change = changeExits(
      deps,
      {
        request: moneyRequest(userId, "changeForexTradeOrders"),
        tradeId: trade?.id ?? "",
        exits: { trailingStopLoss: null },
      },
      () => "changed",
    );
    await expect(change).rejects.toMatchObject(HALTED);
  });

  test("a trade that a missed tick stops out cannot be closed at a better price", async () => {
    const userId = await trader(deps);
    const { id } = await stoppedTrade(userId);
    await missFall();
    await expect(closed(userId, id)).rejects.toMatchObject(HALTED);
    const request = moneyRequest(userId, "closeForexPosition");
    const position = closePosition(deps, { request, instrument: "EUR_USD" }, () => "closed");
    await expect(position).rejects.toMatchObject(HALTED);
  });

  test("closing all positions leaves a trade that a missed tick stops out", async () => {
    const userId = await trader(deps);
    const { id } = await stoppedTrade(userId);
    await missFall();
    const request = moneyRequest(userId, "closeAllForexPositions");
    const send = () => closeAll(deps, request, ({ state }) => state);
    expect(await send()).toMatchObject([{ taken: null, refusal: { code: "market_halted" } }]);
    await runEngineFor(deps, 0);
    const [trade] = await tradesOf(file.database, userId, { state: "ALL", limit: 1 });
    expect(trade).toMatchObject({ id, state: "CLOSED" });
    expect(await send()).toMatchObject([{ taken: null, refusal: { code: "position_unknown" } }]);
  });

  test("moving in new coins cannot save an account that a missed tick stops out", async () => {
    const userId = await trader(deps);
    await order(deps, userId, { units: "150000" });
    await runEngineFor(deps, 0);
    moved.move("EUR_USD", nowMs() + 400, -300 * PIP);
    moved.move("EUR_USD", nowMs() + 1_400, 0);
    deps.clock.advance(2 * SECOND);
    const bring = bringFunds(deps, {
      request: moneyRequest(userId, "transferForexFunds", "bring"),
      amountSats: 1_000n,
    });
    await expect(bring).rejects.toMatchObject(HALTED);
    const back = takeBack(deps, {
      request: moneyRequest(userId, "transferForexFunds", "back"),
      amountCents: 100n,
    });
    await expect(back).rejects.toMatchObject(HALTED);
  });
});

test("an engine that is 16 seconds behind blocks all cancellations", async () => {
  const userId = await trader(deps);
  const { id } = await waitingBuy(userId);
  await missFall(17 * SECOND);
  await expect(cancelled(userId, id)).rejects.toMatchObject(HALTED);
});

describe("orders and fills after an outage", () => {
  test("an order that the price passed is filled even if its owner cancels at once", async () => {
    const owners = await Promise.all(Array.from({ length: 6 }, () => trader(deps)));
    const orders = await Promise.all(owners.map((owner) => waitingBuy(owner)));
    const trades = await Promise.all(owners.map((owner) => stoppedTrade(owner)));
    await missFall(200 * SECOND);
    const tries = owners.flatMap((owner, at) => [
      cancelled(owner, orders[at]?.id ?? ""),
      withoutStop(owner, trades[at]?.id ?? ""),
      closed(owner, trades[at]?.id ?? ""),
    ]);
    const [results] = await Promise.all([Promise.allSettled(tries), runEngineFor(deps, 0)]);
    expect(results.map(({ status }) => status)).not.toContain("fulfilled");
    for (const [at, owner] of owners.entries()) {
      const stored = await findOrder(file.database, owner, orders[at]?.id ?? "");
      expect(stored).toMatchObject({ state: "FILLED" });
      const all = await tradesOf(file.database, owner, { state: "CLOSED", limit: 10 });
      expect(all.map(({ id }) => id)).toContain(trades[at]?.id);
    }
  });

  test("only fills that the outage delayed are marked as delayed", async () => {
    const userId = await trader(deps);
    await waitingBuy(userId);
    await missFall(60 * SECOND);
    await runEngineFor(deps, 0);
    const fillOf = async (id: string) =>
      (await transactionsOf(file.database, id, { limit: 50 })).find(
        ({ type }) => type === "ORDER_FILL",
      );
    expect((await fillOf(userId))?.detail).toMatchObject({
      caughtUp: true,
      caughtUpAt: deps.clock.now().toISOString(),
    });
    const other = await trader(deps);
    await order(deps, other, { units: "1000" });
    expect((await fillOf(other))?.detail).not.toHaveProperty("caughtUp");
  });

  test("cancelling losing orders after an outage does not change the outcome", async () => {
    const play = async (isAttack: boolean) => {
      const { feed } = deskDeps(file.database);
      moved = movedFeed(feed);
      deps = deskDeps(file.database, { feed: moved.feed });
      await file.database.query("update forex_engine set walked_at = null, closed_at = null");
      const userId = await trader(deps);
      const { bid, ask } = await quoteNow();
      await order(deps, userId, { units: "7000", type: "LIMIT", price: text(ask - 50 * PIP) });
      await order(deps, userId, { units: "-7000", type: "LIMIT", price: text(bid + 50 * PIP) });
      await runEngineFor(deps, 0);
      // The price reaches the buy order and then falls further, so only a cancellation would avoid
      // the loss.
      moved.move("EUR_USD", nowMs() + 2 * SECOND, -60 * PIP);
      moved.move("EUR_USD", nowMs() + 5 * SECOND, -600 * PIP);
      deps.clock.advance(10 * SECOND);
      const pending = await pendingOrdersOf(file.database, userId);
      if (isAttack) await Promise.allSettled(pending.map(({ id }) => cancelled(userId, id)));
      await runEngineFor(deps, 0);
      const trades = await openTradesOf(file.database, userId);
      return trades.map(({ units }) => units);
    };
    expect(await play(true)).toEqual(await play(false));
  });
});

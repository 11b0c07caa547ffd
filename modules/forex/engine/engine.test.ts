/**
 * Tests the engine on the practice market: pending orders and trailing stops, tick by tick,
 * including missed ticks.
 */
import { instrumentNamed, priceText, TICK_MS, type Quote } from "#market";
import { Outage, type DatabaseTransaction } from "#platform";
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
import { findOrder, pendingOrdersOf } from "../book/orders-table.ts";
import { openTradesOf, tradesOf } from "../book/trades-table.ts";
import { transactionsOf } from "../book/transactions-table.ts";
import { createEngineRun, processTicksUntil } from "./process-ticks.ts";
import { nothingWatched, watch } from "./watched.ts";
import { keepOrder } from "./watched-orders.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const test_ = fileDatabase();
let deps: DeskTestDeps;
beforeEach(async () => {
  deps = deskDeps(test_.database);
  await test_.database.query("update forex_engine set walked_at = null, closed_at = null");
});

const EUR_USD = instrumentNamed("EUR_USD");

async function quoteAt(timeMs: number): Promise<Quote> {
  const quote = EUR_USD && (await deps.feed.quotesAt(timeMs))?.(EUR_USD);
  if (!quote) throw new Error("no quote");
  return quote;
}

const text = (price: number) => (EUR_USD ? priceText(price, EUR_USD) : "");

const runFor = (milliseconds: number) => runEngineFor(deps, milliseconds);

/** Returns the first tick within the next few hours whose ask is at or below a price. */
async function firstAskBelow(price: number): Promise<number> {
  let timeMs = Math.ceil(deps.clock.now().getTime() / TICK_MS) * TICK_MS;
  for (const endMs = timeMs + 6 * HOUR; timeMs < endMs; timeMs += TICK_MS)
    if ((await quoteAt(timeMs)).ask <= price) return timeMs;
  throw new Error("never");
}

const events = async (userId: string) =>
  (await transactionsOf(test_.database, userId, { limit: 200 })).toReversed();

test("a limit order is filled at its price or better", async () => {
  const userId = await trader(deps);
  await runFor(0);
  const { ask } = await quoteAt(deps.clock.now().getTime());
  const limit = ask - 30;
  const resting = await order(deps, userId, { units: "5000", type: "LIMIT", price: text(limit) });
  const triggeredMs = await firstAskBelow(limit);
  await runFor(triggeredMs - deps.clock.now().getTime() + 10 * SECOND);
  const stored = await findOrder(test_.database, userId, resting.id);
  expect(stored).toMatchObject({ state: "FILLED" });
  const arrival = await deps.feed.arrivalOf(resting.id, triggeredMs);
  const [trade] = await openTradesOf(test_.database, userId);
  expect(trade?.price).toBeLessThanOrEqual(limit);
  expect(trade?.openedAt.getTime()).toBeGreaterThanOrEqual(arrival.timeMs);
  const filledAt = await quoteAt(trade?.openedAt.getTime() ?? 0);
  expect(trade?.price).toBe(filledAt.ask);
});

test("a limit order is not filled before the ask reaches its price", async () => {
  const PLN = instrumentNamed("USD_PLN");
  const moved = movedFeed(deps.feed);
  const tried: number[] = [];
  const arrivalOf: typeof moved.feed.arrivalOf = (orderId, sentMs) => {
    tried.push(sentMs);
    return moved.feed.arrivalOf(orderId, sentMs);
  };
  deps = deskDeps(test_.database, { feed: { ...moved.feed, arrivalOf } });
  const userId = await trader(deps);
  await runFor(0);
  const startMs = deps.clock.now().getTime();
  const quote = PLN && (await deps.feed.quotesAt(startMs))?.(PLN);
  if (!quote) throw new Error("no quote");
  const price = priceText(Math.round((quote.bid + quote.ask) / 20) * 10, PLN);
  const draft = { instrument: "USD_PLN", type: "LIMIT", price } as const;
  const resting = await order(deps, userId, {
    ...draft,
    units: "1",
    triggerCondition: "INVERSE",
  });
  tried.length = 0;
  await runFor(20 * SECOND);
  expect(tried).toEqual([]);
  const metMs = startMs + 30 * SECOND;
  moved.move("USD_PLN", metMs, quote.bid - quote.ask);
  await runFor(20 * SECOND);
  expect(tried).toEqual([metMs]);
  const arrival = await moved.feed.arrivalOf(resting.id, metMs);
  const [trade] = await openTradesOf(test_.database, userId);
  expect(trade?.openedAt.getTime()).toBe(arrival.timeMs);
});

test("missed ticks have the same outcome when they are processed later", async () => {
  const [there, away] = [await trader(deps), await trader(deps)];
  await runFor(0);
  const startMs = deps.clock.now().getTime();
  const { bid, ask } = await quoteAt(startMs);
  const exits = {
    stopLossOnFill: { price: text(bid - 80) },
    takeProfitOnFill: { price: text(ask + 80) },
  };
  const ended = async (userId: string) => {
    await order(deps, userId, { units: "10000", type: "LIMIT", price: text(ask - 20), ...exits });
    return async () => {
      const kinds = (await events(userId)).map(({ type, at }) => `${type} ${at.toISOString()}`);
      const [trade] = await tradesOf(test_.database, userId, { state: "ALL", limit: 1 });
      return { state: trade?.state, kinds: kinds.length, openedAt: trade?.openedAt.getTime() };
    };
  };
  const one = await ended(there);
  for (let minutes = 0; minutes < 30; minutes += 10) await runFor(10 * MINUTE);
  const pieces = await one();
  expect(pieces).toMatchObject({ state: "CLOSED" });
  deps.clock.set(new Date(startMs));
  const other = await ended(away);
  await test_.database.query("update forex_engine set walked_at = $1", [new Date(startMs)]);
  await runFor(30 * MINUTE);
  const whole = await other();
  expect(whole).toMatchObject({ state: "CLOSED", kinds: pieces.kinds });
  // Each order has its own latency, so the fill times may differ by up to the latency range.
  expect(Math.abs((whole.openedAt ?? 0) - (pieces.openedAt ?? 0))).toBeLessThanOrEqual(MINUTE);
});

test("an outage ends the run only after all accounts' fills have ended", async () => {
  const { database, feed } = deps;
  const orders = await Promise.all(
    [1, 2].map(async () => {
      const userId = await trader(deps);
      return order(deps, userId, { units: "5000", type: "LIMIT", price: "0.50000" });
    }),
  );
  const triggeredMs = Math.ceil(deps.clock.now().getTime() / TICK_MS) * TICK_MS;
  const startQuotes = await feed.quotesAt(triggeredMs);
  if (!startQuotes) throw new Error("no quotes");
  let started = 0;
  let running = 0;
  const transaction = async <Answer>(work: (tx: DatabaseTransaction) => Promise<Answer>) => {
    started += 1;
    if (started === 1) throw new Outage("database", "a test");
    running += 1;
    return database.transaction(work).finally(() => (running -= 1));
  };
  const broken = Object.assign(Object.create(database) as typeof database, { transaction });
  const run = createEngineRun({ ...deps, database: broken }, triggeredMs);
  await watch(deps, run.watched);
  const fillMs = triggeredMs + TICK_MS;
  for (const stored of orders)
    run.due.set(stored.id, { order: stored, triggeredMs, startQuotes, latencyMs: 20, fillMs });
  await expect(processTicksUntil(run, fillMs)).rejects.toThrow(Outage);
  expect({ started, running }).toEqual({ started: 2, running: 0 });
});

test("a good-till-date order expires on its date", async () => {
  const userId = await trader(deps);
  await runFor(0);
  const gtdTimeMs = deps.clock.now().getTime() + 30 * SECOND;
  const draft = { type: "LIMIT", price: "0.50000", timeInForce: "GTD", gtdTimeMs } as const;
  const resting = await order(deps, userId, { units: "1000", ...draft });
  await runFor(29 * SECOND);
  expect(await findOrder(test_.database, userId, resting.id)).toMatchObject({ state: "PENDING" });
  await runFor(2 * SECOND);
  expect(await findOrder(test_.database, userId, resting.id)).toMatchObject({
    state: "CANCELLED",
    reason: "TIME_IN_FORCE_EXPIRED",
  });
});

test("orders expire on time while the market is closed", async () => {
  const fridayMs = Date.parse("2026-09-18T20:59:50Z");
  const saturdayMs = Date.parse("2026-09-19T12:00:00.123Z");
  const processedFrom = async (timeMs: number) => {
    deps.clock.set(new Date(timeMs));
    await test_.database.query("update forex_engine set walked_at = $1", [new Date(timeMs)]);
  };
  const waiting = async () => {
    const userId = await trader(deps);
    const rests = { units: "1000", type: "LIMIT", price: "0.50000" } as const;
    await order(deps, userId, { ...rests, timeInForce: "GFD" });
    await order(deps, userId, { ...rests, timeInForce: "GTD", gtdTimeMs: saturdayMs });
    return userId;
  };
  const ends = async (userId: string) =>
    (await events(userId)).flatMap(({ type, at }) => (type === "ORDER_CANCEL" ? [at] : []));
  const both = [new Date("2026-09-18T21:00:00Z"), new Date(saturdayMs)];
  await runFor(0);
  await processedFrom(fridayMs);
  const inPieces = await waiting();
  await runFor(20 * SECOND);
  expect(await ends(inPieces)).toEqual(both.slice(0, 1));
  await runFor(saturdayMs - deps.clock.now().getTime());
  expect(await ends(inPieces)).toEqual(both);
  await processedFrom(fridayMs);
  const later = await waiting();
  await runFor(50 * HOUR);
  expect(await ends(later)).toEqual(both);
  deps = deskDeps(test_.database, { feed: { ...deps.feed, quotesAt: async () => undefined } });
  await processedFrom(fridayMs - HOUR);
  const silent = await trader(deps);
  const gtdTimeMs = fridayMs - HOUR + 10 * SECOND;
  const draft = { type: "LIMIT", price: "0.50000", timeInForce: "GTD", gtdTimeMs } as const;
  await order(deps, silent, { units: "1000", ...draft });
  await runFor(20 * SECOND);
  expect(await ends(silent)).toEqual([new Date(gtdTimeMs)]);
});

test("a disabled user's entry orders are cancelled", async () => {
  const userId = await trader(deps);
  await runFor(0);
  await order(deps, userId, { units: "1000", stopLossOnFill: { price: "0.50000" } });
  const rests = { type: "LIMIT", price: "0.50000" } as const;
  const resting = await order(deps, userId, { units: "1000", ...rests });
  await test_.database.query("update users_users set banned_until = $2 where id = $1", [
    userId,
    new Date("9999-12-31T00:00:00Z"),
  ]);
  await runFor(SECOND);
  expect(await findOrder(test_.database, userId, resting.id)).toMatchObject({
    state: "CANCELLED",
    reason: "ACCOUNT_LOCKED",
  });
  const pending = await pendingOrdersOf(test_.database, userId);
  expect(pending.map(({ order: { type } }) => type)).toEqual(["STOP_LOSS"]);
});

test("a trailing stop never moves back, even after a crash", async () => {
  const userId = await trader(deps);
  await runFor(0);
  await order(deps, userId, {
    units: "10000",
    trailingStopLossOnFill: { distance: "0.00500" },
  });
  const [stop] = await pendingOrdersOf(test_.database, userId);
  const fromMs = deps.clock.now().getTime();
  let best = 0;
  await runFor(5 * MINUTE);
  for (let timeMs = fromMs; timeMs <= deps.clock.now().getTime(); timeMs += TICK_MS)
    best = Math.max(best, (await quoteAt(timeMs)).bid);
  const [moved] = await pendingOrdersOf(test_.database, userId);
  expect(moved?.order.price).toBe(best - 5_000);
  expect(moved?.order.price).toBeGreaterThanOrEqual(stop?.order.price ?? Infinity);
});

test("a trailing stop keeps its price when its owner's book is reloaded", async () => {
  const userId = await trader(deps);
  await runFor(0);
  await order(deps, userId, {
    units: "10000",
    trailingStopLossOnFill: { distance: "0.00500" },
  });
  const [stored] = await pendingOrdersOf(test_.database, userId);
  if (!stored) throw new Error("no stop");
  const { orders } = nothingWatched();
  const watched = { ...nothingWatched(), orders };
  const price = (stored.order.price ?? 0) + 700;
  const storedPrice = () => orders.byId.get(stored.id)?.order.price;
  await watch(deps, watched);
  keepOrder(orders, { ...stored, order: { ...stored.order, price } });
  await watch(deps, watched, [userId]);
  expect(storedPrice()).toBe(price);
  await watch(deps, watched);
  expect(storedPrice()).toBe(price);
  await test_.database.query("update forex_orders set distance = distance + 10 where id = $1", [
    stored.id,
  ]);
  await watch(deps, watched);
  expect(storedPrice()).toBe(stored.order.price);
  await test_.database.query(
    "update forex_orders set state = 'CANCELLED', ended_at = now(), reason = 'CLIENT_REQUEST' where id = $1",
    [stored.id],
  );
  await watch(deps, watched);
  expect(orders.byId.has(stored.id)).toBe(false);
});

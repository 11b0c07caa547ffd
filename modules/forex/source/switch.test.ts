/** Tests the change from the practice market to OANDA's prices on an announced Friday, and back. */
import { PAIRS, type Instrument } from "#market";
import { silentLog } from "#platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { forexMarketAt, type MovedMarket } from "../../../test/support/money/forex-market.ts";
import { deskDeps, order, trader, type DeskTestDeps } from "../../../test/support/money/forex.ts";
import {
  oandaServer,
  priceLine,
  type OandaServer,
} from "../../../test/support/fakes/oanda-server.ts";
import { rootOf } from "../../../test/support/money/market-days.ts";
import { forexMarketRoutes } from "../market-routes.ts";
import { ordersOf } from "../book/orders-table.ts";
import { tradesOf } from "../book/trades-table.ts";
import { transactionsOf } from "../book/transactions-table.ts";
import { openEngineRun, save, processAndSave } from "../engine/worker.ts";
import { viewDeskState } from "../desk-state.ts";
import { keepSource, storeReceived, type SourceDeps } from "./source-worker.ts";

const file = fileDatabase();
let server: OandaServer;
let market: MovedMarket;
let desk: DeskTestDeps;
let deps: SourceDeps;

/** A Thursday. The change takes effect on the next Friday at 17:00, one day and two hours later. */
const START = "2026-09-17T19:00:00Z";
const FRIDAY = Date.parse("2026-09-18T21:00:00Z");

beforeAll(async () => {
  server = await oandaServer();
  const oanda = { token: "secret", account: "101-004-1-001", host: server.host };
  market = await forexMarketAt(file.database, START, { root: Buffer.from(rootOf(3)), oanda });
  const own = deskDeps(file.database, { start: START, feed: market.feed });
  // The market and the desk share one clock.
  const advance = (milliseconds: number) => moveTo(now() + milliseconds);
  desk = { ...own, clock: { ...own.clock, ...market.clock, advance } };
  desk = { ...desk, until: async (timeMs) => moveTo(Math.max(now(), timeMs)) };
  const { sources, oanda: quotes, wanted } = market;
  deps = { ...desk, log: silentLog, sources, oanda: quotes, wanted };
});
afterAll(async () => {
  await market.close();
  await server.close();
});

const [EURO] = PAIRS.filter(({ name }) => name === "EUR_USD") as [Instrument];
const now = () => market.clock.now().getTime();
const moveTo = (timeMs: number) => market.moveTo(new Date(timeMs).toISOString());
const processUntil = async (timeMs: number) => {
  const run = await openEngineRun(desk);
  moveTo(timeMs);
  await processAndSave(run, timeMs);
  await save(run);
};
const send = async (bid: string, ask: string) => {
  const before = market.oanda.newest();
  const time = market.clock.now().toISOString();
  for (const { name, displayPrecision } of PAIRS)
    server.send(
      priceLine(name, displayPrecision === 3 ? ["150.000", "150.010"] : [bid, ask], time),
    );
  while (market.oanda.newest().length < PAIRS.length || sameAs(before))
    await new Promise((resolve) => void setTimeout(resolve, 5));
};
const sameAs = (before: ReturnType<typeof market.oanda.newest>) =>
  market.oanda.newest().some(({ quote }, place) => quote === before[place]?.quote);

const lastFillOf = async (userId: string) => {
  const events = await transactionsOf(file.database, userId, { limit: 9 });
  return events.find(({ type }) => type === "ORDER_FILL")?.detail["source"];
};

const routes = () => forexMarketRoutes(market);
const boardFor = (caller: unknown) => routes().getQuotes({ caller } as never);

test("a change of the price source is announced at least a day ahead", async () => {
  await server.asked(1);
  await keepSource(deps);
  await keepSource(deps);
  expect(market.sources.next(now())).toEqual({ source: "oanda", fromMs: FRIDAY });
  const board = await boardFor(undefined);
  expect(board).toMatchObject({
    source: "practice",
    next: { source: "oanda", from: new Date(FRIDAY) },
  });
});

test("a change of the price source closes open positions at the last quotes", async () => {
  const userId = await trader(desk);
  await processUntil(FRIDAY - 60_000);
  await order(desk, userId, { units: "1000", stopLossOnFill: { price: "0.50000" } });
  await order(desk, userId, { units: "-500", instrument: "USD_JPY" });
  await order(desk, userId, { units: "1000", type: "LIMIT", price: "0.60000" });
  // No position is closed before the engine has processed the old prices.
  moveTo(FRIDAY + 1_000);
  await keepSource(deps);
  expect(await tradesOf(file.database, userId, { state: "OPEN", limit: 9 })).toHaveLength(2);
  // Until the engine has processed the old prices, OANDA's prices close no position, and open
  // positions keep their last value.
  await send("2.00000", "2.00010");
  expect(await market.feed.quotesAt(Date.parse("2026-09-18T21:00:01Z"))).toBeUndefined();
  expect((await market.feed.valuedAt(now()))?.(EURO)?.bid).toBeLessThan(1_500_000);
  await processUntil(FRIDAY + 2_000);
  await keepSource(deps);
  await keepSource(deps);
  expect(await tradesOf(file.database, userId, { state: "OPEN", limit: 9 })).toEqual([]);
  const [yen, euro] = await tradesOf(file.database, userId, { state: "CLOSED", limit: 9 });
  expect([yen?.closedAt, euro?.closedAt]).toEqual([new Date(FRIDAY), new Date(FRIDAY)]);
  // Positions held over 17:00 have paid financing for that night.
  expect(euro?.financingCents).not.toBe(0n);
  const orders = await ordersOf(file.database, userId, { state: "CANCELLED", limit: 9 });
  expect(orders.map(({ order: { type }, reason }) => [type, reason])).toEqual([
    ["LIMIT", "MIGRATION"],
    ["STOP_LOSS", "LINKED_TRADE_CLOSED"],
  ]);
  expect(await lastFillOf(userId)).toMatch(/^Practice market/);
});

test("orders after the change are filled at OANDA's prices", async () => {
  await expect(boardFor(undefined)).rejects.toMatchObject({ status: 401 });
  await expect(
    routes().listCandles({
      query: { instrument: "EUR_USD", granularity: "M1", count: 5 },
    } as never),
  ).rejects.toMatchObject({ status: 401 });
  const userId = await trader(desk);
  await processUntil(Date.parse("2026-09-20T21:00:10Z"));
  await expect(order(desk, userId, { units: "1000" })).rejects.toMatchObject({
    code: "market_halted",
  });
  await send("1.10000", "1.10010");
  moveTo(now() + 500);
  const board = await boardFor({ userId });
  expect(board).toMatchObject({ source: "oanda", next: null, label: /^OANDA/ });
  expect(board.quotes.find(({ instrument }) => instrument === "EUR_USD")).toMatchObject({
    status: "tradeable",
    bid: "1.10000",
    ask: "1.10010",
    dayOpen: "1.10005",
    dayHigh: "1.10005",
  });
  await order(desk, userId, { units: "1000", stopLossOnFill: { price: "1.09000" } });
  const [trade] = await tradesOf(file.database, userId, { state: "OPEN", limit: 1 });
  expect(trade).toMatchObject({ price: 1_100_100 });
  expect(await lastFillOf(userId)).toMatch(/^OANDA/);

  // While the stream is silent, the market is halted and the stop order waits. The first valid
  // quote fills it, whatever the price.
  moveTo(now() + 60_000);
  const silent = (await boardFor({ userId })).quotes.find(
    ({ instrument }) => instrument === "EUR_USD",
  );
  expect(silent).toMatchObject({ status: "halted", bid: "1.10000" });
  await processUntil(now() + 1_000);
  await send("1.08000", "1.08010");
  await processUntil(now() + 2_000);
  const [closed] = await tradesOf(file.database, userId, { state: "ALL", limit: 1 });
  expect(closed).toMatchObject({ state: "CLOSED", closePrice: 1_080_000 });
  expect(await viewDeskState(market)).toMatchObject({ source: "oanda" });

  await storeReceived(market, 0);
  expect((await market.again()).oanda.minutes.openingOf(EURO)).toMatchObject({ bid: 1_100_000 });
  for (const granularity of ["M1", "S5", "S30"]) {
    const { candles } = await routes().listCandles({
      query: { instrument: "EUR_USD", granularity, count: 2, price: "B" },
      caller: { userId },
      ip: "192.0.2.1",
    } as never);
    expect(candles.map(({ source, bid }) => [source, bid?.c])).toEqual([
      ["oanda", "1.10000"],
      ["oanda", "1.08000"],
    ]);
  }
});

test("without an OANDA account, the practice market returns after an announcement", async () => {
  await keepSource({ ...deps, wanted: "practice" });
  const next = Date.parse("2026-09-25T21:00:00Z");
  expect(market.sources.next(now())).toEqual({ source: "practice", fromMs: next });
  // Withdraws the change before it takes effect.
  await keepSource(deps);
  expect(market.sources.next(now())).toBeUndefined();
  expect(market.feed.source).toBe("oanda");
  moveTo(next + 1);
  await keepSource(deps);
  expect(market.feed.source).toBe("oanda");
});

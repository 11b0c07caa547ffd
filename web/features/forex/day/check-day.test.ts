/**
 * Checks a day as the browser does, with data that the desk recorded for real orders. Correct data
 * must pass, and every manipulated value must be reported.
 */
import { beforeAll, expect, test } from "vitest";
import { forexAccountApi } from "#api/forex-account";
import { forexMarketApi } from "#api/forex";
import { forexAccountRoutes, forexMarketRoutes } from "#forex";
import { accountBalance, houseAccount, postAll, userAccount } from "#ledger";
import {
  candleDifferences,
  checkBeginning,
  instrumentNamed,
  PAIRS,
  priceText,
  quotesAt,
  readPrice,
  seededDay,
  shown,
  tickCandles,
  valueAccount,
  type PracticeDay,
} from "#market";
import { newUuid } from "#platform";
import { fileDatabase } from "../../../../test/support/servers/database.ts";
import { deskDeps, order, trader } from "../../../../test/support/money/forex.ts";
import { forexMarketAt, type MovedMarket } from "../../../../test/support/money/forex-market.ts";
import { anonymous, signedInAs, wireOf } from "../../../../test/support/servers/route-input.ts";
import {
  openEngineRun,
  save,
  processAndSave,
  type EngineDeps,
} from "../../../../modules/forex/engine/worker.ts";
import { closePosition } from "../../../../modules/forex/orders/close-trade.ts";
import { moneyRequest } from "../../../../test/support/money/mining.ts";
import { checkOwn, type LoadedDay } from "./check-day.ts";
import { testLuck } from "./luck.ts";

const DATE = "2026-09-16";
const OPENING = "2026-09-15T21:00:00.000Z";
/** Half an hour of candles, because a whole day takes several seconds to compute. */
const CANDLES = 6;
const CLOSING = "2026-09-16T21:00:00.000Z";

const file = fileDatabase();
let loaded: LoadedDay;

beforeAll(async () => {
  const root = Buffer.alloc(32, 4);
  const market = await forexMarketAt(file.database, "2026-09-15T12:00:00Z", { root });
  await market.days.keepUp();
  const userId = await tradedDay(market);
  loaded = await loadedDay(market, userId);
});

test("recomputed ticks match the candles, and a changed candle is reported", () => {
  const path = seededDay(loaded.day)?.path;
  const [first, ...rest] = loaded.candles["EUR_USD"] ?? [];
  if (!first?.mid || !path) throw new Error("not loaded");
  const making = tickCandles(path, CANDLES);
  let step = making.next();
  while (!step.done) step = making.next();
  const table = step.value;
  const differences = (candles: LoadedDay["candles"]) =>
    PAIRS.flatMap((pair) =>
      candleDifferences(table, path, pair, candles[pair.name] ?? [], CANDLES),
    );
  expect(differences(loaded.candles)).toEqual([]);
  const bent = { ...first, mid: { ...first.mid, h: "9.99999" } };
  expect(differences({ ...loaded.candles, EUR_USD: [bent, ...rest] })).toMatchObject([
    { what: "EUR_USD 21:00.mid.h", reported: "9.99999" },
  ]);
});

test("a day that does not continue the previous day is reported", () => {
  const { day, before } = loaded;
  if (!day.start) throw new Error("not loaded");
  const bent = { ...day, start: { ...day.start, variance: day.start.variance + 1 } };
  expect(checkBeginning(bent, before)).toMatchObject({ start: [{ what: "variance" }] });
});

test("all events of a user are reproduced from the seed", () => {
  const events = checkOwn(loaded);
  for (const { differences, unchecked } of events) {
    expect(differences).toEqual([]);
    expect(unchecked).toBeUndefined();
  }
  expect(new Set(events.map(({ kind }) => kind))).toEqual(
    new Set(["fill", "trigger", "margin call", "stop-out", "financing"]),
  );
  expect(events.filter(({ kind }) => kind === "fill")).toHaveLength(9);
  const types = events.map(({ event }) => event.detail["orderType"]);
  expect(types).toEqual(expect.arrayContaining(["STOP_LIMIT", "TAKE_PROFIT"]));
});

test("a moved, missing or invented announcement is reported", () => {
  const { day, before } = loaded;
  const [real] = day.announcements;
  if (!real) throw new Error("the day has no announcement");
  const differences = (announcements: typeof day.announcements) =>
    checkBeginning({ ...day, announcements }, before).announcements;
  expect(differences([real])).toEqual([]);
  const time = new Date(Date.parse(real.time) + 300_000).toISOString();
  expect(differences([{ ...real, time }])).toEqual([
    { what: "announcements.0.time", reported: time, computed: real.time },
  ]);
  expect(differences([])).toMatchObject([
    { what: "announcements.0.name", reported: "nothing", computed: "US_INTEREST_RATE" },
    { what: "announcements.0.time", reported: "nothing" },
  ]);
  expect(differences([real, { name: "US_EMPLOYMENT", time }])).toMatchObject([
    { what: "announcements", reported: "2 entries", computed: "1" },
  ]);
});

test("a seed that does not match its commitment is reported", () => {
  const { day } = loaded;
  const other = { ...day, seed: `${day.seed?.startsWith("0") ? "1" : "0"}${day.seed?.slice(1)}` };
  expect(checkBeginning(other, loaded.before)?.commitment).toMatchObject([{ what: "commitment" }]);
  expect(checkBeginning(day, loaded.before)).toMatchObject({ commitment: [], start: [] });
});

test.each([
  ["price", (fill: Fill) => ({ ...fill, price: "1.00001" })],
  ["latencyMs", (fill: Fill) => detailOf(fill, { latencyMs: 19 })],
  ["used.bid", (fill: Fill) => detailOf(fill, { used: { ...usedQuote(fill), bid: "1.00001" } })],
  ["amountCents", (fill: Fill) => ({ ...fill, amountCents: fill.amountCents - 1 })],
  ["midFactor", (fill: Fill) => detailOf(fill, { midFactor: "3/2" })],
])("a fill with a changed %s is reported", (what, bend) => {
  const fill = loaded.own?.events.find(({ detail }) => "latencyMs" in detail);
  if (!fill || !loaded.own) throw new Error("no fill");
  const events = loaded.own.events.map((event) => (event.id === fill.id ? bend(fill) : event));
  const checks = checkOwn({ ...loaded, own: { ...loaded.own, events } });
  const wrong = checks.filter(({ differences }) => differences.length > 0);
  expect(wrong[0]?.event.id).toBe(fill.id);
  expect(wrong[0]?.differences.map((one) => one.what)).toContain(what);
});

test("the luck test prices the user's day as the desk did", () => {
  const { day, own } = loaded;
  if (!own) throw new Error("not loaded");
  const { rank, trades, spreadCents, financingCents } = testLuck({ day, own });
  const inDay = ({ at }: Fill) => OPENING <= at && at < CLOSING;
  const fills = own.events.filter((event) => event.type === "ORDER_FILL" && inDay(event));
  const recorded = fills.filter(({ detail }) => "halfSpreadCents" in detail);
  const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
  const opened = fills.filter(({ tradeId }) => tradeId !== null);
  expect(trades).toBe(own.book.trades.length + opened.length);
  expect(spreadCents).toBeGreaterThanOrEqual(
    sum(recorded.map(({ detail }) => Number(detail["halfSpreadCents"]))),
  );
  const financing = own.events.find(({ type, at }) => type === "DAILY_FINANCING" && at === CLOSING);
  expect(financingCents).toBe(-(financing?.amountCents ?? Number.NaN));
  // The result of the day is the booked result, and the change of the open result at mid prices.
  const path = seededDay(day)?.path;
  if (!path) throw new Error("no path");
  const booked = sum(fills.map(({ amountCents }) => amountCents));
  const atStart = openCents(path, path.fromMs, own.book.trades);
  const atEnd = openCents(path, path.untilMs - 200, heldAfter(own.book.trades, fills));
  // Each of the parts is rounded or converted on its own.
  expect(Math.abs(rank.ownCents - (booked - atStart + atEnd))).toBeLessThanOrEqual(
    2 * fills.length,
  );
  expect(rank.below + rank.equal).toBeLessThanOrEqual(rank.traders);
});

test("a day whose seed is secret has no luck test", () => {
  const { day, own } = loaded;
  if (!own) throw new Error("not loaded");
  expect(() => testLuck({ day: { ...day, seed: null }, own })).toThrow(RangeError);
});

interface Held {
  readonly id: string;
  readonly instrument: string;
  readonly units: number;
  readonly price: string;
}

function openCents(path: PracticeDay, timeMs: number, held: readonly Held[]): number {
  const quotes = quotesAt(path, PAIRS, timeMs);
  const trades = held.map(({ id, instrument: name, units, price: text }) => {
    const instrument = instrumentNamed(name);
    const price = instrument && readPrice(text, instrument);
    if (!instrument || typeof price !== "number") throw new Error(name);
    return { id, instrument, units, price };
  });
  const account = { home: "USD", balanceCents: 0n, trades } as const;
  return Number(shown(valueAccount(account, ({ id }) => quotes[id]).unrealised));
}

function heldAfter(held: readonly Held[], fills: readonly Fill[]): Held[] {
  const open = new Map(held.map((trade) => [trade.id, trade]));
  for (const fill of fills.toSorted((a, b) => a.id - b.id)) {
    const reductions = (fill.detail["reductions"] ?? []) as { tradeId: string; units: number }[];
    for (const { tradeId, units } of reductions) {
      const trade = open.get(tradeId);
      if (trade) open.set(tradeId, { ...trade, units: trade.units - units });
    }
    const units = reductions.reduce((sum, one) => sum + one.units, fill.units ?? 0);
    const { tradeId: id, instrument, price } = fill;
    if (id !== null) open.set(id, { id, instrument: instrument ?? "", units, price: price ?? "" });
  }
  return [...open.values()].filter(({ units }) => units !== 0);
}

type Fill = NonNullable<LoadedDay["own"]>["events"][number];

const detailOf = (fill: Fill, bent: object): Fill => ({
  ...fill,
  detail: { ...fill.detail, ...bent },
});
const usedQuote = (fill: Fill) => fill.detail["used"] as object;
/**
 * Trades for a day: opens a position, adds to it, closes part of it, places a limit order, has one
 * position stopped out, and pays financing at 17:00.
 */
async function tradedDay(market: MovedMarket): Promise<string> {
  const deps: EngineDeps = {
    ...deskDeps(file.database, { feed: market.feed }),
    clock: market.clock,
    termsOf: (day) => market.days.termsOf(day),
    until: async (timeMs) => market.moveTo(iso(timeMs)),
  };
  const walkFor = async (from: string, milliseconds: number) => {
    const until = Date.parse(from) + milliseconds;
    await file.database.query("update forex_engine set walked_at = $1", [new Date(from)]);
    market.moveTo(iso(until));
    const walk = await openEngineRun(deps);
    await processAndSave(walk, until);
    await save(walk);
  };
  market.moveTo("2026-09-15T20:58:00Z");
  const userId = await trader(deps, 30_000_000n);
  await order(deps, userId, { units: "5000", instrument: "GBP_JPY" });
  market.moveTo("2026-09-15T21:10:00Z");
  await order(deps, userId, { units: "150000" });
  market.moveTo("2026-09-16T09:00:00Z");
  await order(deps, userId, { units: "-40000" });
  await order(deps, userId, { units: "2000", instrument: "AUD_NZD" });
  const request = moneyRequest(userId, "closeForexPosition");
  await closePosition(deps, { request, instrument: "GBP_JPY" }, ({ id }) => id);
  const limit = { type: "LIMIT", instrument: "USD_CHF", units: "-3000", price: "0.60000" } as const;
  await order(deps, userId, limit);
  await newKinds(deps, userId);
  await walkFor("2026-09-16T09:00:10Z", 120_000);
  await takeAway(userId, 350_000n);
  await walkFor("2026-09-16T10:00:00Z", 1_000);
  await takeAway(userId, 180_000n);
  await walkFor("2026-09-16T11:00:00Z", 1_000);
  await walkFor("2026-09-16T20:59:58Z", 3_000);
  return userId;
}

/**
 * Places a stop-limit order that fills at once, one whose limit the market must reach first, and an
 * order with a target near the price.
 */
async function newKinds(deps: EngineDeps, userId: string): Promise<void> {
  const pair = instrumentNamed("NZD_USD");
  const quote = pair && (await deps.feed.quotesAt(deps.clock.now().getTime()))?.(pair);
  if (!quote) throw new Error("no quote");
  const text = (price: number) => priceText(price, pair);
  const stopLimit = {
    type: "STOP_LIMIT",
    instrument: "NZD_USD",
    units: "-100",
    price: text(quote.bid + 5_000),
  } as const;
  const filled = await order(deps, userId, { ...stopLimit, limitPrice: text(quote.bid - 5_000) });
  expect(filled.state).toBe("FILLED");
  const waiting = await order(deps, userId, { ...stopLimit, limitPrice: text(quote.bid + 20) });
  expect(waiting).toMatchObject({ state: "PENDING", order: { triggeredMs: expect.any(Number) } });
  const takeProfitsOnFill = [
    { price: text(quote.bid - 40), units: "30" },
    { price: text(quote.bid - 20_000), units: "70" },
  ];
  await order(deps, userId, { instrument: "NZD_USD", units: "-100", takeProfitsOnFill });
}

/** Books a loss that reduces the account's balance to `leftCents`. */
async function takeAway(userId: string, leftCents: bigint): Promise<void> {
  const own = userAccount(userId, "available", "USD");
  const amount = (await accountBalance(file.database, own)) - leftCents;
  const [debit, credit] = [own, houseAccount("forex", "USD")];
  const transfer = { id: newUuid(new Date()), debit, credit, amount, code: "forex_loss" } as const;
  await file.database.transaction((tx) => postAll(tx, [{ ...transfer, cause: "a test" }]));
}

const iso = (timeMs: number) => new Date(timeMs).toISOString();

async function loadedDay(market: MovedMarket, userId: string): Promise<LoadedDay> {
  const open = forexMarketRoutes(market);
  const wire = wireOf(forexMarketApi);
  const dayNamed = async (date: string) =>
    wire("getMarketDay", await open.getMarketDay({ ...anonymous, params: { date } }));
  const candles: [string, object[]][] = [];
  market.moveTo("2026-09-15T21:29:59.900Z");
  for (const { name } of PAIRS) {
    const query = { instrument: name, granularity: "M5", count: CANDLES, price: "BMA" } as const;
    const candleQuery = { ...query, to: undefined };
    const answer = wire(
      "listCandles",
      await open.listCandles({ ...anonymous, query: candleQuery }),
    );
    candles.push([name, (answer as { candles: object[] }).candles]);
  }
  market.moveTo("2026-09-16T21:00:01Z");
  const own = forexAccountRoutes(deskDeps(file.database, { feed: market.feed }));
  const caller = signedInAs(userId);
  const range = { from: new Date(OPENING), to: new Date(CLOSING) };
  const query = { ...range, season: "all", limit: 100, cursor: undefined };
  const events = await own.listForexTransactions({ ...caller, query });
  const book = await own.getForexDayBook({ ...caller, params: { date: DATE } });
  const ownWire = wireOf(forexAccountApi);
  return {
    day: await dayNamed(DATE),
    before: await dayNamed("2026-09-15"),
    candles: Object.fromEntries(candles),
    own: {
      book: ownWire("getForexDayBook", book),
      events: (ownWire("listForexTransactions", events) as { items: object }).items,
    },
  } as LoadedDay;
}

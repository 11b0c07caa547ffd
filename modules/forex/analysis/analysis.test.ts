/** Tests the analysis of an account against its events, the ledger and values computed by hand. */
import { accountBalance, userAccount } from "#ledger";
import { instrumentNamed, priceText } from "#market";
import { beforeAll, expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import {
  deskDeps,
  modelledFeed,
  movedFeed,
  order,
  runEngineFor,
  trader,
  type DeskTestDeps,
} from "../../../test/support/money/forex.ts";
import { moneyRequest } from "../../../test/support/money/mining.ts";
import { tradesOf } from "../book/trades-table.ts";
import { transactionsOf } from "../book/transactions-table.ts";
import { candlesInSlices } from "../candles/list-candles.ts";
import { changeExits } from "../orders/change-exits.ts";
import { closePosition, closeTrade } from "../orders/close-trade.ts";
import { analyseAccount, type Period } from "./analyse-account.ts";
import { analysisCsv } from "./analysis-csv.ts";
import { liveMarks } from "./equity-marks.ts";
import type { FiveMinutes } from "./excursions.ts";

const file = fileDatabase();
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const ALWAYS: Period = { from: undefined, to: undefined };

let deps: DeskTestDeps;
let userId: string;

/** Five-minute candles of the test's market, without the shifts of a moved feed. */
const candlesOf: FiveMinutes = async (instrument, { beforeMs, count }) => {
  const nowMs = deps.clock.now().getTime();
  const path = await deps.feed.pathAt(nowMs);
  if (!path) return [];
  const endMs = Math.min(beforeMs - 1, nowMs);
  const fromMs = Math.max(path.fromMs, endMs - count * 5 * MINUTE);
  return candlesInSlices(path, instrument, "M5", { fromMs, endMs, nowMs });
};

function analysisOf(id = userId, period = ALWAYS, eventsMax = 1_000) {
  return analyseAccount(
    {
      eventsMax,
      database: file.database,
      accountId: id,
      marks: (totals) => liveMarks(deps, id, totals),
      candlesOf,
      prices: "M5-candles",
      limits: { count: 100, reads: 4 },
    },
    period,
  );
}

async function close(id: string, instrument: string) {
  const request = moneyRequest(id, "closeForexPosition");
  await closePosition(deps, { request, instrument }, (stored) => stored);
  deps.clock.advance(SECOND);
}

beforeAll(async () => {
  deps = deskDeps(file.database);
  userId = await trader(deps);
  for (const [instrument, units, minutes] of [
    ["EUR_USD", "10000", 12],
    ["USD_JPY", "-20000", 31],
    ["GBP_NZD", "5000", 4],
    ["EUR_CHF", "-7000", 47],
  ] as const) {
    await order(deps, userId, { instrument, units });
    await runEngineFor(deps, minutes * MINUTE);
    await close(userId, instrument);
  }
}, 120_000);

test("the figures equal the trades, the events and the ledger to the cent", async () => {
  const { figures, totals, isComplete } = await analysisOf();
  const trades = await tradesOf(file.database, userId, { state: "ALL", limit: 100 });
  const events = await transactionsOf(file.database, userId, { limit: 1_000 });
  const fills = events.filter(({ type }) => type === "ORDER_FILL");
  const sum = (all: readonly bigint[]) => all.reduce((total, cents) => total + cents, 0n);
  expect(isComplete).toBe(true);
  expect(figures.n).toBe(4);
  expect(figures.resultCents).toBe(
    sum(trades.map(({ realisedCents, financingCents }) => realisedCents + financingCents)),
  );
  expect(figures.resultCents).toBe(sum(fills.map(({ amountCents }) => amountCents)));
  expect(figures.spreadCents).toBe(sum(fills.map(({ detail }) => spreadIn(detail))));
  const own = userAccount(userId, "available", "USD");
  expect(totals.eventsCents).toBe(await accountBalance(file.database, own));
  expect(totals.eventsCents).toBe(
    totals.closedCents + totals.openBookedCents + totals.transfersCents + totals.protectionCents,
  );
});

test("of an account with too many events, the newest trades are analysed", async () => {
  const newest = await tradesOf(file.database, userId, { state: "CLOSED", limit: 2 });
  // Each trade has two events. With five, one event of an older trade remains.
  for (const eventsMax of [4, 5]) {
    const { breakdowns, isComplete } = await analysisOf(userId, ALWAYS, eventsMax);
    expect(isComplete).toBe(false);
    expect(breakdowns.instrument.map(({ key }) => key).toSorted()).toEqual(
      newest.map(({ instrument }) => instrument.name).toSorted(),
    );
  }
  expect((await analysisOf(userId, ALWAYS, 8)).isComplete).toBe(true);
});

test("conversion costs arise only in currencies other than the dollar", async () => {
  const { breakdowns } = await analysisOf();
  const costs = new Map(breakdowns.instrument.map((row) => [row.key, row.conversionCents]));
  expect(costs.get("EUR_USD")).toBe(0n);
  for (const name of ["USD_JPY", "GBP_NZD", "EUR_CHF"])
    expect(costs.get(name)).toBeGreaterThanOrEqual(0n);
  expect(breakdowns.instrument.every(({ withoutConversion }) => withoutConversion === 0)).toBe(
    true,
  );
});

test("equity without open trades is the balance, and the result includes moving coins", async () => {
  const { equity, totals } = await analysisOf();
  const [today] = equity.days;
  expect(equity.days).toHaveLength(1);
  expect(today?.equityCents).toBe(totals.eventsCents);
  expect(totals.fundsCostCents).toBeGreaterThan(0n);
  expect(equity.resultCents).toBe(totals.closedCents - totals.fundsCostCents);
});

test("a period selects trades by their closing time", async () => {
  const [newest] = await tradesOf(file.database, userId, { state: "CLOSED", limit: 1 });
  const from = newest?.closedAt ?? new Date();
  const { figures, calendar } = await analysisOf(userId, { from, to: undefined });
  expect(figures.n).toBe(1);
  expect(calendar.map(({ n }) => n)).toEqual([1]);
  const ids = new Set([newest?.id ?? ""]);
  expect((await analysisOf(userId, { ...ALWAYS, ids })).figures.n).toBe(1);
  const none = await analysisOf(userId, { from: undefined, to: new Date(0) });
  expect(none.figures).toMatchObject({ n: 0, resultCents: 0n });
  expect(none.equity.days).toEqual([]);
});

test("a trade's excursion covers its result and the prices of whole candles within it", async () => {
  const { excursions } = await analysisOf();
  const [all] = excursions;
  expect(all?.n).toBe(4);
  expect(all?.averageWorstCents).toBeLessThanOrEqual(0n);
  expect(all?.averageBestCents).toBeGreaterThanOrEqual(0n);
});

test("R needs a stop at the opening or within a minute, on the side of a loss", async () => {
  const id = await trader(deps);
  const pair = instrumentNamed("EUR_USD");
  if (!pair) throw new Error("no EUR_USD");
  const stopAway = async (distance: number) => {
    const quote = (await deps.feed.quotesAt(deps.clock.now().getTime()))?.(pair);
    return { price: priceText(Math.round(((quote?.bid ?? 0) - distance) / 10) * 10, pair) };
  };
  const setStop = async (distance: number) => {
    const [trade] = await tradesOf(file.database, id, { state: "OPEN", limit: 1 });
    const stopLoss = await stopAway(distance);
    await changeExits(
      deps,
      {
        request: moneyRequest(id, "changeForexTradeOrders"),
        tradeId: trade?.id ?? "",
        exits: { stopLoss },
      },
      () => null,
    );
  };
  await order(deps, id, { units: "10000", stopLossOnFill: await stopAway(5_000) });
  await close(id, "EUR_USD");
  await order(deps, id, { units: "10000" });
  await runEngineFor(deps, 30 * SECOND);
  await setStop(5_000);
  await close(id, "EUR_USD");
  await order(deps, id, { units: "10000" });
  await runEngineFor(deps, 90 * SECOND);
  await setStop(5_000);
  await close(id, "EUR_USD");
  const { figures, habits } = await analysisOf(id);
  expect(figures.expectancyR.n).toBe(2);
  expect(habits.stops.map(({ key, n }) => [key, n])).toEqual([
    ["with-stop", 2],
    ["without-stop", 1],
  ]);
  // A stop of 50 pips on 10,000 units is about 50 dollars.
  const risk = Number(figures.resultCents) / figures.n / 5_000;
  expect(Number(figures.expectancyR.value)).toBeCloseTo(risk, 1);
});

test("partial closes and a stop-out keep every cent of spread and result", async () => {
  const moved = movedFeed(modelledFeed(2, "2026-09-14"));
  const start = deps.clock.now().toISOString();
  const own = deskDeps(file.database, { feed: moved.feed, start });
  const id = await trader(own, 1_000_000n);
  await order(own, id, { instrument: "GBP_USD", units: "9000" });
  own.clock.advance(SECOND);
  const [trade] = await tradesOf(file.database, id, { state: "OPEN", limit: 1 });
  const request = moneyRequest(id, "closeForexTrade");
  await closeTrade(own, { request, tradeId: trade?.id ?? "", units: 2_000 }, ({ id: of }) => of);
  own.clock.advance(SECOND);
  moved.move("GBP_USD", own.clock.now().getTime(), -90_000);
  await runEngineFor(own, SECOND);
  const { figures, totals } = await analysisOf(id);
  const events = await transactionsOf(file.database, id, { limit: 100 });
  const recorded = events.reduce((sum, { detail }) => sum + spreadIn(detail), 0n);
  expect(figures.n).toBe(1);
  // The stop-out records no spread cost, so the analysis computes it from the quote.
  expect(figures.spreadCents).toBeGreaterThan(recorded);
  expect(figures.resultCents).toBe(totals.closedCents);
  expect(totals.eventsCents).toBe(
    totals.closedCents + totals.openBookedCents + totals.transfersCents + totals.protectionCents,
  );
});

test("an account without trades has an empty analysis", async () => {
  const id = await trader(deps);
  const { figures, habits, breakdowns, equity } = await analysisOf(id);
  expect(figures).toMatchObject({ n: 0, profitFactor: { value: null } });
  expect(habits).toEqual({ stops: [], haste: [], after: [] });
  expect(breakdowns.side).toEqual([]);
  expect(equity.days).toHaveLength(1);
});

test("the CSV has one line per figure, with dollars and the number of trades", async () => {
  const analysis = await analysisOf();
  const lines = analysisCsv(analysis).split("\r\n");
  const [head, first] = lines;
  expect(head).toBe("Section,Row,Figure,Value,From (95 %),To (95 %),n,Unit");
  const dollars = (Number(analysis.figures.resultCents) / 100).toFixed(2);
  expect(first).toBe(`all,,result,${dollars},,,4,USD`);
  expect(lines.filter((line) => line.startsWith("instrument,"))).toHaveLength(4 * 13);
});

function spreadIn({ halfSpreadCents: cents }: Readonly<Record<string, unknown>>): bigint {
  return typeof cents === "string" ? BigInt(cents) : 0n;
}

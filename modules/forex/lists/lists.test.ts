/** Tests the statistics of closed trades, and the CSV exports. */
import { PRACTICE_LABEL } from "#platform";
import { beforeAll, expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import {
  asLive,
  deskDeps,
  modelledFeed,
  movedFeed,
  order,
  trader,
  runEngineFor,
  type DeskTestDeps,
} from "../../../test/support/money/forex.ts";
import { moneyRequest } from "../../../test/support/money/mining.ts";
import { tradesOf } from "../book/trades-table.ts";
import { closePosition } from "../orders/close-trade.ts";
import { viewDeskState } from "../desk-state.ts";
import { CSV_LINES_MAX } from "./csv.ts";
import { forexListRoutes } from "./list-routes.ts";
import { viewStatistics } from "./statistics.ts";

const file = fileDatabase();
const SECOND = 1_000;

/** Creates a user with a gain, a loss and a stop-out. */
async function withThreeTrades() {
  const moved = movedFeed(modelledFeed(1, "2026-09-14"));
  const desk = deskDeps(file.database, { feed: moved.feed });
  const owner = await trader(desk, 1_000_000n);
  const nowMs = () => desk.clock.now().getTime();
  for (const [instrument, by] of [
    ["EUR_USD", 5_000],
    ["USD_JPY", -5_000],
  ] as const) {
    await order(desk, owner, { instrument, units: "1000" });
    desk.clock.advance(SECOND);
    moved.move(instrument, nowMs(), by);
    const request = moneyRequest(owner, "closeForexPosition");
    await closePosition(desk, { request, instrument }, ({ id }) => id);
    desk.clock.advance(SECOND);
  }
  await order(desk, owner, { instrument: "GBP_USD", units: "10000" });
  moved.move("GBP_USD", nowMs(), -60_000);
  await runEngineFor(desk, SECOND);
  return { deps: desk, userId: owner };
}

let deps: DeskTestDeps;
let userId: string;
beforeAll(async () => {
  ({ deps, userId } = await withThreeTrades());
});

test("the statistics equal the sums of the closed trades", async () => {
  const trades = await tradesOf(file.database, userId, { state: "CLOSED", limit: 10 });
  const results = trades.map(({ realisedCents, financingCents }) => realisedCents + financingCents);
  const [stopped = 0n, lost = 0n, gained = 0n] = results;
  const statistics = await viewStatistics(file.database, userId);
  expect([gained > 0n, lost < 0n, stopped < lost]).toEqual([true, true, true]);
  expect(statistics).toMatchObject({
    trades: 3,
    wins: 1,
    losses: 2,
    resultCents: gained + lost + stopped,
    gainCents: gained,
    lossCents: lost + stopped,
    averageGainCents: gained,
    averageLossCents: (2n * (lost + stopped) - 2n) / 4n,
    largestGainCents: gained,
    largestLossCents: stopped,
    financingCents: 0n,
    stopOuts: 1,
  });
  expect(statistics.spreadCents).toBeGreaterThan(0n);
  expect(statistics.instruments.map(({ instrument, trades: of }) => [instrument, of])).toEqual([
    ["EUR_USD", 1],
    ["GBP_USD", 1],
    ["USD_JPY", 1],
  ]);
});

test("administrators see the stop-out in the daily and weekly counts", async () => {
  const counts = async () => {
    const { stopOutsInDay, stopOutsInWeek } = await viewDeskState(asLive(deps));
    return [stopOutsInDay, stopOutsInWeek];
  };
  expect(await counts()).toEqual([1, 1]);
  deps.clock.advance(2 * 86_400_000);
  expect(await counts()).toEqual([0, 1]);
});

test("the loss of a partial close is shown separately while one unit is open", async () => {
  await runEngineFor(deps, 0);
  const own = await trader(deps);
  await order(deps, own, { units: "1000" });
  await order(deps, own, { units: "-999" });
  const { trades, resultCents, openTrades, openBookedCents } = await viewStatistics(
    file.database,
    own,
  );
  expect({ trades, resultCents, openTrades }).toEqual({
    trades: 0,
    resultCents: 0n,
    openTrades: 1,
  });
  expect(openBookedCents).toBeLessThan(0n);
});

test("a user who never traded has zero in all statistics", async () => {
  expect(await viewStatistics(file.database, await trader(deps))).toMatchObject({
    trades: 0,
    resultCents: 0n,
    openTrades: 0,
    openBookedCents: 0n,
    averageGainCents: null,
    largestLossCents: null,
    spreadCents: 0n,
    instruments: [],
  });
});

const inputOf = (query: object) => ({ caller: { userId }, query }) as never;

test("each line of a CSV file has a price source", async () => {
  const exported = forexListRoutes(deps);
  const [trades, orders, events] = await Promise.all([
    exported.exportForexTrades(inputOf({ state: "CLOSED" })),
    exported.exportForexOrders(inputOf({ state: "FILLED" })),
    exported.exportForexTransactions(inputOf({})),
  ]);
  const linesOf = (text: string) => text.split("\r\n").slice(0, -1);
  expect(linesOf(trades).at(-1)).toBe(`"${PRACTICE_LABEL}"`);
  expect(linesOf(trades).slice(0, 1)).toEqual([
    "Id,Instrument,State,Opened (UTC),Units at first,Units left,Entry,Take profit,Stop loss,Trailing,Closed (UTC),Exit of the last part,Result USD,Financing USD,Prices",
  ]);
  expect(linesOf(trades)[3]).toMatch(
    /^fxt_\w+,EUR_USD,CLOSED,2026-\S+Z,1000,0,\d\.\d{5},,,,2026-\S+Z,\d\.\d{5},\d+\.\d\d,0\.00,Modelled prices of a test$/,
  );
  expect(linesOf(orders)).toHaveLength(8);
  expect(linesOf(events).at(-2)).toMatch(/^1,2026-\S+Z,TRANSFER_FUNDS,,,,\d+\.\d\d,/);
  expect(events).toContain(",MARGIN_CLOSEOUT,");
});

test("a full file ends with the cursor for the next file", async () => {
  await file.database.query(
    `insert into forex_transactions (user_id, id, type, at, amount_cents, balance_cents)
     select $1, 1000 + row, 'TRANSFER_FUNDS', now(), 0, 0 from generate_series(1, $2::int) as row`,
    [userId, CSV_LINES_MAX],
  );
  const exported = forexListRoutes(deps);
  const first = await exported.exportForexTransactions(inputOf({}));
  const [lines, end] = [first.split("\r\n").length - 1, first.split("\r\n").at(-2)];
  expect([lines, end]).toEqual([CSV_LINES_MAX + 3, "More: ask with cursor=1001"]);
  const rest = await exported.exportForexTransactions(inputOf({ cursor: "1001" }));
  expect(rest).not.toContain("More:");
});

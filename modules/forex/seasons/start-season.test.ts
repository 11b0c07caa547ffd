/** Tests that a new season ends the old one completely, exactly once, or not at all. */
import { balancesOf, verifyLedger } from "#ledger";
import { beforeEach, expect, test } from "vitest";
import { asSuperuser, fileDatabase } from "../../../test/support/servers/database.ts";
import {
  deskDeps,
  movedFeed,
  order,
  runEngineFor,
  trader,
  type DeskTestDeps,
} from "../../../test/support/money/forex.ts";
import { moneyRequest } from "../../../test/support/money/mining.ts";
import { replayDeps } from "../../../test/support/money/replay.ts";
import { findAccount } from "../book/accounts-table.ts";
import { ordersOf, pendingOrdersOf } from "../book/orders-table.ts";
import { openTradesOf, tradesOf } from "../book/trades-table.ts";
import { transactionsOf } from "../book/transactions-table.ts";
import { bringFunds } from "../funds/bring-funds.ts";
import { startReplay } from "../replays/start-replay.ts";
import { currentSeason, endedSeasons, seasonRange } from "../book/seasons-table.ts";
import { startSeason } from "./start-season.ts";

const SATS = 10_000_000n;
const SECOND = 1_000;

const file = fileDatabase();
let deps: DeskTestDeps;
let moved: ReturnType<typeof movedFeed>;
beforeEach(async () => {
  moved = movedFeed(deskDeps(file.database).feed);
  deps = deskDeps(file.database, { feed: moved.feed });
  await file.database.query("update forex_engine set walked_at = null, closed_at = null");
});

const ending = (userId: string, ends = 1) => ({
  request: moneyRequest(userId, "startForexSeason", { ends }),
  ends,
});
const walletSats = async (userId: string) =>
  (await balancesOf(file.database, userId)).availableSats;
const move = (by: number) => moved.move("EUR_USD", deps.clock.now().getTime(), by);
const allOf = (userId: string) => transactionsOf(file.database, userId, { limit: 1_000 });
const typesOf = async (userId: string) =>
  (await allOf(userId)).toReversed().map(({ type }) => type);

/** Everything that a new season changes. */
async function stateOf(userId: string) {
  const { database } = file;
  return {
    events: await typesOf(userId),
    trades: await openTradesOf(database, userId),
    pending: await pendingOrdersOf(database, userId),
    balances: await balancesOf(database, userId),
    seasons: await endedSeasons(database, userId, { limit: 10 }),
  };
}

test("a new season closes positions, cancels orders and returns all coins", async () => {
  const { database } = file;
  // Another user's coins, with which the desk pays the gain.
  await trader(deps, SATS);
  const userId = await trader(deps, SATS);
  await order(deps, userId, { units: "5000", stopLossOnFill: { price: "0.90000" } });
  await order(deps, userId, { instrument: "USD_JPY", units: "-3000" });
  await order(deps, userId, { type: "LIMIT", units: "2000", price: "0.80000" });
  move(20_000);
  const started = await startSeason(deps, ending(userId));
  expect(started).toMatchObject({ number: 2, closedPositions: 2, cancelledOrders: 2 });
  expect(await stateOf(userId)).toMatchObject({ trades: [], pending: [] });
  const { availableCents, availableSats } = await balancesOf(database, userId);
  expect([availableCents, availableSats]).toEqual([0n, started.amountSats]);
  // The two cents on 5,000 EUR are a gain of almost 100 USD.
  expect(started.amountSats).toBeGreaterThan(SATS);
  expect((await findAccount(database, userId))?.principal).toEqual({
    sats: 0n,
    cents: 0n,
    highestRateCents: 0n,
  });
  expect(await verifyLedger(database)).toEqual([]);
});

test("deposited coins return to the satoshi if nothing was traded", async () => {
  const userId = await trader(deps, SATS);
  const [brought] = await allOf(userId);
  const costSats = BigInt(String(brought?.detail["costSats"]));
  expect(costSats).toBeGreaterThan(0n);
  await startSeason(deps, ending(userId));
  expect(await walletSats(userId)).toBe(SATS - costSats);
});

test("the final figures of a season equal the sums of its events", async () => {
  const userId = await trader(deps, SATS);
  await order(deps, userId, { units: "5000" });
  move(-10_000);
  await startSeason(deps, ending(userId));
  const events = await allOf(userId);
  const sumOf = (type: string) =>
    events.filter((event) => event.type === type).reduce((sum, one) => sum + one.amountCents, 0n);
  const [season] = await endedSeasons(file.database, userId, { limit: 10 });
  expect(season).toMatchObject({
    number: 1,
    trades: 1,
    wins: 0,
    losses: 1,
    closedCents: sumOf("ORDER_FILL"),
    transfersCents: sumOf("TRANSFER_FUNDS"),
    protectionCents: 0n,
    lastTransaction: events.length,
    returnedSats: await walletSats(userId),
  });
  expect(season?.beganAt).toEqual(events.at(-1)?.at);
  expect(season?.endedAt).toEqual(events[0]?.at);
  expect(events.reduce((sum, { amountCents }) => sum + amountCents, 0n)).toBe(0n);
  expect(events[0]).toMatchObject({ type: "SEASON_END", balanceCents: 0n, detail: { season: 1 } });
});

test("a repeated request ends one season", async () => {
  const userId = await trader(deps, SATS);
  await order(deps, userId, { units: "1000" });
  const request = ending(userId);
  const first = await startSeason(deps, request);
  await bringFunds(deps, {
    request: moneyRequest(userId, "transferForexFunds", "second season"),
    amountSats: 1_000_000n,
  });
  const before = await stateOf(userId);
  expect(await startSeason(deps, request)).toEqual(first);
  expect(await stateOf(userId)).toEqual(before);
});

test("of two tabs that start a season at once, one is refused", async () => {
  const userId = await trader(deps, SATS);
  await order(deps, userId, { units: "1000" });
  const outcomes = await Promise.allSettled(
    ["one tab", "another tab"].map((tab) =>
      startSeason(deps, { ends: 1, request: moneyRequest(userId, "startForexSeason", tab) }),
    ),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const refused = outcomes.find(({ status }) => status === "rejected");
  expect(refused).toMatchObject({ reason: { code: "season_changed", status: 409 } });
  expect(await endedSeasons(file.database, userId, { limit: 10 })).toHaveLength(1);
  expect((await typesOf(userId)).filter((type) => type === "SEASON_END")).toHaveLength(1);
  expect(await verifyLedger(file.database)).toEqual([]);
});

test("a season without events cannot end", async () => {
  const userId = await trader(deps, SATS);
  await startSeason(deps, ending(userId));
  await expect(startSeason(deps, ending(userId, 2))).rejects.toMatchObject({
    code: "season_empty",
    status: 409,
  });
});

test("open positions prevent a new season while the market is closed", async () => {
  const userId = await trader(deps, SATS);
  await order(deps, userId, { units: "1000" });
  const idle = await trader(deps, SATS);
  await order(deps, idle, { type: "LIMIT", units: "2000", price: "0.80000" });
  // A Saturday.
  deps.clock.advance(Date.parse("2026-09-19T12:00:00Z") - deps.clock.now().getTime());
  const before = await stateOf(userId);
  await expect(startSeason(deps, ending(userId))).rejects.toMatchObject({
    code: "season_market_closed",
    text: expect.stringContaining("2026-09-20T21:00Z"),
  });
  expect(await stateOf(userId)).toEqual(before);
  expect(await startSeason(deps, ending(idle))).toMatchObject({ number: 2, cancelledOrders: 1 });
  expect(await pendingOrdersOf(file.database, idle)).toEqual([]);
});

test("an engine that is behind leaves the whole old season", async () => {
  const userId = await trader(deps, SATS);
  await runEngineFor(deps, 0);
  await order(deps, userId, { units: "1000" });
  deps.clock.advance(60 * SECOND);
  const before = await stateOf(userId);
  await expect(startSeason(deps, ending(userId))).rejects.toMatchObject({ code: "market_halted" });
  expect(await stateOf(userId)).toEqual(before);
  await runEngineFor(deps, 0);
  expect(await startSeason(deps, ending(userId))).toMatchObject({ number: 2 });
});

test("a position without a price leaves the whole old season", async () => {
  const userId = await trader(deps, SATS);
  await order(deps, userId, { units: "1000" });
  await order(deps, userId, { instrument: "USD_JPY", units: "1000" });
  const before = await stateOf(userId);
  const { feed } = deps;
  const halted = deskDeps(file.database, {
    start: deps.clock.now().toISOString(),
    feed: {
      ...feed,
      quotesAt: async (timeMs) => {
        const quotes = await feed.quotesAt(timeMs);
        return quotes && ((pair) => (pair.name === "USD_JPY" ? undefined : quotes(pair)));
      },
    },
  });
  await expect(startSeason(halted, ending(userId))).rejects.toMatchObject({
    code: "market_halted",
  });
  expect(await stateOf(userId)).toEqual(before);
});

test("a gain that the desk cannot pay now leaves the whole old season", async () => {
  const userId = await trader(deps, SATS);
  await order(deps, userId, { units: "100000" });
  // A gain of about 100,000 USD.
  move(1_000_000);
  const before = await stateOf(userId);
  await expect(startSeason(deps, ending(userId))).rejects.toMatchObject({
    code: "season_coins_short",
    text: expect.stringMatching(/can return only \d\.\d{8} BTC, which is less than your account/),
  });
  expect(await stateOf(userId)).toEqual(before);
});

test("lists of a season contain its own rows only", async () => {
  const { database } = file;
  const userId = await trader(deps, SATS);
  await order(deps, userId, { units: "1000" });
  await startSeason(deps, ending(userId));
  await bringFunds(deps, {
    request: moneyRequest(userId, "transferForexFunds", "second season"),
    amountSats: 5_000_000n,
  });
  await order(deps, userId, { units: "-2000" });
  await startSeason(deps, ending(userId, 2));
  const countsOf = async (number: number | "current") => {
    const season = await seasonRange(database, userId, number);
    const page = { state: "ALL", season, limit: 100 } as const;
    return [
      (await tradesOf(database, userId, page)).map(({ initialUnits }) => initialUnits),
      (await ordersOf(database, userId, page)).length,
      (await transactionsOf(database, userId, { season, limit: 100 })).length,
    ];
  };
  const events = await typesOf(userId);
  const first = events.indexOf("SEASON_END") + 1;
  expect(await countsOf(1)).toEqual([[1_000], 2, first]);
  expect(await countsOf(2)).toEqual([[-2_000], 2, events.length - first]);
  expect(await countsOf("current")).toEqual([[], 0, 0]);
  expect(await seasonRange(database, userId, 4)).toBeUndefined();
  expect(await currentSeason(database, userId)).toMatchObject({ number: 3 });
});

test("a new season does not change the user's replays", async () => {
  const userId = await trader(deps, SATS);
  const { id } = await startReplay(replayDeps(file.database, deps.clock), {
    request: moneyRequest(userId, "startReplay"),
    subject: { startsAt: new Date("2016-06-21T07:00:00Z"), instrument: "EUR_USD" },
    pace: 0,
  });
  const replayRows = () => file.database.query("select * from forex_replays where id = $1", [id]);
  const before = await replayRows();
  await startSeason(deps, ending(userId));
  expect(await replayRows()).toEqual(before);
  expect(await endedSeasons(file.database, id, { limit: 1 })).toEqual([]);
});

test("the database refuses changes of ended seasons and seasons out of order", async () => {
  const userId = await trader(deps, SATS);
  await startSeason(deps, ending(userId));
  const refused = { code: "HF001" };
  const run = (sql: string) =>
    asSuperuser(file.database, (superuser) => superuser.query(sql, [userId]));
  await expect(
    run("update forex_seasons set closed_cents = 1 where user_id = $1"),
  ).rejects.toMatchObject(refused);
  await expect(run("delete from forex_seasons where user_id = $1")).rejects.toMatchObject(refused);
  const copy = (number: number, last: number) =>
    `insert into forex_seasons select user_id, ${number}, began_at, ended_at, ${last}, last_order, last_trade, trades, wins,
       losses, closed_cents, transfers_cents, protection_cents, funds_cost_cents, equity_cents, returned_sats
     from forex_seasons where user_id = $1`;
  await expect(run(copy(3, 100))).rejects.toMatchObject(refused);
  await expect(run(copy(2, 1))).rejects.toMatchObject(refused);
  await bringFunds(deps, {
    request: moneyRequest(userId, "transferForexFunds", "second season"),
    amountSats: SATS / 2n,
  });
  await order(deps, userId, { units: "1000" });
  await expect(run(copy(2, 100))).rejects.toMatchObject(refused);
});

/**
 * Tests that the desk's public figures cannot be distorted by twenty accounts that trade only for
 * this purpose.
 */
import { ANONYMOUS_IDS, anonymousIdsSince } from "#users";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../../test/support/servers/database.ts";
import { deskDeps, movedFeed, order, trader } from "../../test/support/money/forex.ts";
import { moneyRequest } from "../../test/support/money/mining.ts";
import { takeBack } from "./funds/take-back.ts";
import { viewStatistics } from "./lists/statistics.ts";
import { bringFunds } from "./funds/bring-funds.ts";
import { viewOperatorResult } from "./operator-result.ts";
import { cancelOrder } from "./orders/cancel-order.ts";
import { deskFigures } from "./public-figures.ts";
import { readSeason } from "./seasons/read-season.ts";
import { startSeason } from "./seasons/start-season.ts";

const ACCOUNTS = 20;

let books: TestDatabase;
beforeEach(async () => {
  books = await testDatabase();
});
afterEach(() => books.close());

type Deps = ReturnType<typeof deskDeps>;
const figuresOf = (deps: Deps) =>
  deskFigures({ ...deps, uncounted: ANONYMOUS_IDS, uncountedSince: anonymousIdsSince });

async function openAccounts(deps: Deps, count = ACCOUNTS): Promise<string[]> {
  const ids: string[] = [];
  for (let one = 0; one < count; one += 1) ids.push(await trader(deps, 1_000_000n));
  return ids;
}

test("repeated buying and selling adds no volume", async () => {
  const deps = deskDeps(books.database);
  const [one = ""] = await openAccounts(deps, 1);
  const wash = async () => {
    await order(deps, one, { units: "1000" });
    await order(deps, one, { units: "-1000" });
  };
  await wash();
  const { volume24hCents: once } = await figuresOf(deps);
  for (let round = 0; round < 5; round += 1) await wash();
  const { volume24hCents: often } = await figuresOf(deps);
  // The rate moves slightly, so the volumes are not exactly equal. If all six rounds counted, the
  // volume would be six times as large.
  expect(Number(often) / Number(once)).toBeCloseTo(1, 1);
});

test("reversing a position adds each of its sides to the volume once", async () => {
  const deps = deskDeps(books.database);
  const [one = ""] = await openAccounts(deps, 1);
  for (const units of ["1000", "-2000", "2000", "-2000"]) await order(deps, one, { units });
  const { volume24hCents } = await figuresOf(deps);
  // Twice 1,000 EUR, not 7,000 EUR.
  expect(Number(volume24hCents)).toBeLessThan(260_000);
});

test("a trade of one unit does not make an account an active trader", async () => {
  const deps = deskDeps(books.database);
  for (const userId of await openAccounts(deps)) await order(deps, userId, { units: "1" });
  expect(await figuresOf(deps)).toMatchObject({ activeTraders: 0 });
});

test("repeated small trades do not make an account an active trader", async () => {
  const deps = deskDeps(books.database);
  const [one = ""] = await openAccounts(deps, 1);
  for (let round = 0; round < 5; round += 1) await order(deps, one, { units: "20" });
  expect(await figuresOf(deps)).toMatchObject({ activeTraders: 0 });
  await order(deps, one, { units: "100" });
  expect(await figuresOf(deps)).toMatchObject({ activeTraders: 1 });
});

test("cancelled orders and moved coins change no public figure", async () => {
  const deps = deskDeps(books.database);
  for (const userId of await openAccounts(deps)) {
    const { id: orderId } = await order(deps, userId, {
      type: "LIMIT",
      units: "10000",
      price: "0.50000",
    });
    const request = moneyRequest(userId, "cancelForexOrder");
    await cancelOrder(deps, { request, orderId }, () => null);
    const back = moneyRequest(userId, "transferForexFunds");
    await takeBack(deps, { request: back, amountCents: 10_000n });
  }
  expect(await figuresOf(deps)).toMatchObject({
    volume24hCents: 0n,
    activeTraders: 0,
    countedAccounts12m: 0,
    losingAccountsPercent12m: null,
  });
});

test("anonymous accounts change no public figure", async () => {
  const deps = deskDeps(books.database);
  const ids = await openAccounts(deps);
  for (const userId of ids) await order(deps, userId, { units: "1000" });
  await books.database.query(
    "update users_users set is_anonymous = true where id = any($1::uuid[])",
    [ids],
  );
  expect(await figuresOf(deps)).toMatchObject({
    volume24hCents: 0n,
    activeTraders: 0,
    countedAccounts12m: 0,
  });
});

test("twenty accounts with wash trades are counted as twenty losing accounts", async () => {
  const deps = deskDeps(books.database);
  for (const userId of await openAccounts(deps)) {
    await order(deps, userId, { units: "1" });
    await order(deps, userId, { units: "-1" });
  }
  expect(await figuresOf(deps)).toMatchObject({
    losingAccountsPercent12m: "100",
    inProfitPercent: "0",
  });
});

test("winning anonymous accounts do not change the share of losing accounts", async () => {
  const deps = deskDeps(books.database);
  const ids = await openAccounts(deps);
  for (const userId of ids) {
    await order(deps, userId, { units: "1" });
    await order(deps, userId, { units: "-1" });
  }
  const keptAt = (at: Date) =>
    books.database.query("update users_users set anonymous_until = $2 where id = any($1::uuid[])", [
      ids,
      at,
    ]);
  const { countedAccounts12m } = await figuresOf(deps);
  expect(countedAccounts12m).toBe(ACCOUNTS);
  const now = deps.clock.now();
  await keptAt(now);
  expect(await figuresOf(deps)).toMatchObject({
    countedAccounts12m: 0,
    losingAccountsPercent12m: null,
  });
  await keptAt(new Date(now.getTime() - 366 * 86_400_000));
  expect(await figuresOf(deps)).toMatchObject({ countedAccounts12m: ACCOUNTS });
});

test("twenty accounts that start a new season after each loss change no public figure", async () => {
  const moved = movedFeed(deskDeps(books.database).feed);
  const deps = deskDeps(books.database, { feed: moved.feed });
  const figures = async () => {
    const { resultCents, totalResultCents, exposure } = await viewOperatorResult(deps);
    return { ...(await figuresOf(deps)), resultCents, totalResultCents, exposure };
  };
  const ids = await openAccounts(deps);
  for (let season = 1; season <= 3; season += 1) {
    for (const userId of ids) {
      await order(deps, userId, { units: "1000" });
      await order(deps, userId, { units: "-1000" });
    }
    const before = await figures();
    expect(before).toMatchObject({ losingAccountsPercent12m: "100", countedAccounts12m: ACCOUNTS });
    for (const userId of ids) {
      const request = moneyRequest(userId, "startForexSeason", { season });
      const { amountSats } = await startSeason(deps, { request, ends: season });
      expect(await figures()).toEqual(before);
      const bring = moneyRequest(userId, "transferForexFunds", { season });
      await bringFunds(deps, { request: bring, amountSats });
    }
    expect(await figures()).toEqual(before);
  }
  // A gain in the last season that is smaller than the losses of the earlier seasons.
  for (const userId of ids) {
    moved.move("EUR_USD", deps.clock.now().getTime(), 0);
    await order(deps, userId, { units: "100" });
    moved.move("EUR_USD", deps.clock.now().getTime(), 400);
    await order(deps, userId, { units: "-100" });
    const statistics = await viewStatistics(
      books.database,
      userId,
      await readSeason(books.database, userId, "current"),
    );
    expect(statistics).toMatchObject({ trades: 1, wins: 1 });
  }
  expect(await figuresOf(deps)).toMatchObject({
    countedAccounts12m: ACCOUNTS,
    losingAccountsPercent12m: "100",
    inProfitPercent: "0",
  });
});

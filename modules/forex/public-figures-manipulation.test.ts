/** Twenty accounts that trade only to make a public figure of the desk false. */
import { ANONYMOUS_IDS, anonymousIdsSince } from "#users";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../../test/support/servers/database.ts";
import { deskParts, order, trader } from "../../test/support/money/forex.ts";
import { moneyRequest } from "../../test/support/money/mining.ts";
import { takeBack } from "./funds/take-back.ts";
import { cancelOrder } from "./orders/cancel-order.ts";
import { deskFigures } from "./public-figures.ts";

const LIARS = 20;

let books: TestDatabase;
beforeEach(async () => {
  books = await testDatabase();
});
afterEach(() => books.close());

type Parts = ReturnType<typeof deskParts>;
const figuresOf = (parts: Parts) =>
  deskFigures({ ...parts, uncounted: ANONYMOUS_IDS, uncountedSince: anonymousIdsSince });

async function liars(parts: Parts, count = LIARS): Promise<string[]> {
  const ids: string[] = [];
  for (let one = 0; one < count; one += 1) ids.push(await trader(parts, 1_000_000n));
  return ids;
}

test("buying and selling back again and again adds no volume", async () => {
  const parts = deskParts(books.database);
  const [one = ""] = await liars(parts, 1);
  const wash = async () => {
    await order(parts, one, { units: "1000" });
    await order(parts, one, { units: "-1000" });
  };
  await wash();
  const { volume24hCents: once } = await figuresOf(parts);
  for (let round = 0; round < 5; round += 1) await wash();
  const { volume24hCents: often } = await figuresOf(parts);
  // The rate moves a little; five more rounds would be six times as much.
  expect(Number(often) / Number(once)).toBeCloseTo(1, 1);
});

test("a position that turns counts both of its sides once", async () => {
  const parts = deskParts(books.database);
  const [one = ""] = await liars(parts, 1);
  for (const units of ["1000", "-2000", "2000", "-2000"]) await order(parts, one, { units });
  const { volume24hCents } = await figuresOf(parts);
  // Twice 1,000 EUR, not 7,000.
  expect(Number(volume24hCents)).toBeLessThan(260_000);
});

test("trades of one unit make no active traders", async () => {
  const parts = deskParts(books.database);
  for (const userId of await liars(parts)) await order(parts, userId, { units: "1" });
  expect(await figuresOf(parts)).toMatchObject({ activeTraders: 0 });
});

test("many trades of one unit make no active trader", async () => {
  const parts = deskParts(books.database);
  const [one = ""] = await liars(parts, 1);
  for (let round = 0; round < 5; round += 1) await order(parts, one, { units: "20" });
  expect(await figuresOf(parts)).toMatchObject({ activeTraders: 0 });
  await order(parts, one, { units: "100" });
  expect(await figuresOf(parts)).toMatchObject({ activeTraders: 1 });
});

test("orders that are cancelled and coins that go back and forth count nowhere", async () => {
  const parts = deskParts(books.database);
  for (const userId of await liars(parts)) {
    const { id: orderId } = await order(parts, userId, {
      type: "LIMIT",
      units: "10000",
      price: "0.50000",
    });
    const request = moneyRequest(userId, "cancelForexOrder");
    await cancelOrder(parts, { request, orderId }, () => null);
    const back = moneyRequest(userId, "transferForexFunds");
    await takeBack(parts, { request: back, amountCents: 10_000n });
  }
  expect(await figuresOf(parts)).toMatchObject({
    volume24hCents: 0n,
    activeTraders: 0,
    countedAccounts12m: 0,
    losingAccountsPercent12m: null,
  });
});

test("anonymous accounts move no figure", async () => {
  const parts = deskParts(books.database);
  const ids = await liars(parts);
  for (const userId of ids) await order(parts, userId, { units: "1000" });
  await books.database.query(
    "update users_users set is_anonymous = true where id = any($1::uuid[])",
    [ids],
  );
  expect(await figuresOf(parts)).toMatchObject({
    volume24hCents: 0n,
    activeTraders: 0,
    countedAccounts12m: 0,
  });
});

test("twenty accounts that wash trade count as twenty that lost", async () => {
  const parts = deskParts(books.database);
  for (const userId of await liars(parts)) {
    await order(parts, userId, { units: "1" });
    await order(parts, userId, { units: "-1" });
  }
  expect(await figuresOf(parts)).toMatchObject({
    losingAccountsPercent12m: "100",
    inProfitPercent: "0",
  });
});

test("anonymous accounts that keep their winners alone change no share of losers", async () => {
  const parts = deskParts(books.database);
  const ids = await liars(parts);
  for (const userId of ids) {
    await order(parts, userId, { units: "1" });
    await order(parts, userId, { units: "-1" });
  }
  const keptAt = (at: Date) =>
    books.database.query("update users_users set anonymous_until = $2 where id = any($1::uuid[])", [
      ids,
      at,
    ]);
  const { countedAccounts12m } = await figuresOf(parts);
  expect(countedAccounts12m).toBe(LIARS);
  const now = parts.clock.now();
  await keptAt(now);
  expect(await figuresOf(parts)).toMatchObject({
    countedAccounts12m: 0,
    losingAccountsPercent12m: null,
  });
  await keptAt(new Date(now.getTime() - 366 * 86_400_000));
  expect(await figuresOf(parts)).toMatchObject({ countedAccounts12m: LIARS });
});

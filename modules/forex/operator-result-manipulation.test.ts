/**
 * Tests that the platform's figures cannot be distorted by twenty accounts that trade only for this
 * purpose.
 */
import { factorOf, instrumentNamed, PAIRS } from "#market";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../../test/support/servers/database.ts";
import { deskDeps, order, trader } from "../../test/support/money/forex.ts";
import { tradesOf } from "./book/trades-table.ts";
import { takeBack } from "./funds/take-back.ts";
import { moneyRequest } from "../../test/support/money/mining.ts";
import { viewOperatorResult } from "./operator-result.ts";

const ACCOUNTS = 20;

let books: TestDatabase;
beforeEach(async () => {
  books = await testDatabase();
});
afterEach(() => books.close());

type Deps = ReturnType<typeof deskDeps>;

async function openAccounts(deps: Deps): Promise<string[]> {
  const ids: string[] = [];
  for (let one = 0; one < ACCOUNTS; one += 1) ids.push(await trader(deps, 1_000_000n));
  return ids;
}

test("the platform's profit equals the losses of wash trades to the cent", async () => {
  const deps = deskDeps(books.database);
  let lostCents = 0n;
  for (const userId of await openAccounts(deps)) {
    await order(deps, userId, { units: "1000" });
    await order(deps, userId, { units: "-1000" });
    const trades = await tradesOf(books.database, userId, { state: "ALL", limit: 10 });
    for (const { realisedCents } of trades) lostCents -= realisedCents;
  }
  expect(await viewOperatorResult(deps)).toMatchObject({
    resultCents: lostCents,
    openResultCents: 0n,
    totalResultCents: lostCents,
    openPositions: 0,
    exposure: [],
  });
});

test("moving coins to the desk and back does not change the platform's figures", async () => {
  const deps = deskDeps(books.database);
  const before = await viewOperatorResult(deps);
  for (const userId of await openAccounts(deps)) {
    const request = moneyRequest(userId, "transferForexFunds");
    await takeBack(deps, { request, amountCents: 10_000n });
  }
  expect({ ...(await viewOperatorResult(deps)), at: before.at }).toEqual(before);
});

test("accounts with opposite positions leave the platform without exposure", async () => {
  const deps = deskDeps(books.database);
  for (const [place, userId] of (await openAccounts(deps)).entries())
    await order(deps, userId, { units: place % 2 === 0 ? "1000" : "-1000" });
  expect(await viewOperatorResult(deps)).toMatchObject({ openPositions: ACCOUNTS, exposure: [] });
});

test("many tiny positions have the same exposure as one large position", async () => {
  const deps = deskDeps(books.database);
  const [instrument = "", units] = [
    PAIRS.find(({ base }) => base !== "USD" && base !== "EUR")?.name,
    1,
  ];
  const pair = instrumentNamed(instrument);
  if (!pair) throw new Error("no such pair");
  const ids = await openAccounts(deps);
  for (const userId of ids) await order(deps, userId, { instrument, units: String(units) });
  const quotes = await deps.feed.valuedAt(deps.clock.now().getTime());
  if (!quotes) throw new Error("no quotes");
  const { top, bottom } = factorOf(pair.base, "USD", quotes);
  const whole = Math.round((ACCOUNTS * 100 * Number(top)) / Number(bottom));
  const { exposure, openResultCents, openPositions } = await viewOperatorResult(deps);
  expect(openPositions).toBe(ACCOUNTS);
  expect(exposure.find(({ currency }) => currency === pair.base)?.cents).toBe(-BigInt(whole));
  let exact = 0;
  for (const userId of ids)
    for (const { price } of await tradesOf(books.database, userId, { state: "OPEN", limit: 10 })) {
      const quote = quotes(pair);
      const other = factorOf(pair.quote, "USD", quotes);
      const gain = ((quote?.bid ?? 0) + (quote?.ask ?? 0)) / 2 - price;
      exact -= ((gain / pair.priceScale) * 100 * Number(other.top)) / Number(other.bottom);
    }
  expect(Math.abs(Number(openResultCents) - exact)).toBeLessThanOrEqual(0.5);
});

test("an account's trades in one pair are one open position", async () => {
  const deps = deskDeps(books.database);
  const [one = ""] = await openAccounts(deps);
  for (let round = 0; round < 5; round += 1) await order(deps, one, { units: "100" });
  expect(await viewOperatorResult(deps)).toMatchObject({ openPositions: 1 });
});

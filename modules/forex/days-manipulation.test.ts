/**
 * Tests that the published market days cannot be distorted by twenty accounts that trade only for
 * this purpose.
 */
import { commitmentOf, dayAt, dayOf, openDay, PAIRS, quotesAt } from "#market";
import { expect, test } from "vitest";
import { fileDatabase, testDatabase } from "../../test/support/servers/database.ts";
import { deskDeps, order, START, trader } from "../../test/support/money/forex.ts";
import { forexMarketAt, type MovedMarket } from "../../test/support/money/forex-market.ts";
import { rootOf } from "../../test/support/money/market-days.ts";
import { anonymous } from "../../test/support/servers/route-input.ts";
import { forexMarketRoutes } from "./market-routes.ts";

const ACCOUNTS = 20;
const TODAY = "2026-09-16";
const TOMORROW = "2026-09-17";
const LATER = "2026-09-18T09:00:00Z";
const root = Buffer.from(rootOf(7));
const file = fileDatabase();

/** Returns all data about the market's days that visitors can see. */
async function published(market: MovedMarket) {
  const routes = forexMarketRoutes(market);
  const dayNamed = (date: string) => routes.getMarketDay({ ...anonymous, params: { date } });
  const candles = {
    instrument: "EUR_USD",
    granularity: "M15",
    count: 200,
    price: "BA",
    to: undefined,
  } as const;
  const { items } = await routes.listMarketDays({ ...anonymous, query: { before: undefined } });
  const past = { before: "9999-12-31" };
  return {
    items,
    past: (await routes.listMarketDays({ ...anonymous, query: past })).items,
    days: [await dayNamed(TODAY), await dayNamed(TOMORROW)],
    candles: (await routes.listCandles({ ...anonymous, query: candles })).candles,
  };
}

test("the trades of twenty accounts do not change any published price", async () => {
  const twin = await testDatabase();
  const market = await forexMarketAt(file.database, START, { root });
  // A twin of the market without accounts.
  const still = await forexMarketAt(twin.database, START, { root });
  const before = await published(market);
  expect(before).toEqual(await published(still));
  expect(before.days.map(({ seed }) => seed)).toEqual([null, null]);

  const desk = deskDeps(file.database, { feed: market.feed });
  const until = async (timeMs: number) => {
    await desk.until(timeMs);
    for (const one of [market, still]) one.moveTo(desk.clock.now().toISOString());
  };
  const deps = { ...desk, until };
  for (let one = 0; one < ACCOUNTS; one += 1) {
    const userId = await trader(deps, 100_000_000n);
    await order(deps, userId, { units: "500000" });
    await order(deps, userId, { units: "-1000000" });
  }
  const tradedMs = deps.clock.now().getTime();
  const traded = PAIRS.map(await quotesOf(market, tradedMs));
  const during = await published(market);
  expect(during).toEqual(await published(still));
  expect(during.items).toEqual(before.items);
  expect(during.days).toEqual(before.days);

  for (const one of [market, still]) one.moveTo(LATER);
  const after = await published(market);
  expect(after).toEqual(await published(still));
  expect(after.past.find(({ date }) => date === TODAY)?.commitment).toBe(
    before.items.find(({ date }) => date === TODAY)?.commitment,
  );

  // The day's seed is enough to recompute the prices at which the accounts traded.
  const [today] = after.days;
  const seed = Buffer.from(today?.seed ?? "", "hex");
  expect(commitmentOf(seed)).toBe(before.days[0]?.commitment);
  const opened = await market.days.open(dayOf(TODAY));
  if (!opened) throw new Error("the day did not begin");
  const path = openDay(opened.path.start, seed);
  expect(traded).toEqual(quotesAt(path, PAIRS, tradedMs));
  await twin.close();
});

async function quotesOf(market: MovedMarket, timeMs: number) {
  const quotes = await market.feed.quotesAt(timeMs);
  if (!quotes) throw new Error("no quotes");
  return quotes;
}

test("no caller sees a day's seed before the day is over", async () => {
  const own = await testDatabase();
  const market = await forexMarketAt(own.database, START);
  const routes = forexMarketRoutes(market);
  const { items } = await routes.listMarketDays({ ...anonymous, query: { before: undefined } });
  expect(items.length).toBeGreaterThan(ACCOUNTS);
  for (const { date } of items) {
    const { seed, start } = await routes.getMarketDay({ ...anonymous, params: { date } });
    expect(seed).toBeNull();
    expect(start === null).toBe(dayOf(date) > dayAt(market.clock.now().getTime()));
  }
  await own.close();
});

/**
 * Tests market days that several processes create, market days that were missed, and their quotes.
 */
import { beforeAll, describe, expect, test } from "vitest";
import {
  commitmentOf,
  dayOf,
  firstStart,
  instrumentNamed,
  latencyMs,
  nextTradingDay,
  openDay,
  PAIRS,
  quotesAt,
  startAfter,
} from "#market";
import { sqlState } from "#platform";
import { asSuperuser, fileDatabase, testDatabase } from "../../test/support/servers/database.ts";
import { forexMarketAt, type MovedMarket } from "../../test/support/money/forex-market.ts";
import { RATES } from "../../test/support/money/market-days.ts";
import { daysFrom, findBegun } from "./days/days-table.ts";

const file = fileDatabase();
/** Two processes that share a database. */
let one: MovedMarket;
let two: MovedMarket;

const FIRST = dayOf("2026-06-05");
const EUR_USD = instrumentNamed("EUR_USD");

beforeAll(async () => {
  one = await forexMarketAt(file.database, "2026-06-05T12:00:00Z");
  two = await one.again();
});

function moveTo(time: string): void {
  for (const market of [one, two]) market.moveTo(time);
}

test("the first day begins at the model's levels, with commitments for 30 days", async () => {
  const rows = await daysFrom(file.database, FIRST, 100);
  expect(rows[0]?.beginning?.start).toEqual(firstStart(FIRST));
  expect(rows).toHaveLength(31);
  for (const { day, commitment } of rows)
    expect(commitment).toBe(commitmentOf(one.days.seedOf(day)));
  expect(new Set(rows.map(({ commitment }) => commitment)).size).toBe(31);
});

test("all processes compute the same prices", async () => {
  const timeMs = Date.parse("2026-06-05T11:59:59.950Z");
  const [mine, yours] = [await one.feed.quotesAt(timeMs), await two.feed.quotesAt(timeMs)];
  const quotes = PAIRS.map((pair) => mine?.(pair));
  expect(quotes).toEqual(PAIRS.map((pair) => yours?.(pair)));
  expect(quotes.every((quote) => quote && quote.bid < quote.ask)).toBe(true);
  const day = await one.days.open(FIRST);
  expect(quotes).toEqual(day && quotesAt(day.path, PAIRS, timeMs));
});

test("an installation that starts on a weekend shows Friday's close until Sunday", async () => {
  const own = await testDatabase();
  const market = await forexMarketAt(own.database, "2026-06-06T12:00:00Z");
  const friday = await market.days.open(FIRST);
  expect(friday?.path.start).toEqual(firstStart(FIRST));
  const quotes = await market.feed.valuedAt(Date.parse("2026-06-06T12:00:00Z"));
  expect(PAIRS.map((pair) => quotes?.(pair))).toEqual(
    friday && quotesAt(friday.path, PAIRS, Date.parse("2026-06-05T20:59:59.800Z")),
  );
  market.moveTo("2026-06-07T21:00:00Z");
  const monday = await market.days.open(nextTradingDay(FIRST + 1));
  expect(monday?.path.start).toEqual(friday && startAfter(friday.path, () => RATES));
  await own.close();
});

test("a request for future quotes returns undefined", async () => {
  expect(await one.feed.quotesAt(Date.parse("2026-06-05T12:00:00.001Z"))).toBeUndefined();
  expect(await one.days.open(nextTradingDay(FIRST + 1))).toBeUndefined();
});

test("an order reaches the market at the first tick after its latency", async () => {
  const sentMs = Date.parse("2026-06-05T11:00:00.010Z");
  const { latencyMs: drawn, timeMs } = await one.feed.arrivalOf("order-1", sentMs);
  expect(drawn).toBe(latencyMs(one.days.seedOf(FIRST), "order-1"));
  expect(timeMs).toBe(Math.ceil((sentMs + drawn) / 200) * 200);
  const closing = Date.parse("2026-06-05T20:59:59.999Z");
  const { timeMs: monday } = await one.feed.arrivalOf("order-2", closing);
  expect(new Date(monday).toISOString()).toBe("2026-06-07T21:00:00.000Z");
});

describe("eleven days without a running process", () => {
  test("two processes compute the missed days exactly as one process does", async () => {
    moveTo("2026-06-16T12:00:00Z");
    await Promise.all([one.days.keepUp(), two.days.keepUp()]);
    let start = firstStart(FIRST);
    while (start.day < dayOf("2026-06-16"))
      start = startAfter(openDay(start, one.days.seedOf(start.day)), () => RATES);
    for (const market of [one, two])
      expect((await market.days.open(start.day))?.path.start).toEqual(start);
    expect(await findBegun(file.database, nextTradingDay(start.day + 1))).toBeUndefined();
  });

  test("the weekend has no quotes", async () => {
    expect(await one.feed.quotesAt(Date.parse("2026-06-13T12:00:00Z"))).toBeUndefined();
    const terms = await one.days.termsOf(dayOf("2026-06-13"));
    expect(terms?.interest).toEqual(RATES);
  });
});

test("posted terms apply from the next 17:00", async () => {
  await asSuperuser(file.database, (superuser) =>
    superuser.query(
      `insert into forex_terms values ('trm_test', 'EUR_USD', '{"spread": "30", "marginRate": "400000"}',
         '2026-06-16T20:59:59Z', 'test', 'test')`,
    ),
  );
  const spread = async (date: string) => {
    const day = await one.days.open(dayOf(date));
    return EUR_USD && day?.path.spreadTenths(EUR_USD);
  };
  expect(await spread("2026-06-16")).toBe(9);
  moveTo("2026-06-16T21:00:00Z");
  expect(await spread("2026-06-17")).toBe(30);
  expect(await spread("2026-06-16")).toBe(9);
});

test("a day's starting values are never overwritten", async () => {
  const errors = await Promise.all(
    [
      "update forex_days set variance = variance + 1 where model is not null",
      "update forex_days set commitment = repeat('0', 64) where model is null",
    ].map((sql) => file.database.query(sql).then(() => "", sqlState)),
  );
  expect(errors).toEqual(["HF001", "HF001"]);
});

test("the market does not open with a wrong master key", async () => {
  const other = await forexMarketAt(file.database, "2026-06-16T21:00:00Z").catch((error) => error);
  expect(other).toBeInstanceOf(Error);
});

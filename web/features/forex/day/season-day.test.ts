/**
 * Checks a day on which a season ended: the fills of the closing orders follow from the seed, and
 * the luck test separates the seasons.
 */
import { beforeAll, expect, test } from "vitest";
import { forexAccountApi } from "#api/forex-account";
import { forexMarketApi } from "#api/forex";
import { bringFunds, forexAccountRoutes, forexMarketRoutes } from "#forex";
import { fileDatabase } from "../../../../test/support/servers/database.ts";
import { deskDeps, order, trader } from "../../../../test/support/money/forex.ts";
import { forexMarketAt } from "../../../../test/support/money/forex-market.ts";
import { moneyRequest } from "../../../../test/support/money/mining.ts";
import { anonymous, signedInAs, wireOf } from "../../../../test/support/servers/route-input.ts";
import { startSeason } from "../../../../modules/forex/seasons/start-season.ts";
import { checkOwn, type DayAnswer, type OwnDay } from "./check-day.ts";
import { testLuck, type LuckSeason } from "./luck.ts";

const DATE = "2026-09-16";
const OPENING = "2026-09-15T21:00:00.000Z";
const CLOSING = "2026-09-16T21:00:00.000Z";

const file = fileDatabase();
let day: DayAnswer;
let before: DayAnswer;
let own: OwnDay;

beforeAll(async () => {
  const root = Buffer.alloc(32, 5);
  const market = await forexMarketAt(file.database, "2026-09-15T12:00:00Z", { root });
  await market.days.keepUp();
  const deps = {
    ...deskDeps(file.database, { feed: market.feed }),
    clock: market.clock,
    termsOf: (number: number) => market.days.termsOf(number),
    until: async (timeMs: number) => market.moveTo(new Date(timeMs).toISOString()),
  };
  market.moveTo("2026-09-15T20:58:00Z");
  const userId = await trader(deps, 30_000_000n);
  await order(deps, userId, { units: "5000", instrument: "GBP_JPY" });
  market.moveTo("2026-09-16T09:00:00Z");
  await order(deps, userId, { units: "-4000" });
  await order(deps, userId, { units: "2000", instrument: "AUD_NZD" });
  market.moveTo("2026-09-16T10:00:00Z");
  const request = moneyRequest(userId, "startForexSeason");
  const { amountSats } = await startSeason(deps, { request, ends: 1 });
  await bringFunds(deps, { request: moneyRequest(userId, "transferForexFunds", 2), amountSats });
  await order(deps, userId, { units: "3000", instrument: "USD_CHF" });
  market.moveTo("2026-09-16T21:00:01Z");
  const open = forexMarketRoutes(market);
  const wire = wireOf(forexMarketApi);
  const dayNamed = async (date: string) =>
    wire("getMarketDay", await open.getMarketDay({ ...anonymous, params: { date } }));
  const routes = forexAccountRoutes(deskDeps(file.database, { feed: market.feed }));
  const caller = signedInAs(userId);
  const range = { from: new Date(OPENING), to: new Date(CLOSING) };
  const query = { ...range, season: "all", limit: 100, cursor: undefined };
  const ownWire = wireOf(forexAccountApi);
  const events = await routes.listForexTransactions({ ...caller, query });
  const book = await routes.getForexDayBook({ ...caller, params: { date: DATE } });
  [day, before] = [await dayNamed(DATE), await dayNamed("2026-09-15")] as [DayAnswer, DayAnswer];
  own = {
    events: (ownWire("listForexTransactions", events) as { items: OwnDay["events"] }).items,
    book: ownWire("getForexDayBook", book) as OwnDay["book"],
  };
});

test("the fills that close a season are reproduced from the seed", () => {
  const checks = checkOwn({ day, before, own });
  // Two orders before the end of the season, three that close it, and one after it.
  expect(checks.filter(({ kind }) => kind === "fill")).toHaveLength(6);
  for (const { differences, unchecked } of checks) {
    expect(differences).toEqual([]);
    expect(unchecked).toBeUndefined();
  }
});

test("the luck test shows the last season of the day, and the others on request", () => {
  const luck = (season?: LuckSeason) => testLuck({ day, own, season });
  expect(luck()).toMatchObject({ season: 2, seasons: [1, 2], trades: 1 });
  expect(luck(2)).toEqual(luck());
  expect(luck(1)).toMatchObject({ season: 1, trades: 3 });
  expect(luck("all")).toMatchObject({ season: "all", trades: 4 });
  expect(luck("all").spreadCents).toBe(luck(1).spreadCents + luck(2).spreadCents);
  expect(luck("all").rank.ownCents).toBe(luck(1).rank.ownCents + luck(2).rank.ownCents);
});

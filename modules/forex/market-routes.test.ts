/**
 * Tests the market over HTTP: quotes while the market is open and closed, candles from each source,
 * and days.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { forexMarketApi } from "#api/forex";
import { decodeQuotes } from "#api/quote-frame";
import {
  candlesOf,
  commitmentOf,
  dayOf,
  instrumentNamed,
  openingOf,
  priceText,
  type Candle,
} from "#market";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { forexMarketAt, type MovedMarket } from "../../test/support/money/forex-market.ts";
import { behindTheGuard } from "../../test/support/servers/without-triggers.ts";
import { anonymous, wireOf } from "../../test/support/servers/route-input.ts";
import { createDayCandles } from "./candles/day-candles.ts";
import { listCandles } from "./candles/list-candles.ts";
import type { MarketDays } from "./days/market-days.ts";
import { forexMarketRoutes } from "./market-routes.ts";
import { quoteFrame } from "./present-market.ts";

const file = fileDatabase();
let market: MovedMarket;
let routes: ReturnType<typeof forexMarketRoutes>;

beforeAll(async () => {
  market = await forexMarketAt(file.database, "2026-06-03T21:04:03.500Z");
  routes = forexMarketRoutes(market);
});

const wire = wireOf(forexMarketApi);
type Query = Parameters<typeof routes.listCandles>[0]["query"];

const usual: Query = {
  instrument: "EUR_USD",
  granularity: "M1",
  count: 500,
  price: "M",
  to: undefined,
};
const candles = async (query: Partial<Query>) =>
  (await routes.listCandles({ ...anonymous, query: { ...usual, ...query } })).candles;
const dayNamed = (date: string) => routes.getMarketDay({ ...anonymous, params: { date } });
const quotes = async () => wire("getQuotes", await routes.getQuotes(anonymous)) as Quotes;

interface Quotes {
  readonly market: object;
  readonly quotes: readonly Record<string, string | null>[];
}

test("instruments are listed with OANDA v20's names and the posted terms", async () => {
  expect(wire("listInstruments", await routes.listInstruments(anonymous))).toMatchObject({
    markUpPercent: "1",
    conversionCostPercent: "0.25",
    isOpen: true,
    interest: { USD: "3.625", CHF: "0" },
    instruments: expect.arrayContaining([
      expect.objectContaining({
        name: "EUR_USD",
        displayName: "EUR/USD",
        pipLocation: -4,
        displayPrecision: 5,
        marginRate: "0.0333333",
        tradeable: true,
        spread: "0.9",
      }),
      expect.objectContaining({ name: "BTC_USD", tradeable: false }),
    ]) as object,
  });
});

test("an open market has prices for all pairs", async () => {
  const { market: hours, quotes: all } = await quotes();
  expect(hours).toEqual({
    isOpen: true,
    opensAt: "2026-05-31T21:00:00.000Z",
    closesAt: "2026-06-05T21:00:00.000Z",
  });
  expect(all).toHaveLength(32);
  for (const quote of all.slice(0, -1)) {
    expect(quote).toMatchObject({ status: "tradeable", time: "2026-06-03T21:04:03.400Z" });
    const [bid, ask, open, high, low] = ["bid", "ask", "dayOpen", "dayHigh", "dayLow"].map((name) =>
      Math.round(Number(quote[name]) * 1e6),
    ) as [number, number, number, number, number];
    const mid = (bid + ask) / 2;
    expect(ask).toBeGreaterThan(bid);
    expect(Math.min(mid, open)).toBeGreaterThanOrEqual(low);
    expect(Math.max(mid, open)).toBeLessThanOrEqual(high);
  }
  expect(all.at(-1)).toMatchObject({ status: "reference", bid: "60000.0", dayOpen: null });
});

test("the binary stream message contains the same quotes as the JSON response", async () => {
  const { quotes: all } = await quotes();
  const frame = decodeQuotes((await quoteFrame(market)).slice().buffer);
  const eurUsd = frame.find(({ id }) => id === instrumentNamed("EUR_USD")?.id);
  const pair = all.find(({ instrument }) => instrument === "EUR_USD");
  expect(eurUsd && instrumentNamed("EUR_USD") && { ...eurUsd, id: 0 }).toEqual({
    id: 0,
    status: "tradeable",
    bid: Math.round(Number(pair?.["bid"]) * 1e6),
    ask: Math.round(Number(pair?.["ask"]) * 1e6),
    dayOpen: Math.round(Number(pair?.["dayOpen"]) * 1e6),
    timeMs: Date.parse(pair?.["time"] ?? ""),
  });
});

describe("candles", () => {
  const exact = async (granularity: "S5" | "M1" | "M5" | "H1" | "D"): Promise<Candle[]> => {
    const day = await market.days.open(dayOf("2026-06-04"));
    const pair = instrumentNamed("EUR_USD");
    if (!day || !pair) throw new Error("no day");
    const range = { fromMs: day.path.fromMs, nowMs: market.clock.now().getTime() };
    return candlesOf(day.path, pair, granularity, range);
  };

  test.each(["S5", "M1", "M5", "H1", "D"] as const)(
    "candles of granularity %s equal those built from all ticks",
    async (one) => {
      const expected = await exact(one);
      const answer = await candles({ granularity: one, price: "BMA" });
      const own = answer.filter(({ source }) => source === "practice");
      const pair = instrumentNamed("EUR_USD");
      expect(own).toEqual(
        expected.map(({ timeMs, complete, volume, ...sides }) => ({
          time: new Date(timeMs),
          complete,
          volume,
          source: "practice",
          ...Object.fromEntries(
            Object.entries(sides).map(([side, range]) => [
              side,
              Object.fromEntries(
                Object.entries(range).map(([name, price]) => [
                  name,
                  pair && priceText(price, pair),
                ]),
              ),
            ]),
          ),
        })),
      );
    },
  );

  test("candles end before the requested time", async () => {
    const to = new Date("2026-06-03T21:03:00Z");
    const times = (await candles({ to, count: 2 })).map(({ time }) => time.toISOString());
    expect(times).toEqual(["2026-06-03T21:01:00.000Z", "2026-06-03T21:02:00.000Z"]);
    expect(await candles({ to: new Date("1998-01-01T00:00:00Z"), granularity: "D" })).toEqual([]);
  });

  test("candles before the first day are modelled and say so", async () => {
    const [newest, ...others] = (await candles({ granularity: "D", count: 5_000 })).toReversed();
    expect(newest?.source).toBe("practice");
    expect(others).toHaveLength(4_999);
    expect(others[0]?.source).toBe("bridged");
    // The ECB's rate was 1.1684 on 13 April 2026 at 12:15 UTC.
    const to = new Date("2026-04-13T12:20:00Z");
    const [atFixing] = await candles({ granularity: "M5", count: 1, to });
    expect(atFixing?.source).toBe("bridged");
    expect(Number(atFixing?.mid?.o)).toBeCloseTo(1.1684, 4);
    const [before] = await candles({ granularity: "M5", count: 1, to: new Date(+to - 300_000) });
    expect(before).toMatchObject({ source: "modelled", mid: { c: atFixing?.mid?.o } });
  });

  test("storing a past day's candles does not change them", async () => {
    market.moveTo("2026-06-05T10:00:00Z");
    // Only the first half hour, because a whole day has too many ticks for a test.
    const days: MarketDays = {
      ...market.days,
      async open(day) {
        const opened = await market.days.open(day);
        const untilMs = openingOf(day) + 1_800_000;
        return opened && { ...opened, path: { ...opened.path, untilMs } };
      },
    };
    const short = { ...market, days, candles: createDayCandles({ ...market, days }) };
    const instrument = instrumentNamed("GBP_JPY");
    const read = async (granularity: "M5" | "H4" | "D") => {
      if (!instrument) throw new Error("no GBP_JPY");
      const beforeMs = Date.parse("2026-06-04T21:00:00Z");
      const stored = await listCandles(short, { instrument, granularity, count: 288, beforeMs });
      // A stored candle is complete.
      return stored
        .filter(({ source }) => source === "practice")
        .map(({ complete: _complete, ...candle }) => candle);
    };
    const all = async () => [await read("M5"), await read("H4"), await read("D")];
    const made = await all();
    await short.candles.storeNext();
    await short.candles.storeNext();
    expect(await file.database.query("select from forex_candles")).toHaveLength(31);
    expect(await all()).toEqual(made);
    expect(made.map(({ length }) => length)).toEqual([6, 1, 1]);
    // Rows of earlier releases have no volumes. A check of the day needs exact ones.
    await behindTheGuard(
      file.database,
      "update forex_candles set volume = null, five_minute_volumes = null",
    );
    const [fiveMinutes, ...longer] = await all();
    expect(fiveMinutes).toEqual(made[0]);
    for (const [index, [estimated]] of longer.entries()) {
      const before = made[index + 1]?.[0];
      expect({ ...estimated, volume: before?.volume }).toEqual(before);
      expect(estimated?.volume).toBeGreaterThan(1_000);
    }
  });

  test.each([
    ["EURUSD", "forex_instrument_unknown"],
    ["BTC_USD", "forex_instrument_without_candles"],
  ])("candles of %s are refused: %s", async (instrument, code) => {
    await expect(candles({ instrument })).rejects.toMatchObject({ code });
  });
});

describe("a market day", () => {
  test("a day's seed is secret until 17:00 New York time", async () => {
    market.moveTo("2026-06-05T20:59:59.999Z");
    const { seed, commitment, start, terms } = await dayNamed("2026-06-05");
    expect(seed).toBeNull();
    expect(start?.levels["EUR"]).toMatch(/^1\.\d+$/);
    expect(terms?.pairs["EUR_USD"]).toEqual({ spread: "0.9", marginRate: "0.0333333" });
    market.moveTo("2026-06-05T21:00:00Z");
    const day = await dayNamed("2026-06-05");
    expect(commitmentOf(Buffer.from(day.seed ?? "", "hex"))).toBe(commitment);
  });

  test("a future day shows only its commitment", async () => {
    expect(await dayNamed("2026-06-10")).toMatchObject({ start: null, terms: null, seed: null });
    const { items } = await routes.listMarketDays({ ...anonymous, query: {} });
    expect(items).toHaveLength(30);
    expect(items[0]?.date).toBe("2026-06-08");
  });

  test("days before a date are listed newest first", async () => {
    const { items } = await routes.listMarketDays({
      ...anonymous,
      query: { before: "2027-01-01" },
    });
    expect(items.map(({ date }) => date)).toEqual(["2026-06-05", "2026-06-04"]);
  });

  test.each(["2026-06-06", "2026-12-25", "2020-01-02", "2027-06-04"])(
    "%s is none",
    async (date) => {
      await expect(dayNamed(date)).rejects.toMatchObject({ code: "forex_day_unknown" });
    },
  );
});

test("a closed market shows its last prices and its next opening", async () => {
  market.moveTo("2026-06-06T12:00:00Z");
  const { market: hours, quotes: all } = await quotes();
  expect(hours).toEqual({
    isOpen: false,
    opensAt: "2026-06-07T21:00:00.000Z",
    closesAt: "2026-06-12T21:00:00.000Z",
  });
  expect(all[0]).toMatchObject({ status: "closed", time: "2026-06-05T20:59:59.800Z" });
});

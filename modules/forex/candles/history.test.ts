/** Tests the history in the desk's candles: the number of candles, and their sources. */
import { beforeAll, expect, test } from "vitest";
import { forexLimits } from "#api/limits";
import { instrumentNamed, intervalEnd, intervalStart, type Instrument } from "#market";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { forexMarketAt, type MovedMarket } from "../../../test/support/money/forex-market.ts";
import { listCandles } from "./list-candles.ts";

const file = fileDatabase();
let market: MovedMarket;

const named = (name: string): Instrument => {
  const instrument = instrumentNamed(name);
  if (!instrument) throw new Error(name);
  return instrument;
};
const list = (granularity: (typeof forexLimits.granularities)[number], count = 5_000) =>
  listCandles(market, {
    instrument: named("EUR_USD"),
    granularity,
    count,
    beforeMs: Infinity,
  });

beforeAll(async () => {
  market = await forexMarketAt(file.database, "2026-11-30T02:04:03.500Z");
});

const INTRADAY = forexLimits.granularities.filter((name) => !["D", "W", "M"].includes(name));

test.each(INTRADAY)("the first day of a market has 5,000 candles of %s", async (granularity) => {
  const candles = await list(granularity);
  expect(candles).toHaveLength(5_000);
  const times = candles.map(({ timeMs }) => timeMs);
  expect(times.map((timeMs) => intervalStart(granularity, timeMs))).toEqual(times);
  expect([...new Set(times)].toSorted((a, b) => a - b)).toEqual(times);
  expect(new Set(candles.map(({ source }) => source)).has("bridged")).toBe(true);
  expect(candles.slice(0, -1).every(({ complete }) => complete)).toBe(true);
  expect(candles.at(-1)).toMatchObject({ source: "practice" });
});

test("candles of days go back to 1999 and name their sources", async () => {
  const candles = await list("D");
  const older = await listCandles(market, {
    instrument: named("EUR_USD"),
    granularity: "D",
    count: 5_000,
    beforeMs: candles[0]?.timeMs ?? 0,
  });
  const all = [...older, ...candles];
  expect(new Date(all[0]?.timeMs ?? 0).toISOString()).toBe("1999-01-04T22:00:00.000Z");
  const sources = [...new Set(all.map(({ source }) => source))];
  expect(sources).toEqual(["ECB", "modelled", "bridged", "practice"]);
  const firstOf = (source: string) =>
    new Date(all.find((one) => one.source === source)?.timeMs ?? 0).toISOString();
  expect(firstOf("modelled")).toBe("1999-06-22T21:00:00.000Z");
  expect(firstOf("bridged")).toBe("2026-04-13T21:00:00.000Z");
});

test.each(["W", "M"] as const)("candles of %s equal the days inside them", async (granularity) => {
  const [long, days] = [await list(granularity), await list("D", 60)];
  expect(new Date(long[0]?.timeMs ?? 0).getUTCFullYear()).toBeLessThan(2000);
  const last = long.at(-1);
  if (!last) throw new Error("no candle");
  const inside = days.filter(({ timeMs }) => timeMs >= last.timeMs);
  expect(last).toMatchObject({
    complete: false,
    source: "practice",
    mid: { h: Math.max(...inside.map(({ mid }) => mid.h)), o: inside[0]?.mid.o },
  });
  for (const [index, { timeMs, complete }] of long.slice(0, -1).entries()) {
    expect(complete).toBe(true);
    expect(intervalEnd(granularity, timeMs)).toBe(long[index + 1]?.timeMs);
  }
});

test.each(["H4", "D", "W", "M"] as const)(
  "a candle of %s is whole if the requested end is within it",
  async (granularity) => {
    const all = await list(granularity, 10);
    const whole = all.at(-3);
    const [cut] = await listCandles(market, {
      instrument: named("EUR_USD"),
      granularity,
      count: 1,
      beforeMs: (whole?.timeMs ?? 0) + 1,
    });
    expect(cut).toEqual(whole);
  },
);

test("no price jumps where the history meets the market", async () => {
  for (const granularity of ["S5", "M1", "H4"] as const) {
    const candles = await list(granularity);
    const first = candles.findIndex(({ source }) => source === "practice");
    const [before, after] = [candles[first - 1], candles[first]];
    expect(Math.abs((before?.mid.c ?? 0) - (after?.mid.o ?? 0))).toBeLessThanOrEqual(10);
  }
});

/** Tests a replay's candles: ticks since its start, and modelled history before it. */
import { expect, test } from "vitest";
import { candlesOf, instrumentNamed, openingOf, dayAt, type Granularity } from "#market";
import { openPastMarket } from "./past-feed.ts";

const SINCE_MS = Date.parse("2015-01-15T09:00:00Z");
const past = openPastMarket();
const pair = instrumentNamed("EUR_USD");
if (!pair) throw new Error("no EUR/USD");
const instrument = pair;

const list = (granularity: Granularity, nowMs: number, count = 1_000, beforeMs = nowMs + 1) => {
  const query = { instrument, granularity, count, beforeMs, sinceMs: SINCE_MS };
  return past.candles(query, nowMs);
};

test.each(["S5", "M1", "M5", "H1", "H4", "D"] as const)(
  "a replay has 1,000 candles of %s from its start",
  async (granularity) => {
    const candles = await list(granularity, SINCE_MS);
    expect(candles).toHaveLength(1_000);
    expect(candles.at(-1)).toMatchObject({ source: "replay" });
    expect(candles.at(-1)?.timeMs).toBeLessThanOrEqual(SINCE_MS);
    const modelled = candles.filter(({ source }) => source === "modelled");
    expect(modelled.at(-1)?.timeMs ?? 0).toBeLessThan(openingOf(dayAt(SINCE_MS)));
    const first = modelled.length;
    const [before, after] = [candles[first - 1], candles[first]];
    expect(Math.abs((before?.mid.c ?? NaN) - (after?.mid.o ?? NaN)) > 20).toBe(false);
  },
);

test("days that a user traded keep the candles of their ticks", async () => {
  const nowMs = SINCE_MS + 3 * 3_600_000;
  const path = await past.pathOf(dayAt(nowMs));
  if (!path) throw new Error("no path");
  const candles = await list("M5", nowMs, 12);
  expect(candles.every(({ source }) => source === "replay")).toBe(true);
  const fromMs = candles[0]?.timeMs ?? 0;
  expect(candles.map(({ bid, volume }) => ({ bid, volume }))).toEqual(
    candlesOf(path, instrument, "M5", { fromMs, nowMs }).map(({ bid, volume }) => ({
      bid,
      volume,
    })),
  );
});

test("weeks and months of a replay end at its time", async () => {
  const weeks = await list("W", SINCE_MS, 500);
  expect(weeks).toHaveLength(500);
  expect(weeks.at(-1)).toMatchObject({ source: "replay", complete: false });
  expect(new Date(weeks.at(-1)?.timeMs ?? 0).toISOString()).toBe("2015-01-09T22:00:00.000Z");
  const months = await list("M", SINCE_MS, 300);
  expect(new Date(months[0]?.timeMs ?? 0).toISOString()).toBe("1998-12-31T22:00:00.000Z");
});

test.each(["S30", "M5", "H4", "W", "M"] as const)(
  "a candle of %s is whole if the requested end is within it",
  async (granularity) => {
    const nowMs = SINCE_MS + 6 * 3_600_000;
    const all = await list(granularity, nowMs);
    for (const agoMs of [7 * 60_000, 5 * 3_600_000]) {
      const cut = await list(granularity, nowMs, 1, nowMs - agoMs + 1_234);
      expect(all).toEqual(expect.arrayContaining(cut));
    }
  },
);

test("candles of seconds have no gap within the replay's day", async () => {
  const nowMs = SINCE_MS + 6 * 3_600_000;
  const times = (await list("S30", nowMs)).map(({ timeMs }) => timeMs);
  const steps = times.slice(1).map((timeMs, index) => timeMs - (times[index] ?? 0));
  expect(new Set(steps)).toEqual(new Set([30_000]));
});

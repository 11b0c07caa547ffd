/**
 * Tests that a day's minute candles follow the market's candle rules and are stored without loss.
 */
import { expect, test } from "vitest";
import { candlesOf, instrumentNamed, merged, type PracticeDay } from "#market";
import { practiceDays } from "../../../test/support/money/market-days.ts";
import { minutesOf } from "./minutes.ts";
import { packCandles, unpackCandles } from "./packed-candle.ts";

const SECOND = 1_000;
const pairs = ["EUR_USD", "USD_JPY", "GBP_NZD"].map((name) => {
  const pair = instrumentNamed(name);
  if (!pair) throw new Error(`no ${name}`);
  return pair;
});

function aDay(): PracticeDay {
  for (const day of practiceDays(7, 20_600)) return day;
  throw new Error("no day");
}

test("minute candles computed in several steps equal candles built from all ticks", async () => {
  const day = aDay();
  const minutes = minutesOf(day);
  await Promise.all([0, 30 * SECOND, 61 * SECOND].map((ms) => minutes.extendTo(day.fromMs + ms)));
  const nowMs = day.fromMs + 1_234.3 * SECOND;
  await minutes.extendTo(nowMs);
  for (const pair of pairs) {
    const expected = candlesOf(day, pair, "M1", { fromMs: day.fromMs, nowMs });
    expect(minutes.candlesOf(pair)).toEqual(expected);
    const mids = expected.map(({ mid }) => mid);
    expect(minutes.rangeOf(pair)).toEqual({
      high: Math.max(...mids.map(({ h }) => h)),
      low: Math.min(...mids.map(({ l }) => l)),
    });
  }
  await minutes.extendTo(day.fromMs);
  expect(minutes.nextMs()).toBeGreaterThan(nowMs);
});

test("minutes without prices have no candle", async () => {
  const day = aDay();
  const [fromMs, untilMs] = [day.fromMs + 90 * SECOND, day.fromMs + 330 * SECOND];
  const halted = {
    ...day,
    isHalted: (_: unknown, timeMs: number) => timeMs >= fromMs && timeMs < untilMs,
  };
  const minutes = minutesOf(halted);
  const nowMs = day.fromMs + 400 * SECOND;
  await minutes.extendTo(nowMs);
  for (const pair of pairs) {
    const candles = minutes.candlesOf(pair);
    expect(candles).toEqual(candlesOf(halted, pair, "M1", { fromMs: day.fromMs, nowMs }));
    expect(candles.map(({ timeMs }) => (timeMs - day.fromMs) / SECOND)).toEqual([0, 60, 300, 360]);
  }
});

test("packed candles are unpacked without loss", async () => {
  const day = aDay();
  const [pair] = pairs;
  if (!pair) throw new Error("no pair");
  const nowMs = day.fromMs + 3_599 * SECOND;
  const five = merged(candlesOf(day, pair, "M1", { fromMs: day.fromMs, nowMs }), "M5").map(
    ({ bid, mid, ask }) => ({ bid, mid, ask }),
  );
  expect(unpackCandles(packCandles(five))).toEqual(five);
});

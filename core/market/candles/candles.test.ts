import { describe, expect, test } from "vitest";
import {
  candlesOf,
  CANDLES_MAX,
  dayOf,
  GRANULARITIES,
  instrumentNamed,
  merged,
  openingOf,
  quoteAt,
  withTick,
  type Candle,
  type Granularity,
  type PracticeDay,
} from "#market";
import { practiceDays } from "../../../test/support/money/market-days.ts";

const HOUR = 3_600_000;
const { value: day } = practiceDays(7, dayOf("2026-11-23")).next() as { value: PracticeDay };
const instrument = instrumentNamed("GBP_USD");
if (!instrument) throw new Error("no instrument");
const pair = instrument;

describe("candles", () => {
  test("a candle has the first, highest, lowest and last tick of each side", () => {
    const fromMs = day.fromMs + 9 * HOUR;
    const [candle] = candlesOf(day, pair, "M1", { fromMs, nowMs: fromMs + 59_999 });
    const ticks = Array.from({ length: 300 }, (_, index) =>
      quoteAt(day, pair, fromMs + index * 200),
    );
    const bids = ticks.map((quote) => quote?.bid ?? Number.NaN);
    expect(candle).toMatchObject({
      timeMs: fromMs,
      volume: 300,
      complete: false,
      bid: { o: bids[0], h: Math.max(...bids), l: Math.min(...bids), c: bids.at(-1) },
    });
    expect(candle?.mid.o).toBe(((ticks[0]?.bid ?? 0) + (ticks[0]?.ask ?? 0)) / 2);
  });

  test("a candle is complete once its interval is over", () => {
    const fromMs = day.fromMs + HOUR;
    const candles = candlesOf(day, pair, "S5", { fromMs, nowMs: fromMs + 12_000 });
    expect(candles.map(({ complete, volume }) => [complete, volume])).toEqual([
      [true, 25],
      [true, 25],
      [false, 11],
    ]);
  });

  test("every granularity evenly divides the trading day from 17:00", () => {
    expect(Object.keys(GRANULARITIES)).toEqual(
      "S5 S10 S15 S30 M1 M2 M5 M10 M15 M30 H1 H2 H4 H8 H12 D".split(" "),
    );
    for (const length of Object.values(GRANULARITIES)) expect((24 * HOUR) % length).toBe(0);
    expect(openingOf(dayOf("2026-11-23"))).toBe(Date.parse("2026-11-22T22:00:00Z"));
  });

  test("merging fine candles gives the candles of a coarser granularity", () => {
    const until = { fromMs: day.fromMs, nowMs: day.fromMs + HOUR };
    const fine = candlesOf(day, pair, "S30", until);
    for (const granularity of ["M1", "M5", "M15", "M30", "H1"] as const satisfies Granularity[])
      expect(merged(fine, granularity, day.fromMs).filter(({ complete }) => complete)).toEqual(
        candlesOf(day, pair, granularity, until).filter(({ complete }) => complete),
      );
  });

  test("candles built tick by tick equal candles built at once", () => {
    let live: Candle | undefined;
    for (let index = 0; index < 25; index += 1) {
      const quote = quoteAt(day, pair, day.fromMs + index * 200);
      if (quote) live = withTick(live, quote, day.fromMs);
    }
    const [candle] = candlesOf(day, pair, "S5", { fromMs: day.fromMs, nowMs: day.fromMs + 4_999 });
    expect(live).toEqual(candle);
  });

  test("a request for more than 5,000 candles is rejected", () => {
    const whole = { fromMs: day.fromMs, nowMs: day.untilMs };
    expect(CANDLES_MAX).toBe(5_000);
    expect(() => candlesOf(day, pair, "S15", whole)).toThrow(RangeError);
    expect(candlesOf(day, pair, "M1", { fromMs: day.untilMs, nowMs: day.untilMs + HOUR })).toEqual(
      [],
    );
  });
});

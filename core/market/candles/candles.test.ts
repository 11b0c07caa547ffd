import { describe, expect, test } from "vitest";
import {
  candlesOf,
  CANDLES_MAX,
  dayOf,
  GRANULARITIES,
  instrumentNamed,
  intervalEnd,
  intervalStart,
  lastMoment,
  merged,
  openingOf,
  quoteAt,
  withTick,
  type Candle,
  type Granularity,
  type PracticeDay,
  type Quote,
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
    const before = [quoteAt(day, pair, fromMs - 200), ...ticks];
    const quoted = ticks.filter(
      (quote, index) => quote?.bid !== before[index]?.bid || quote?.ask !== before[index]?.ask,
    );
    expect(quoted.length).toBeGreaterThan(50);
    expect(quoted.length).toBeLessThan(300);
    expect(candle).toMatchObject({
      timeMs: fromMs,
      volume: quoted.length,
      complete: false,
      bid: { o: bids[0], h: Math.max(...bids), l: Math.min(...bids), c: bids.at(-1) },
    });
    expect(candle?.mid.o).toBe(((ticks[0]?.bid ?? 0) + (ticks[0]?.ask ?? 0)) / 2);
  });

  test("a candle is complete once its interval is over", () => {
    const fromMs = day.fromMs + HOUR;
    const candles = candlesOf(day, pair, "S5", { fromMs, nowMs: fromMs + 12_000 });
    expect(candles.map(({ complete }) => complete)).toEqual([true, true, false]);
  });

  test.each([
    ["M5", "2026-09-16T12:02:00Z", "2026-09-16T12:04:59.999Z"],
    ["M5", "2026-09-16T12:05:00Z", "2026-09-16T12:04:59.999Z"],
    ["D", "2026-09-16T12:00:00Z", "2026-09-16T20:59:59.999Z"],
    ["W", "2026-10-28T12:00:00Z", "2026-10-30T20:59:59.999Z"],
    ["W", "2026-11-04T12:00:00Z", "2026-11-06T21:59:59.999Z"],
    ["M", "2026-11-04T12:00:00Z", "2026-11-20T12:00:00.000Z"],
  ] as const)("the candle of %s before %s ends at %s, or now", (granularity, before, last) => {
    const nowMs = Date.parse("2026-11-20T12:00:00Z");
    const lastMs = lastMoment(granularity, { beforeMs: Date.parse(before), nowMs });
    expect(new Date(lastMs).toISOString()).toBe(last);
    expect(lastMoment(granularity, { beforeMs: Infinity, nowMs })).toBe(nowMs);
  });

  test("every granularity up to a day evenly divides the trading day from 17:00", () => {
    expect(Object.keys(GRANULARITIES)).toEqual(
      "S5 S10 S15 S30 M1 M2 M4 M5 M10 M15 M30 H1 H2 H3 H4 H6 H8 H12 D W M".split(" "),
    );
    const { W: _week, M: _month, ...ofDay } = GRANULARITIES;
    for (const length of Object.values(ofDay)) expect((24 * HOUR) % length).toBe(0);
    expect(openingOf(dayOf("2026-11-23"))).toBe(Date.parse("2026-11-22T22:00:00Z"));
  });

  test.each([
    ["W", "2026-11-25T12:00:00Z", "2026-11-20T22:00:00Z", "2026-11-27T22:00:00Z"],
    ["W", "2026-11-01T22:00:00Z", "2026-10-30T21:00:00Z", "2026-11-06T22:00:00Z"],
    ["M", "2026-11-25T12:00:00Z", "2026-10-31T21:00:00Z", "2026-11-30T22:00:00Z"],
    ["M", "2026-11-30T22:30:00Z", "2026-11-30T22:00:00Z", "2026-12-31T22:00:00Z"],
    ["D", "2026-11-25T23:00:00Z", "2026-11-25T22:00:00Z", "2026-11-26T22:00:00Z"],
    ["H6", "2026-11-25T12:00:00Z", "2026-11-25T10:00:00Z", "2026-11-25T16:00:00Z"],
  ] as const)("a %s candle around %s starts at %s and ends at %s", (name, time, start, end) => {
    const startMs = intervalStart(name, Date.parse(time));
    expect(new Date(startMs).toISOString()).toBe(new Date(start).toISOString());
    expect(new Date(intervalEnd(name, startMs)).toISOString()).toBe(new Date(end).toISOString());
  });

  test("merging fine candles gives the candles of a coarser granularity", () => {
    const until = { fromMs: day.fromMs, nowMs: day.fromMs + HOUR };
    const fine = candlesOf(day, pair, "S30", until);
    for (const granularity of [
      "M1",
      "M4",
      "M5",
      "M15",
      "M30",
      "H1",
    ] as const satisfies Granularity[])
      expect(merged(fine, granularity).filter(({ complete }) => complete)).toEqual(
        candlesOf(day, pair, granularity, until).filter(({ complete }) => complete),
      );
  });

  test("candles built tick by tick equal candles built at once", () => {
    let live: Candle | undefined;
    let before: Quote | undefined;
    for (let index = 0; index < 25; index += 1) {
      const quote = quoteAt(day, pair, day.fromMs + index * 200);
      if (quote) live = withTick(live, quote, day.fromMs, before);
      before = quote;
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

/** Tests the modelled candles of past days, and the bridge from the ECB's last rate to a market. */
import { describe, expect, test } from "vitest";
import {
  anchoredRates,
  candlesOf,
  CURRENCIES,
  dateText,
  dayOf,
  dayRatesOf,
  fixingPrice,
  fixingTime,
  GRANULARITIES,
  historyDay,
  instrumentNamed,
  isTradingDay,
  loadFixings,
  merged,
  quoteAt,
  replayDay,
  type Candle,
  type Granularity,
  type Instrument,
  type PracticeDay,
} from "#market";
import { practiceDays } from "../../../test/support/money/market-days.ts";

const HOUR = 3_600_000;
const fixings = await loadFixings();
/** A Monday, so that the market's first tick follows a weekend. */
const FIRST_DAY = dayOf("2026-11-30");
const { value: market } = practiceDays(7, FIRST_DAY).next() as { value: PracticeDay };
const levels = new Float64Array(CURRENCIES.length);
market.levelsAt(market.fromMs, levels);
const anchored = anchoredRates(fixings, FIRST_DAY, levels);

const named = (name: string): Instrument => {
  const instrument = instrumentNamed(name);
  if (!instrument) throw new Error(name);
  return instrument;
};
const candles = (day: number, pair: string, granularity: Granularity): Candle[] => {
  const lengthMs = GRANULARITIES[granularity];
  const rates = dayRatesOf(anchored.rows, day);
  return rates ? merged(historyDay(rates, named(pair), { lengthMs }), granularity) : [];
};

describe("candles of a modelled day", () => {
  test.each(["EUR_USD", "USD_PLN", "GBP_JPY"])(
    "%s: candles of each granularity equal the five-second candles inside them",
    (pair) => {
      for (const date of ["2015-01-15", "2020-03-09", "2026-06-15", "2026-11-27"]) {
        const day = dayOf(date);
        const finest = candles(day, pair, "S5");
        expect(finest).toHaveLength(17_280);
        for (const granularity of [
          "S30",
          "M1",
          "M2",
          "M4",
          "M5",
          "M30",
          "H1",
          "H3",
          "H4",
          "D",
        ] as const)
          expect(candles(day, pair, granularity)).toEqual(merged(finest, granularity));
      }
    },
  );

  test("prices on the hour and at the fixing are those of a replay", () => {
    const day = dayOf("2020-03-09");
    const pair = named("AUD_JPY");
    const path = replayDay(fixings, day);
    if (!path) throw new Error("no path");
    for (const { timeMs, bid, ask } of candles(day, "AUD_JPY", "H1")) {
      const quote = quoteAt(path, pair, timeMs);
      expect([bid.o, ask.o]).toEqual([quote?.bid, quote?.ask]);
    }
    const atFixing = candles(day, "EUR_USD", "M5").find(({ timeMs }) => timeMs === fixingTime(day));
    const fixing = fixings.find((one) => one.day === day);
    expect(
      Math.abs((atFixing?.mid.o ?? 0) - (fixing ? fixingPrice(fixing, named("EUR_USD")) : 0)),
    ).toBeLessThanOrEqual(10);
  });

  test("ranges are as wide as those of a replay's ticks", () => {
    const pair = named("EUR_USD");
    const rangeOf = (all: readonly Candle[]) =>
      all.reduce((sum, { mid }) => sum + mid.h - mid.l, 0) / all.length;
    const days = ["2020-03-10", "2020-03-11", "2020-03-12"].map(dayOf);
    const ratios = days.map((day) => {
      const path = replayDay(fixings, day);
      if (!path) throw new Error("no path");
      const range = { fromMs: path.fromMs + 10 * HOUR, nowMs: path.fromMs + 14 * HOUR - 1 };
      const exact = candlesOf(path, pair, "M5", range);
      const times = new Set(exact.map(({ timeMs }) => timeMs));
      const own = candles(day, "EUR_USD", "M5").filter(({ timeMs }) => times.has(timeMs));
      return rangeOf(own) / rangeOf(exact);
    });
    const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
    expect(mean).toBeGreaterThan(0.8);
    expect(mean).toBeLessThan(1.25);
  });

  test("volumes change with the time of day, and are never more than the ticks", () => {
    const hours = candles(dayOf("2026-11-25"), "EUR_USD", "H1").map(({ volume }) => volume);
    expect(new Set(hours).size).toBeGreaterThan(20);
    for (const volume of hours) expect(volume).toBeLessThan(18_000);
    // 17:00 to 18:00 is the calmest hour, and 8:00 to 12:00 the busiest.
    expect(hours[0]).toBeLessThan(Math.min(...hours.slice(15, 19)));
  });
});

describe("the boundary between history and market", () => {
  test.each(["EUR_USD", "AUD_NZD", "USD_JPY", "USD_PLN"])(
    "the last modelled price of %s is the market's first",
    (pair) => {
      const last = candles(anchored.lastDay, pair, "M1").at(-1);
      const first = quoteAt(market, named(pair), market.fromMs);
      if (!last || !first) throw new Error("no price");
      expect(dateText(anchored.lastDay)).toBe("2026-11-27");
      // Both are rounded to the price step.
      expect(Math.abs(last.mid.c - (first.bid + first.ask) / 2)).toBeLessThanOrEqual(10);
    },
  );

  test("each candle starts at the price at which the previous one ended", () => {
    let close: number | undefined;
    for (let day = dayOf("2026-03-30"); day < FIRST_DAY; day += 1) {
      const hours = isTradingDay(day) ? candles(day, "EUR_USD", "H1") : [];
      const [first, ...rest] = hours;
      if (!first) continue;
      // Over a weekend, the price may change by a gap of half a day's deviation.
      const stepMax = isTradingDay(day - 1) ? 20 : 20_000;
      expect(Math.abs(first.mid.o - (close ?? first.mid.o))).toBeLessThan(stepMax);
      for (const [index, { mid }] of rest.entries())
        expect(Math.abs(mid.o - (hours[index]?.mid.c ?? 0))).toBeLessThan(10);
      close = hours.at(-1)?.mid.c;
    }
  });

  test("real rates do not change, and the bridge moves like the market before it", () => {
    expect(anchored.rows.slice(0, fixings.length)).toEqual(fixings);
    const bridged = anchored.rows.slice(fixings.length - 1).map(({ perEuro }) => perEuro[0] ?? 0);
    expect(bridged.length).toBeGreaterThan(150);
    const moves = bridged.slice(1).map((rate, index) => rate / (bridged[index] ?? rate) - 1);
    const deviation = Math.sqrt(moves.reduce((sum, move) => sum + move ** 2, 0) / moves.length);
    expect(deviation).toBeGreaterThan(0.003);
    expect(deviation).toBeLessThan(0.009);
  });

  test("a market that starts before the ECB's last rate has no bridge to it", () => {
    const early = anchoredRates(fixings, dayOf("2020-01-08"), levels);
    expect(early.rows.at(-1)?.day).toBe(dayOf("2020-01-07"));
    const rates = dayRatesOf(early.rows, early.lastDay);
    const last = rates && historyDay(rates, named("EUR_USD"), { lengthMs: HOUR }).at(-1);
    expect(last?.mid.c).toBeCloseTo((levels[0] ?? 0) / 1e6, -2);
  });
});

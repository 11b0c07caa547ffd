/**
 * Compares the indicators with published worked examples. RSI, ATR and Bollinger bands: the tables
 * of StockCharts' ChartSchool (cs-rsi.xls, cs-atr.xls, cs-bbands.xls). Exponential average: the
 * table on ChartSchool's page about moving averages (Intel). MACD: the workbook of investexcel.net,
 * "How to calculate MACD in Excel" (Apple, 2013). Pivot points: the formulas on ChartSchool's page.
 */
import { describe, expect, test } from "vitest";
import { openingOf, dayOf } from "#market";
import { bollingerBands, exponentialAverage, movingAverage, type Series } from "./averages.ts";
import { DEFAULTS, FIRST_INDICATORS, KINDS, readIndicators } from "./indicator.ts";
import { averageTrueRange, macd, relativeStrength } from "./oscillators.ts";
import { pivotLevels, pivotSpans } from "./pivots.ts";
import { barsNeeded, plotLines, sourceOf } from "./plots.ts";

const numbers = (text: string) => text.trim().split(/\s+/).map(Number);
/** Expects the series' values to equal the published ones, to within half of their last digit. */
function expectValues(series: Series, published: readonly number[], digits: number): void {
  const values = series.filter((value) => value !== undefined);
  expect(values).toEqual(published.map((value) => expect.closeTo(value, digits)));
}
const firstIndex = (series: Series) => series.findIndex((value) => value !== undefined);

const RSI_CLOSES = numbers(`
  44.3389 44.0902 44.1497 43.6124 44.3278 44.8264 45.0955 45.4245 45.8433 46.0826 45.8931
  46.0328 45.614 46.282 46.282 46.0028 46.0328 46.4116 46.2222 45.6439 46.2122 46.2521 45.7137
  46.4515 45.7835 45.3548 44.0288 44.1783 44.2181 44.5672 43.4205 42.6628 43.1314`);
const RSI = numbers(`
  70.5328 66.3186 66.5498 69.4063 66.3552 57.9749 62.9296 63.2571 56.0593 62.3771 54.7076
  50.4228 39.9898 41.4605 41.8689 45.4632 37.304 33.0795 37.773`);

const HIGHS = numbers(`
  48.7 48.72 48.9 48.87 48.82 49.05 49.2 49.35 49.92 50.19 50.12 49.66 49.88 50.19 50.36 50.57
  50.65 50.43 49.63 50.33 50.29 50.17 49.32 48.5 48.3201 46.8 47.8 48.39 48.66 48.79`);
const LOWS = numbers(`
  47.79 48.14 48.39 48.37 48.24 48.635 48.94 48.86 49.5 49.87 49.2 48.9 49.43 49.725 49.26 50.09
  50.3 49.21 48.98 49.61 49.2 49.43 48.08 47.64 41.55 44.2833 47.31 47.2 47.9 47.7301`);
const CLOSES = numbers(`
  48.16 48.61 48.75 48.63 48.74 49.03 49.07 49.32 49.91 50.13 49.53 49.5 49.75 50.03 50.31 50.52
  50.41 49.34 49.37 50.23 49.2375 49.93 48.43 48.18 46.57 45.41 47.77 47.72 48.62 47.85`);
const ATR = numbers(`
  0.555 0.593929 0.585791 0.568949 0.615452 0.61792 0.642354 0.674329 0.69277 0.775429 0.78147
  1.209229 1.30262 1.38029 1.366698 1.336219 1.316482`);

const BAND_CLOSES = numbers(`
  86.1557 89.0867 88.7829 90.3228 89.0671 91.1453 89.4397 89.175 86.9302 87.6752 86.9596 89.4299
  89.3221 88.7241 87.4497 87.2634 89.4985 87.9006 89.126 90.7043 92.9001 92.9784 91.8021 92.6647
  92.6843 92.3021 92.7725 92.5373 92.949 93.2039 91.0669 89.8318 89.7435 90.3994 90.7387 88.0177
  88.0867 88.8439 90.7781 90.5416 91.3894 90.65`);
const UPPER = numbers(`
  91.291862 91.949268 92.612595 92.9342 93.31195 93.72845 93.899592 94.266255 94.565096 94.786912
  95.043001 94.907605 94.902912 94.89532 94.861013 94.673629 94.556593 94.678752 94.575786
  94.534271 94.532306 94.369251 94.148503`);
const LOWER = numbers(`
  86.124018 86.141052 85.866895 85.84721 85.70365 85.64887 85.593408 85.560025 85.597414 85.977478
  86.274259 86.820385 86.865268 86.915 87.116837 87.633121 87.825587 87.562248 87.759544 87.966269
  87.951964 87.963949 87.951857`);

const MACD_CLOSES = numbers(`
  459.99 448.85 446.06 450.81 442.8 448.97 444.57 441.4 430.47 420.05 431.14 425.66 430.58 431.72
  437.87 428.43 428.35 432.5 443.66 455.72 454.49 452.08 452.73 461.91 463.58 461.14 452.08 442.66
  428.91 429.79 431.99 427.72 423.2 426.21 426.98 435.69 434.33 429.8 419.85 426.24`);
const MACD = numbers(`
  8.275269504 7.703378381 6.416074757 4.237519783 2.552583325 1.378885720 0.102981491 -1.258401953
  -2.070558190 -2.621842328 -2.329066740 -2.181632115 -2.402626273 -3.342121681 -3.530363136`);
const SIGNAL = numbers(`
  3.037525869 1.905652229 1.058708432 0.410640325 -0.152012994 -0.790034731 -1.338100413`);

const EMA_CLOSES = numbers(`
  22.27 22.19 22.08 22.17 22.18 22.13 22.23 22.43 22.24 22.29 22.15 22.39 22.38 22.61 23.36 24.05
  23.75 23.83 23.95 23.63 23.82 23.87 23.65 23.19 23.10 23.33 22.68 23.10 22.40 22.17`);
const EMA = numbers(`
  22.22 22.21 22.24 22.27 22.33 22.52 22.80 22.97 23.13 23.28 23.34 23.43 23.51 23.53 23.47 23.40
  23.39 23.26 23.23 23.08 22.92`);

const bars = CLOSES.map((close, index) => ({
  open: close,
  high: HIGHS[index] ?? close,
  low: LOWS[index] ?? close,
  close,
}));

describe("published examples", () => {
  test("the relative strength index equals ChartSchool's table", () => {
    const series = relativeStrength(RSI_CLOSES, 14);
    expect(firstIndex(series)).toBe(14);
    expectValues(series, RSI, 4);
  });

  test("the average true range equals ChartSchool's table", () => {
    const series = averageTrueRange(bars, 14);
    expect(firstIndex(series)).toBe(13);
    expectValues(series, ATR, 5);
  });

  test("Bollinger bands equal ChartSchool's table", () => {
    const { middle, upper, lower } = bollingerBands(BAND_CLOSES, 20, 2);
    expect([middle, upper, lower].map(firstIndex)).toEqual([19, 19, 19]);
    expectValues(upper, UPPER, 6);
    expectValues(lower, LOWER, 6);
    expect(middle[19]).toBeCloseTo(88.70794, 6);
  });

  test("the exponential average equals ChartSchool's table", () => {
    const series = exponentialAverage(EMA_CLOSES, 10);
    expect(firstIndex(series)).toBe(9);
    for (const [index, value] of series.slice(9).entries())
      expect(Math.abs((value ?? 0) - (EMA[index] ?? 0))).toBeLessThan(0.011);
    // The first value is the mean of the first ten closes.
    expect(series[9]).toBeCloseTo(22.221, 9);
  });

  test("the MACD equals the workbook's columns", () => {
    const { line, signal, histogram } = macd(MACD_CLOSES, { fast: 12, slow: 26, signal: 9 });
    expect([line, signal, histogram].map(firstIndex)).toEqual([25, 33, 33]);
    expectValues(line, MACD, 8);
    expectValues(signal, SIGNAL, 8);
    expect(histogram.at(-1)).toBeCloseTo((MACD.at(-1) ?? 0) - (SIGNAL.at(-1) ?? 0), 8);
  });

  test("pivot points follow the published formulas", () => {
    expect(pivotLevels({ high: 1.2, low: 1.1, close: 1.18 })).toEqual({
      P: expect.closeTo(1.16, 12),
      R1: expect.closeTo(1.22, 12),
      S1: expect.closeTo(1.12, 12),
      R2: expect.closeTo(1.26, 12),
      S2: expect.closeTo(1.06, 12),
      R3: expect.closeTo(1.32, 12),
      S3: expect.closeTo(1.02, 12),
    });
  });
});

describe("first values", () => {
  test("too few bars give no values and never NaN", () => {
    for (const kind of KINDS)
      for (const count of [0, 1, 2, 13, 14, 33])
        for (const { values } of plotLines(DEFAULTS[kind], bars.slice(0, count))) {
          expect(values).toHaveLength(Math.min(count, bars.length));
          expect(values.some((value) => Number.isNaN(value))).toBe(false);
        }
    expect(movingAverage([1, 2], 3)).toEqual([undefined, undefined]);
    expect(relativeStrength(RSI_CLOSES.slice(0, 14), 14).every((one) => one === undefined)).toBe(
      true,
    );
  });

  test("a flat market has an RSI of 50 and bands without width", () => {
    const flat = Array.from({ length: 60 }, () => 151.2345);
    expect(relativeStrength(flat, 14).at(-1)).toBe(50);
    const { upper, lower } = bollingerBands(flat, 20, 2);
    expect([upper.at(-1), lower.at(-1)]).toEqual([
      expect.closeTo(151.2345, 9),
      expect.closeTo(151.2345, 9),
    ]);
  });

  test("narrow bands keep their precision over 5,000 bars", () => {
    const prices = Array.from({ length: 5_000 }, (_, bar) => 1.16 + 1e-5 * (bar % 2));
    const { upper, lower } = bollingerBands(prices, 20, 2);
    expect((upper.at(-1) ?? 0) - (lower.at(-1) ?? 0)).toBeCloseTo(2e-5, 10);
  });
});

test.each(KINDS)("the last value of %s depends only on the bars that it needs", (kind) => {
  const many = Array.from({ length: 3_000 }, (_, at) => {
    const close = 1.16 + Math.sin(at / 7) / 100 + at / 1e6;
    return { open: close, high: close + 0.001, low: close - 0.001, close };
  });
  const indicator = DEFAULTS[kind];
  const whole = plotLines(indicator, many);
  const tail = plotLines(indicator, many.slice(-barsNeeded(indicator)));
  expect(tail.map(({ values }) => values.at(-1))).toEqual(
    whole.map(({ values }) => expect.closeTo(values.at(-1) ?? 0, 7)),
  );
});

test("each source is computed from the bar", () => {
  const bar = { open: 1, high: 6, low: 2, close: 4 };
  expect(
    (["close", "open", "high", "low", "median", "typical"] as const).map((source) =>
      sourceOf(bar, source),
    ),
  ).toEqual([4, 1, 6, 2, 4, 4]);
});

describe("pivot spans", () => {
  const day = (date: string, [high, low, close]: [number, number, number]) => ({
    timeMs: openingOf(dayOf(date)),
    high,
    low,
    close,
  });

  test("a day's levels come from the day before", () => {
    const days = [
      day("2026-11-19", [1.2, 1.1, 1.18]),
      day("2026-11-20", [1.3, 1.2, 1.3]),
      day("2026-11-23", [1.3, 1.3, 1.3]),
    ];
    const spans = pivotSpans(days, "day");
    expect(spans).toHaveLength(2);
    expect(spans[0]?.levels.P).toBeCloseTo(1.16, 12);
    expect(spans[0]?.fromMs).toBe(openingOf(dayOf("2026-11-20")));
    expect(spans[0]?.untilMs).toBe(openingOf(dayOf("2026-11-23")));
    expect(spans[1]?.untilMs).toBeUndefined();
  });

  test("a week's levels come from the whole week before", () => {
    const days = [
      day("2026-11-05", [9, 9, 9]),
      day("2026-11-09", [1.2, 1.15, 1.2]),
      day("2026-11-13", [1.18, 1.1, 1.18]),
      day("2026-11-16", [1.3, 1.2, 1.3]),
    ];
    const spans = pivotSpans(days, "week");
    expect(spans).toHaveLength(1);
    expect(spans[0]?.levels.P).toBeCloseTo(1.16, 12);
    expect(spans[0]?.fromMs).toBe(openingOf(dayOf("2026-11-16")));
    expect(pivotSpans(days, "month")).toEqual([]);
  });

  test("a day that has only one rate gives no levels", () => {
    const days = [day("2026-11-19", [1.1, 1.1, 1.1]), day("2026-11-20", [1.2, 1.1, 1.1])];
    expect(pivotSpans(days, "day")).toEqual([]);
  });
});

test("stored indicators are read with their limits", () => {
  expect(readIndicators(undefined)).toBe(FIRST_INDICATORS);
  expect(readIndicators([])).toEqual([]);
  const stored: unknown = JSON.parse(JSON.stringify([DEFAULTS.macd, DEFAULTS.pivots]));
  expect(readIndicators(stored)).toEqual([DEFAULTS.macd, DEFAULTS.pivots]);
  expect(
    readIndicators([
      { kind: "rsi", length: 1, source: "volume", colour: "#f00" },
      { kind: "?" },
      7,
    ]),
  ).toEqual([DEFAULTS.rsi]);
  expect(readIndicators([{ ...DEFAULTS.macd, length: 40 }])).toEqual([DEFAULTS.macd]);
  expect(readIndicators(Array.from({ length: 99 }, () => DEFAULTS.rsi))).toHaveLength(10);
});

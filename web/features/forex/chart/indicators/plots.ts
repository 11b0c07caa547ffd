/** Computes the lines of an indicator from bars. The chart draws them and the legend names them. */
import { bollingerBands, exponentialAverage, movingAverage, type Series } from "./averages.ts";
import type { Colour, Indicator, Kind, Source } from "./indicator.ts";
import { averageTrueRange, macd, relativeStrength } from "./oscillators.ts";

export interface PriceBar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export interface PlotLine {
  readonly values: Series;
  readonly colour: Colour;
  readonly look: "line" | "dashed" | "histogram";
}

/** Returns the indicator's lines, the main line first. Pivot points have none, see `pivotSpans`. */
export function plotLines(indicator: Indicator, bars: readonly PriceBar[]): readonly PlotLine[] {
  return LINES[indicator.kind](indicator, bars);
}

type Lines = (indicator: Indicator, bars: readonly PriceBar[]) => readonly PlotLine[];

const LINES: Readonly<Record<Kind, Lines>> = {
  average: (one, bars) => [line(one, movingAverage(pricesOf(one, bars), one.length))],
  exponential: (one, bars) => [line(one, exponentialAverage(pricesOf(one, bars), one.length))],
  bollinger(one, bars) {
    const prices = pricesOf(one, bars);
    const { middle, upper, lower } = bollingerBands(prices, one.length, one.deviations);
    return [line(one, middle, "dashed"), line(one, upper), line(one, lower)];
  },
  rsi: (one, bars) => [line(one, relativeStrength(pricesOf(one, bars), one.length))],
  macd(one, bars) {
    const lengths = { fast: one.length, slow: one.slow, signal: one.signal };
    const lines = macd(pricesOf(one, bars), lengths);
    return [
      line(one, lines.line),
      { values: lines.signal, colour: "fg-2", look: "dashed" },
      { values: lines.histogram, colour: "fg-3", look: "histogram" },
    ];
  },
  range: (one, bars) => [line(one, averageTrueRange(bars, one.length))],
  pivots: () => [],
};

function line({ colour }: Indicator, values: Series, look: PlotLine["look"] = "line"): PlotLine {
  return { values, colour, look };
}

function pricesOf({ source }: Indicator, bars: readonly PriceBar[]): Series {
  return bars.map((bar) => sourceOf(bar, source));
}

/** After so many lengths, the first value's weight in Wilder's average is below 10^-8. */
const LENGTHS = 20;

/** Returns the number of last bars that determine the last value, to the precision of a screen. */
export function barsNeeded({ length, slow, signal }: Indicator): number {
  return LENGTHS * (Math.max(length, slow) + signal);
}

const READ: Readonly<Record<Source, (bar: PriceBar) => number>> = {
  close: ({ close }) => close,
  open: ({ open }) => open,
  high: ({ high }) => high,
  low: ({ low }) => low,
  median: ({ high, low }) => (high + low) / 2,
  typical: ({ high, low, close }) => (high + low + close) / 3,
};

export function sourceOf(bar: PriceBar, source: Source): number {
  return READ[source](bar);
}

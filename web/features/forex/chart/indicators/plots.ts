/** Computes the lines of an indicator from bars. The chart draws them and the legend names them. */
import { bollingerBands, exponentialAverage, movingAverage, type Series } from "./averages.ts";
import type { Colour, Indicator, Source } from "./indicator.ts";
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
  const { kind, length, slow, signal, deviations, colour } = indicator;
  const line = (values: Series, look: PlotLine["look"] = "line"): PlotLine => ({
    values,
    colour,
    look,
  });
  const prices = () => bars.map((bar) => sourceOf(bar, indicator.source));
  switch (kind) {
    case "average":
      return [line(movingAverage(prices(), length))];
    case "exponential":
      return [line(exponentialAverage(prices(), length))];
    case "bollinger": {
      const { middle, upper, lower } = bollingerBands(prices(), length, deviations);
      return [line(middle, "dashed"), line(upper), line(lower)];
    }
    case "rsi":
      return [line(relativeStrength(prices(), length))];
    case "macd": {
      const lines = macd(prices(), { fast: length, slow, signal });
      return [
        line(lines.line),
        { values: lines.signal, colour: "fg-2", look: "dashed" },
        { values: lines.histogram, colour: "fg-3", look: "histogram" },
      ];
    }
    case "range":
      return [line(averageTrueRange(bars, length))];
    case "pivots":
      return [];
  }
}

/** After so many lengths, the first value's weight in Wilder's average is below 10^-8. */
const LENGTHS = 20;

/** Returns the number of last bars that determine the last value, to the precision of a screen. */
export function barsNeeded({ length, slow, signal }: Indicator): number {
  return LENGTHS * (Math.max(length, slow) + signal);
}

export function sourceOf({ open, high, low, close }: PriceBar, source: Source): number {
  switch (source) {
    case "open":
      return open;
    case "high":
      return high;
    case "low":
      return low;
    case "median":
      return (high + low) / 2;
    case "typical":
      return (high + low + close) / 3;
    case "close":
      return close;
  }
}

/** Indicators that are drawn in panes below the price: RSI, MACD and the average true range. */
import { exponentialAverage, wilderAverage, type Series } from "./averages.ts";

/**
 * Returns Wilder's relative strength index, between 0 and 100. The first result is at index
 * `length`, because the index needs that many changes. Without any change, the result is 50.
 */
export function relativeStrength(values: Series, length: number): Series {
  const changes = values.map((value, index) => {
    const before = values[index - 1];
    return value === undefined || before === undefined ? undefined : value - before;
  });
  const average = (part: (change: number) => number) =>
    wilderAverage(
      changes.map((change) => (change === undefined ? undefined : part(change))),
      length,
    );
  const gains = average((change) => Math.max(change, 0));
  const losses = average((change) => Math.max(-change, 0));
  return gains.map((gain, index) => {
    const loss = losses[index];
    if (gain === undefined || loss === undefined) return undefined;
    return gain + loss === 0 ? 50 : (100 * gain) / (gain + loss);
  });
}

export interface Macd {
  /** Fast minus slow exponential average. */
  readonly line: Series;
  /** Exponential average of the line. */
  readonly signal: Series;
  /** Line minus signal. */
  readonly histogram: Series;
}

export interface MacdLengths {
  readonly fast: number;
  readonly slow: number;
  readonly signal: number;
}

export function macd(values: Series, { fast, slow, signal: length }: MacdLengths): Macd {
  const line = difference(exponentialAverage(values, fast), exponentialAverage(values, slow));
  const signal = exponentialAverage(line, length);
  return { line, signal, histogram: difference(line, signal) };
}

export interface Range {
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/**
 * Returns Wilder's average true range. The true range of the first bar is its high minus its low,
 * and the first result is the mean of the first `length` true ranges.
 */
export function averageTrueRange(bars: readonly Range[], length: number): Series {
  const ranges = bars.map(({ high, low }, index) => {
    const before = bars[index - 1]?.close;
    return before === undefined ? high - low : Math.max(high, before) - Math.min(low, before);
  });
  return wilderAverage(ranges, length);
}

function difference(from: Series, minus: Series): Series {
  return from.map((value, index) => {
    const other = minus[index];
    return value === undefined || other === undefined ? undefined : value - other;
  });
}

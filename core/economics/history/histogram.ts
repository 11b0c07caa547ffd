/**
 * Builds a histogram with bars of equal width. The outermost bars also count all values beyond
 * them, so that a few extreme days do not flatten the other bars.
 */
export interface Histogram {
  readonly from: number;
  readonly width: number;
  readonly counts: Uint16Array;
}

const BARS = 48;
/** Bar widths that give round edges. */
const WIDTHS = [0.01, 0.02, 0.025, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 2.5, 5];

/**
 * Builds the histogram. Most outcomes are between `low` and `high`. The break-even line at 1 is
 * always included.
 */
export function histogramOf(
  outcomes: Float64Array,
  count: number,
  low: number,
  high: number,
): Histogram {
  const [least, most] = [Math.min(low, 0.9), Math.max(high, 1.1)];
  const width = WIDTHS.find((one) => (most - least) / one <= BARS) ?? (most - least) / BARS;
  const from = Math.floor(least / width) * width;
  const bars = Math.ceil((most - from) / width) + 1;
  const counts = new Uint16Array(bars);
  for (let start = 0; start < count; start += 1) {
    const bar = barOf({ from, width, counts }, outcomes[start] ?? 0);
    counts[bar] = (counts[bar] ?? 0) + 1;
  }
  return { from, width, counts };
}

export function barOf({ from, width, counts }: Histogram, outcome: number): number {
  const bar = Math.floor((outcome - from) / width + 1e-9);
  return Math.max(0, Math.min(counts.length - 1, bar));
}

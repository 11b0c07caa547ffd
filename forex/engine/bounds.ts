/** Bounds of one instrument's prices; what lies on a bound is outside. */
export interface Bounds {
  readonly bid: Range;
  readonly ask: Range;
  /** Of bid and ask together. */
  readonly sum: Range;
}

export interface Range {
  above: number;
  below: number;
}

export function unbounded(): Bounds {
  const everything = () => ({ above: -Infinity, below: Infinity });
  return { bid: everything(), ask: everything(), sum: everything() };
}

/** Leaves what is within `by` of a place, and was left before. */
export function narrow(range: Range, place: number, by: number): void {
  range.above = Math.max(range.above, place - by);
  range.below = Math.min(range.below, place + by);
}

/** Six numbers an instrument, for a loop that is passed millions of times. */
export function packed(all: readonly Bounds[]): Float64Array {
  return Float64Array.from(
    all.flatMap(({ bid, ask, sum }) =>
      [bid, ask, sum].flatMap(({ above, below }) => [above, below]),
    ),
  );
}

/** By the place of the instrument in what was packed. */
export function isWithin(bounds: Float64Array, place: number, bid: number, ask: number): boolean {
  const at = place * 6;
  const sum = bid + ask;
  return (
    bid > (bounds[at] ?? 0) &&
    bid < (bounds[at + 1] ?? 0) &&
    ask > (bounds[at + 2] ?? 0) &&
    ask < (bounds[at + 3] ?? 0) &&
    sum > (bounds[at + 4] ?? 0) &&
    sum < (bounds[at + 5] ?? 0)
  );
}

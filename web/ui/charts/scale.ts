/** Computes the geometry of the SVG charts. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Returns a function that maps `from` linearly to `to`. An empty range maps to the start of `to`.
 */
export function linear(
  from: readonly [number, number],
  to: readonly [number, number],
): (value: number) => number {
  const [start, end] = from;
  const [low, high] = to;
  const factor = end === start ? 0 : (high - low) / (end - start);
  return (value) => low + (value - start) * factor;
}

export function linePath(points: readonly Point[]): string {
  let path = "";
  for (const { x, y } of points) path += `${path === "" ? "M" : "L"}${px(x)} ${px(y)}`;
  return path;
}

/** Returns a step line: horizontal to the next position, then vertical to its height. */
export function stepPath(points: readonly Point[]): string {
  let path = "";
  let last: string | undefined;
  for (const [at, { x, y }] of points.entries()) {
    const height = px(y);
    if (at === 0) path = `M${px(x)} ${height}`;
    // A section without steps is drawn as one line when the next step or the last point is reached.
    else if (height !== last || at === points.length - 1) path += `H${px(x)}V${height}`;
    last = height;
  }
  return path;
}

/** Returns the area between two lines with the same horizontal positions. */
export function bandPath(upper: readonly Point[], lower: readonly Point[]): string {
  return `${linePath([...upper, ...lower.toReversed()])}Z`;
}

/**
 * Returns about `count` round values within the range. Their distance is 1, 2, 2.5 or 5 times a
 * power of ten.
 */
export function roundTicks(low: number, high: number, count: number): number[] {
  const rough = (high - low) / Math.max(1, count);
  if (!(rough > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((size) => size * power >= rough) ?? 10) * power;
  const ticks: number[] = [];
  for (let n = Math.ceil(low / step); n * step <= high + step * 1e-9; n += 1) ticks.push(n * step);
  return ticks;
}

/** Moves overlapping labels apart without changing their order. Returns the new positions. */
export function spread(places: readonly number[], distance: number): number[] {
  const order = places
    .map((_, index) => index)
    .toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const moved = [...places];
  let last = Number.NEGATIVE_INFINITY;
  for (const index of order) {
    last = Math.max(places[index] ?? 0, last + distance);
    moved[index] = last;
  }
  return moved;
}

const LABEL_PX = 14;

/**
 * True if a tick label does not overlap the break-even label. Both are on the left, above their
 * lines.
 */
export function hasRoomAtBreakEven(tickY: number, floorY: number): boolean {
  return Math.abs(tickY + 3 - floorY) >= LABEL_PX;
}

/**
 * Returns the baseline of an end value: above its line, or above the break-even line if the value
 * would otherwise overlap that line.
 */
export function endLabelY(endY: number, floorY: number): number {
  const isAtFloor = Math.abs(endY - floorY) < 24;
  return (isAtFloor ? Math.min(endY, floorY) + 2 : endY) - 10;
}

/** Returns the text anchor that keeps a label of the given half width inside the drawing. */
export function anchorAt(x: number, width: number, half: number): "start" | "middle" | "end" {
  if (x < half) return "start";
  return x > width - half ? "end" : "middle";
}

/**
 * Cache of numbers formatted to tenths, because formatting takes most of the time for drawing a
 * path.
 */
const tenths: string[] = [];
const TENTHS_MAX = 20_000;

function px(value: number): string {
  const whole = Math.round(value * 10);
  if (!(whole >= 0 && whole < TENTHS_MAX)) return String(whole / 10);
  return (tenths[whole] ??= String(whole / 10));
}

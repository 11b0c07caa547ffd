/** Places and moves the points of drawings. Loaded with the first drawing. */
import type { Instrument } from "#market";
import type { ChartView } from "../axis/chart-view.ts";
import { quotable } from "../axis/quotable.ts";
import type { DrawingKind, DrawingPoint } from "./user-drawing.ts";

/** Ratios of a retracement. 0 is the second point and 1 the first. */
export const RATIOS = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;

/** Maximum distance in pixels at which a point snaps to a price of its candle. */
const SNAP_PX = 10;

export function pointsNeeded(kind: DrawingKind): 1 | 2 {
  return kind === "level" ? 1 : 2;
}

/** Returns the integer price at a ratio of a retracement. It may be between two price steps. */
export function ratioPrice([first, second]: readonly DrawingPoint[], ratio: number): number {
  if (!first || !second) return 0;
  return Math.round(second.price + (first.price - second.price) * ratio);
}

/**
 * Returns the point at a pixel of the plot. Its time is that of the nearest bar. Its price is a
 * price of this bar if one is near and `snaps` is true, otherwise the nearest valid price.
 */
export function pointAt(
  view: ChartView,
  { x, y }: { readonly x: number; readonly y: number },
  { instrument, snaps }: { readonly instrument: Instrument; readonly snaps: boolean },
): DrawingPoint | undefined {
  const at = view.positionAt(x);
  const position = at === undefined ? undefined : Math.round(at);
  const timeMs = position === undefined ? undefined : view.timeAt(position);
  const price = view.priceAt(y);
  if (position === undefined || timeMs === undefined || price === undefined) return undefined;
  const near = snaps ? nearestPrice(view, position, y) : undefined;
  const exact = quotable((near ?? price) * instrument.priceScale);
  return exact === undefined ? undefined : { timeMs, price: exact };
}

/** Returns the open, high, low or close that is drawn nearest to `y`, if it is near enough. */
function nearestPrice(view: ChartView, position: number, y: number): number | undefined {
  const bar = view.barAt(position);
  if (!bar) return undefined;
  const byDistance = [bar.open, bar.high, bar.low, bar.close]
    .map((price) => ({ price, distance: Math.abs((view.yOf(price) ?? Infinity) - y) }))
    .toSorted((a, b) => a.distance - b.distance);
  const [nearest] = byDistance;
  return nearest && nearest.distance <= SNAP_PX ? nearest.price : undefined;
}

/** Moves a point by bars and by an integer price. Returns the same point if it cannot move. */
export function movedPoint(
  view: ChartView,
  point: DrawingPoint,
  by: { readonly bars: number; readonly price: number },
): DrawingPoint {
  const position = view.positionOf(point.timeMs);
  const timeMs =
    position === undefined || by.bars === 0 ? undefined : view.timeAt(position + by.bars);
  return {
    timeMs: timeMs ?? point.timeMs,
    price: quotable(point.price + by.price) ?? point.price,
  };
}

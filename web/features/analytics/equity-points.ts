/**
 * Computes the points of the equity chart, from the first movement to the end of the range or to
 * the current time. New accounts have one point per movement, and older accounts one point per day.
 */
import type { Analytics } from "./report.ts";
import { sinceFirstMovement } from "./first-movement.ts";

export interface EquityPoint {
  readonly atMs: number;
  readonly valueSats: number;
  readonly putInSats: number;
  readonly contributedSats: number;
  readonly withdrawnSats: number;
}

export interface EquityCurve {
  /** At least two points, oldest first. The value of each point applies until the next point. */
  readonly points: readonly EquityPoint[];
  /** True if each point is the end of one or more whole UTC days. */
  readonly isByDay: boolean;
}

type Day = Pick<
  Analytics["series"][number],
  "date" | "valueSats" | "putInSats" | "contributedSats" | "withdrawnSats"
>;
type Input = Pick<Analytics, "curve"> & { readonly series: readonly Day[] };

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export function equityCurve({ series, curve }: Input, nowMs: number): EquityCurve {
  const isByDay = curve === null;
  const moved = isByDay
    ? sinceFirstMovement(series).map((day) => ({
        ...day,
        atMs: Math.min(nowMs, Date.parse(day.date) + DAY_MS),
      }))
    : curve.map((step) => ({ ...step, atMs: Date.parse(step.at) }));
  const [first] = moved;
  const last = moved.at(-1);
  if (first === undefined || last === undefined) return { points: [], isByDay };
  const quiet = { contributedSats: 0, withdrawnSats: 0 };
  if (isByDay) {
    if (moved.length > 1) return { points: moved, isByDay };
    // Start one millisecond after midnight, because a point exactly at midnight belongs to the
    // previous day.
    const startMs = Math.floor((first.atMs - 1) / DAY_MS) * DAY_MS + 1;
    return { points: [{ ...first, ...quiet, atMs: startMs }, ...moved], isByDay };
  }
  const start = { ...quiet, atMs: first.atMs, valueSats: 0, putInSats: 0 };
  const endMs = Math.max(nowMs, first.atMs + MINUTE_MS);
  return { points: [start, ...moved, { ...last, ...quiet, atMs: endMs }], isByDay };
}

export function pointAt(points: readonly EquityPoint[], atMs: number): EquityPoint | undefined {
  return points.findLast((point) => point.atMs <= atMs) ?? points[0];
}

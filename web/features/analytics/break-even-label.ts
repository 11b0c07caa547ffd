/**
 * Where the floor's name stands in the equity chart: above the last level that is as wide as the
 * name, else above every level it would cross.
 */
import type { Point } from "../../ui/charts/scale.ts";

/** Of the monospaced letters of a chart. */
const LETTER_PX = 6.7;
const ABOVE_PX = 9;
const LINE_PX = 22;
/** From the step at which a level begins. */
const ASIDE_PX = 6;

interface Level {
  readonly from: number;
  readonly to: number;
  readonly y: number;
}

export interface NamePlace {
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "end";
}

/** `floor` and `own` go in steps from point to point, to the `right` end of the chart. */
export function placeOfName(
  name: string,
  { floor, own, right }: { floor: readonly Point[]; own: readonly Point[]; right: number },
): NamePlace {
  const width = name.length * LETTER_PX;
  const levels = levelsOf(floor, right);
  const wide = levels.findLast(({ from, to }) => to - from >= width + ASIDE_PX);
  const anchor = wide === undefined ? "end" : "start";
  const x = wide === undefined ? right : wide.from + (wide.from === 0 ? 0 : ASIDE_PX);
  const [from, to] = anchor === "start" ? [x, x + width] : [x - width, x];
  const isCrossed = (level: Level) => level.from < to && level.to > from;
  const lowest = Math.min(...levels.filter(isCrossed).map(({ y }) => y));
  // A result that stands on the floor, so low that the name would lie in its line.
  const inTheWay = levelsOf(own, right).filter(
    (level) => isCrossed(level) && level.y < lowest && level.y > lowest - LINE_PX,
  );
  return { x, y: Math.min(lowest, ...inTheWay.map((level) => level.y)) - ABOVE_PX, anchor };
}

function levelsOf(points: readonly Point[], right: number): Level[] {
  const levels: Level[] = [];
  for (const [index, { x, y }] of points.entries()) {
    const to = points[index + 1]?.x ?? right;
    const last = levels.at(-1);
    if (last?.y === y) levels.splice(-1, 1, { ...last, to });
    else levels.push({ from: x, to, y });
  }
  return levels;
}

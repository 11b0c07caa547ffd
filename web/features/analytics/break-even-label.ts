/**
 * Positions the break-even label in the equity chart: above the last level that is wide enough for
 * it or, if none is, above every level that it would cross.
 */
import type { Point } from "../../ui/charts/scale.ts";

/** Width of a character in the chart's monospaced font. */
const LETTER_PX = 6.7;
const ABOVE_PX = 9;
const LINE_PX = 22;
/** Horizontal distance between the label and the start of its level. */
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

/** Returns the label's position. `floor` and `own` are step lines that end at `right`. */
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
  // Segments of the equity line that are so close above the break-even line that they would cross
  // its label.
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

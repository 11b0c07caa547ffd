/**
 * Marks of a plot, positioned by value. The user's lines are drawn in ink, reference lines in
 * steel, and the break-even line in amber.
 */
import type { SVGProps } from "react";
import { ChartText } from "./labels.tsx";
import { usePlot } from "./Plot.tsx";
import { bandPath, linePath, stepPath, type Point } from "./scale.ts";

const LINES = {
  own: { className: "fill-none stroke-fg", strokeWidth: 2, strokeLinejoin: "round" },
  other: { className: "fill-none stroke-fg-3", strokeWidth: 1.25, strokeLinejoin: "round" },
  expected: {
    className: "fill-none stroke-ref",
    strokeWidth: 1.25,
    strokeDasharray: "3 3",
    strokeLinejoin: "round",
  },
  breakEven: { className: "fill-none stroke-accent-line", strokeWidth: 2 },
} as const;

type LineProps = Omit<SVGProps<SVGPathElement>, "points" | "d"> & {
  readonly look: keyof typeof LINES;
  readonly points: readonly Point[];
  /** True for a step line, on which each value applies until the next value. */
  readonly isStep?: boolean;
};

export function Line({ look, points, isStep = false, ...path }: LineProps) {
  const places = usePlaces(points);
  return <path {...LINES[look]} d={isStep ? stepPath(places) : linePath(places)} {...path} />;
}

export function Band(props: { upper: readonly Point[]; lower: readonly Point[] }) {
  const upper = usePlaces(props.upper);
  const lower = usePlaces(props.lower);
  return <path className="fill-band" d={bandPath(upper, lower)} />;
}

function usePlaces(points: readonly Point[]): Point[] {
  const plot = usePlot();
  return points.map(({ x, y }) => ({ x: plot.x(x), y: plot.y(y) }));
}

/** A dot at the end of the user's line. */
export function Dot({ x, y }: Point) {
  const plot = usePlot();
  return (
    <circle
      cx={plot.x(x)}
      cy={plot.y(y)}
      r={4}
      strokeWidth={2}
      className="fill-fg stroke-surface"
    />
  );
}

export function BreakEven({ at, label }: { at: number; label: string }) {
  const { size, y } = usePlot();
  return (
    <>
      <line
        x1={0}
        x2={size.right}
        y1={y(at)}
        y2={y(at)}
        strokeWidth={2}
        className="stroke-accent-line"
      />
      <ChartText x={0} y={y(at) - 8} look="accent" text={label} />
    </>
  );
}

export interface Bar {
  readonly key: string;
  readonly value: number;
}

/**
 * Bars from the bottom of the plot, one per slot. If the bars are muted, only the newest bar is
 * drawn in ink.
 */
export function Bars(props: {
  bars: readonly (Bar | undefined)[];
  slot: number;
  left?: number;
  width: number;
  areOthersQuiet?: boolean;
}) {
  const { bars, slot, left = 0, width, areOthersQuiet = false } = props;
  const { size, y } = usePlot();
  return bars.map((bar, index) =>
    bar === undefined ? null : (
      <rect
        key={bar.key}
        x={index * slot + left}
        width={width}
        y={y(bar.value)}
        height={size.bottom - y(bar.value)}
        className={areOthersQuiet && index < bars.length - 1 ? "fill-fg-3" : "fill-fg"}
      />
    ),
  );
}

/** Bars in ink, one pixel apart if there is enough space. */
export function SlotBars({ bars, slot }: { bars: readonly (Bar | undefined)[]; slot: number }) {
  const gap = slot > 4 ? 1 : 0;
  return <Bars bars={bars} slot={slot} left={gap} width={Math.max(0.5, slot - 2 * gap)} />;
}

/** A short horizontal line for each slot. Slots with an undefined value are empty. */
export function Levels(props: {
  values: readonly (number | undefined)[];
  slot: number;
  dashes?: string | undefined;
}) {
  const { values, slot } = props;
  const { y } = usePlot();
  return (
    <path
      d={values
        .map((value, index) => (value === undefined ? "" : `M${index * slot} ${y(value)}h${slot}`))
        .join("")}
      className="fill-none stroke-ref"
      strokeWidth={1.5}
      strokeDasharray={props.dashes}
    />
  );
}

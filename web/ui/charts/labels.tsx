/** Labels of a plot and its grid lines. */
import { clsx } from "clsx";
import { usePlot } from "./Plot.tsx";
import { hasRoomAtBreakEven, spread } from "./scale.ts";

const LABEL_PX = 14;

type Look = "plain" | "strong" | "accent" | "down" | "up" | "ref";

export function ChartText(props: {
  x: number;
  y: number;
  anchor?: "start" | "middle" | "end";
  look?: Look;
  text: string;
}) {
  const look = props.look ?? "plain";
  return (
    <text
      x={props.x}
      y={props.y}
      textAnchor={props.anchor ?? "start"}
      className={clsx("font-mono text-2xs tracking-[-0.02em]", {
        "fill-fg-3": look === "plain",
        "fill-fg": look === "strong",
        "fill-accent": look === "accent",
        // Outline that keeps the text readable on top of a line.
        "stroke-surface stroke-4 [paint-order:stroke] [stroke-linejoin:round]":
          look === "strong" || look === "accent",
        "fill-down": look === "down",
        "fill-up": look === "up",
        "fill-ref": look === "ref",
      })}
    >
      {props.text}
    </text>
  );
}

export interface Tick {
  readonly value: number;
  readonly text: string;
}

/** Labels of the grid lines: above the lines on the left, or at the right edge of the drawing. */
export function Grid(props: {
  ticks: readonly Tick[];
  side: "left" | "right";
  /** Vertical position of the break-even line, whose label uses the space on the left. */
  breakEven?: number | undefined;
}) {
  const { side, breakEven } = props;
  const { size, y } = usePlot();
  // Use the index as the key, so that React moves the existing elements during a drag.
  return props.ticks.map(({ value, text }, at) => (
    // oxlint-disable-next-line react/no-array-index-key
    <g key={at}>
      <GridLine at={value} />
      {text === "" ||
      (breakEven !== undefined && !hasRoomAtBreakEven(y(value), y(breakEven))) ? null : (
        <ChartText
          x={side === "left" ? 0 : size.width}
          y={y(value) + (side === "left" ? -5 : 4)}
          anchor={side === "left" ? "start" : "end"}
          text={text}
        />
      )}
    </g>
  ));
}

export function GridLine({ at }: { at: number }) {
  const { size, y } = usePlot();
  return (
    <line
      x1={0}
      x2={size.right}
      y1={y(at)}
      y2={y(at)}
      className="stroke-line"
      shapeRendering="crispEdges"
    />
  );
}

export interface EndValue extends Tick {
  readonly look: Look;
}

/**
 * Values at the ends of lines, moved apart if they overlap. If a line leaves the plot, its value is
 * shown at the top of the plot.
 */
export function EndValues(props: { values: readonly EndValue[]; gap: number; distance?: number }) {
  const { values, gap, distance = LABEL_PX } = props;
  const { size, y } = usePlot();
  const places = spread(
    values.map(({ value }) => Math.max(size.top - 8, y(value))),
    distance,
  );
  return values.map(({ text, look }, index) => (
    <ChartText
      key={`${look} ${text}`}
      x={size.right + gap}
      y={(places[index] ?? 0) + 4}
      look={look}
      text={text}
    />
  ));
}

/**
 * A grid with its labels in the column of the end values. Labels that overlap an end value are
 * omitted.
 */
export function GridWithEnds(props: {
  ticks: readonly Tick[];
  ends: readonly EndValue[];
  gap: number;
}) {
  const { ticks, ends, gap } = props;
  const { size, y } = usePlot();
  const places = spread(
    ends.map(({ value }) => y(value)),
    LABEL_PX,
  );
  const isFree = (at: number) => places.every((place) => Math.abs(place - at) >= LABEL_PX);
  return (
    <>
      {ticks.map(({ value, text }) => (
        <g key={value}>
          <GridLine at={value} />
          {isFree(y(value)) ? (
            <ChartText x={size.right + gap} y={y(value) + 4} text={text} />
          ) : null}
        </g>
      ))}
      <EndValues values={ends} gap={gap} />
    </>
  );
}

/** Labels below a plot: start, optional middle, and end. */
export function AxisLabels(props: {
  start: string;
  middle?: readonly [number, string] | undefined;
  end?: string | undefined;
  endX?: number;
  /** Distance below the plot in pixels. */
  below?: number;
}) {
  const { size } = usePlot();
  const { start, middle, end, endX = size.right, below = 20 } = props;
  const y = size.bottom + below;
  return (
    <>
      <ChartText x={0} y={y} text={start} />
      {middle === undefined ? null : (
        <ChartText x={middle[0]} y={y} anchor="middle" text={middle[1]} />
      )}
      {end === undefined ? null : <ChartText x={endX} y={y} anchor="end" text={end} />}
    </>
  );
}

/**
 * Parts of the app's own SVG charts: labels, horizontal grid, the floor. Own line ink, references
 * steel, floor amber.
 */
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useIsNarrow } from "../layout/use-is-narrow.ts";

export interface ChartSize {
  readonly width: number;
  readonly height: number;
  /** Where the lines end; right of it stand the end values. */
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function ChartText(props: {
  x: number;
  y: number;
  anchor?: "start" | "middle" | "end";
  look?: "plain" | "strong" | "accent" | "down" | "up" | "ref";
  children: ReactNode;
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
        // Readable over a line.
        "stroke-surface stroke-4 [paint-order:stroke] [stroke-linejoin:round]":
          look === "strong" || look === "accent",
        "fill-down": look === "down",
        "fill-up": look === "up",
        "fill-ref": look === "ref",
      })}
    >
      {props.children}
    </text>
  );
}

export function GridLine(props: { y: number; right: number }) {
  return (
    <line
      x1={0}
      x2={props.right}
      y1={props.y}
      y2={props.y}
      className="stroke-line"
      shapeRendering="crispEdges"
    />
  );
}

export function Floor(props: { y: number; right: number; label: string }) {
  return (
    <>
      <line
        x1={0}
        x2={props.right}
        y1={props.y}
        y2={props.y}
        strokeWidth={2}
        className="stroke-accent-line"
      />
      <ChartText x={0} y={props.y - 8} look="accent">
        {props.label}
      </ChartText>
    </>
  );
}

/** The chart as this screen has room for it; the text summary is the same. */
export function ChartFrame(props: {
  summary: string;
  wide: ChartSize;
  narrow: ChartSize;
  children: (size: ChartSize) => ReactNode;
}) {
  const size = useIsNarrow() ? props.narrow : props.wide;
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline drawing is no img element
      role="img"
      aria-label={props.summary}
      className="h-auto w-full overflow-visible"
    >
      {props.children(size)}
    </svg>
  );
}

export function Legend(props: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-[18px] gap-y-1 text-xs text-fg-2">{props.children}</div>
  );
}

export function LegendEntry(props: {
  kind: "own" | "reference" | "expected" | "band" | "floor";
  children: ReactNode;
}) {
  return (
    <span className="inline-flex items-center gap-[7px]">
      <i
        aria-hidden
        className={clsx("w-3.5", {
          "border-t-2 border-fg": props.kind === "own",
          "border-t-[1.5px] border-ref": props.kind === "reference",
          "border-t-[1.5px] border-dashed border-ref": props.kind === "expected",
          "h-2 border border-ref/40 bg-band": props.kind === "band",
          "border-t-2 border-accent-line": props.kind === "floor",
        })}
      />
      {props.children}
    </span>
  );
}

/**
 * Shows the values at the pointer position. A table near the chart shows the same values for
 * keyboard users.
 */
import type { PointerEvent } from "react";
import { ChartText } from "./labels.tsx";
import { usePlot } from "./Plot.tsx";
import type { Point } from "./scale.ts";

/** A vertical line through the plot with a dot and a text at the top. */
export function Tooltip({ x, y, text }: Point & { text: string }) {
  const plot = usePlot();
  const { size } = plot;
  const at = plot.x(x);
  const isRight = at > size.right / 2;
  return (
    <g aria-hidden>
      <line x1={at} x2={at} y1={size.top - 8} y2={size.bottom} className="stroke-line-control" />
      <circle cx={at} cy={plot.y(y)} r={3} className="fill-fg" />
      <ChartText
        x={isRight ? size.right : 0}
        y={12}
        anchor={isRight ? "end" : "start"}
        look="strong"
        text={text}
      />
    </g>
  );
}

/**
 * Reports the value under the pointer, or undefined when the pointer leaves the plot. Render this
 * element last, so that no other element covers it.
 */
export function PointerArea({ onMove }: { onMove: (value: number | undefined) => void }) {
  const { size, valueAt } = usePlot();
  const follow = (event: PointerEvent<SVGRectElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    onMove(valueAt((event.clientX - box.left) / box.width));
  };
  return (
    <rect
      width={size.right}
      height={size.bottom}
      className="fill-transparent"
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={() => onMove(undefined)}
    />
  );
}

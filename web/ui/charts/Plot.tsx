/**
 * Frame of the app's SVG charts: a drawing with a text summary, sized for the screen. Provides the
 * scales for the chart's marks.
 */
import { createContext, useContext, useMemo, type ReactNode, type SVGProps } from "react";
import { useIsNarrow } from "../layout/use-is-narrow.ts";
import { linear } from "./scale.ts";

export interface PlotSize {
  readonly width: number;
  readonly height: number;
  /** Horizontal position of the line ends. End values are shown to the right of this position. */
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

type Range = readonly [number, number];

interface PlotFrame {
  readonly size: PlotSize;
  readonly isNarrow: boolean;
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  /** Returns the value at a fraction of the width between the left edge and `size.right`. */
  readonly valueAt: (share: number) => number;
}

const Frame = createContext<PlotFrame | undefined>(undefined);

export function usePlot(): PlotFrame {
  const frame = useContext(Frame);
  if (frame === undefined) throw new Error("A mark must be drawn inside a Plot");
  return frame;
}

type PlotProps = Omit<SVGProps<SVGSVGElement>, "x" | "y" | "children"> & {
  /**
   * Summary for screen readers. Without a summary, the drawing has no image role, so that controls
   * inside it keep their own names.
   */
  readonly summary?: string;
  readonly wide: PlotSize;
  readonly narrow?: PlotSize;
  /** Values at the left edge and at the right end of the lines. */
  readonly x: Range;
  /** Values at the bottom and at the top. */
  readonly y: Range;
  readonly children: (plot: PlotFrame) => ReactNode;
};

export function Plot({ summary, wide, narrow = wide, x, y, children, ...svg }: PlotProps) {
  const isNarrow = useIsNarrow();
  const size = isNarrow ? narrow : wide;
  const [left, right] = x;
  const [low, high] = y;
  const frame = useMemo(
    () => ({
      size,
      isNarrow,
      x: linear([left, right], [0, size.right]),
      y: linear([low, high], [size.bottom, size.top]),
      valueAt: linear([0, 1], [left, right]),
    }),
    [size, isNarrow, left, right, low, high],
  );
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline drawing is no img element
      role={summary === undefined ? undefined : "img"}
      aria-label={summary}
      className="h-auto w-full overflow-visible"
      {...svg}
    >
      <Frame value={frame}>{children(frame)}</Frame>
    </svg>
  );
}

/** A horizontal band of the plot with its own scale. */
export function PlotStrip(props: { top: number; bottom: number; y: Range; children: ReactNode }) {
  const { top, bottom, y, children } = props;
  const plot = usePlot();
  const size = useMemo(() => ({ ...plot.size, top, bottom }), [plot.size, top, bottom]);
  const strip = { ...plot, size, y: linear(y, [bottom, top]) };
  return <Frame value={strip}>{children}</Frame>;
}

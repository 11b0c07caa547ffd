/** Draws pivot points as short horizontal lines, each with its name. */
import type {
  IPrimitivePaneRenderer,
  ISeriesPrimitive,
  SeriesAttachedParameter,
} from "lightweight-charts";
import { PIVOT_NAMES, type PivotSpan } from "./indicators/pivots.ts";

export interface PivotsPrimitive extends ISeriesPrimitive {
  setPivots(pivots: readonly ColouredPivots[]): void;
}

export interface ColouredPivots {
  readonly colour: string;
  readonly spans: readonly PivotSpan[];
}

type Target = Parameters<IPrimitivePaneRenderer["draw"]>[0];

/** Minimum width of a span whose levels have names, in pixels. */
const NAMED_PX = 40;

export function pivotsPrimitive(
  font: string,
  /** Converts a time to a horizontal position in pixels. */
  xOf: (timeMs: number) => number | undefined,
): PivotsPrimitive {
  let pivots: readonly ColouredPivots[] = [];
  let attached: SeriesAttachedParameter | undefined;

  const draw = (target: Target) =>
    target.useMediaCoordinateSpace(({ context, mediaSize: { width } }) => {
      context.font = font;
      context.textBaseline = "alphabetic";
      for (const { colour, spans } of pivots)
        for (const { fromMs, untilMs, levels } of spans) {
          const from = xOf(fromMs);
          const until = untilMs === undefined ? width : xOf(untilMs);
          if (from === undefined || until === undefined || until < 0 || from > width) continue;
          const left = Math.max(0, from);
          context.strokeStyle = colour;
          context.fillStyle = colour;
          context.lineWidth = 1;
          for (const name of PIVOT_NAMES) {
            const at = attached?.series.priceToCoordinate(levels[name]);
            if (at === undefined || at === null) continue;
            const y = Math.round(at) + 0.5;
            context.setLineDash(name === "P" ? [] : [2, 3]);
            context.beginPath();
            context.moveTo(left, y);
            context.lineTo(until, y);
            context.stroke();
            if (until - left >= NAMED_PX) context.fillText(name, left + 2, y - 3);
          }
        }
      context.setLineDash([]);
    });

  return {
    attached(parameter) {
      attached = parameter;
    },
    detached() {
      attached = undefined;
    },
    paneViews: () => [{ zOrder: () => "bottom" as const, renderer: () => ({ draw }) }],
    setPivots(next) {
      pivots = next;
      attached?.requestUpdate();
    },
  };
}

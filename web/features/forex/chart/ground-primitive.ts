/**
 * Draws the chart's background: session starts by New York time, and a line with labels where the
 * source of the candles changes.
 */
import type {
  IPrimitivePaneRenderer,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  UTCTimestamp,
} from "lightweight-charts";
import type { Boundary, SessionStart } from "./bars.ts";
import { chartTexts as texts } from "./strings.ts";

export interface Ground {
  readonly sessions: readonly SessionStart[];
  readonly boundaries: readonly Boundary[];
}

export interface GroundLook {
  readonly line: string;
  readonly strongLine: string;
  readonly text: string;
  readonly font: string;
}

export interface GroundPrimitive extends ISeriesPrimitive {
  setGround(ground: Ground): void;
}

/** Minimum distance between two session names in pixels. A name that is closer is not drawn. */
const NAME_ROOM = 58;
const GAP = 5;
const LABEL_ROWS = 2;

type Target = Parameters<IPrimitivePaneRenderer["draw"]>[0];

export function groundPrimitive(look: GroundLook): GroundPrimitive {
  let ground: Ground = { sessions: [], boundaries: [] };
  let attached: SeriesAttachedParameter | undefined;
  const placeOf = (time: number) =>
    attached?.chart.timeScale().timeToCoordinate(time as UTCTimestamp) ?? undefined;

  const draw = (target: Target) =>
    target.useMediaCoordinateSpace(({ context, mediaSize: { width, height } }) => {
      const upright = (x: number, colour: string, dash: number[]) => {
        context.strokeStyle = colour;
        context.lineWidth = 1;
        context.setLineDash(dash);
        context.beginPath();
        context.moveTo(Math.round(x) + 0.5, 0);
        context.lineTo(Math.round(x) + 0.5, height);
        context.stroke();
        context.setLineDash([]);
      };
      /** Returns a line's place. Undefined outside the chart, where its label would be cut. */
      const placeInside = (time: number) => {
        const x = placeOf(time);
        return x === undefined || x < 0 || x > width ? undefined : x;
      };
      context.font = look.font;
      context.fillStyle = look.text;
      context.textBaseline = "alphabetic";
      let freeFrom = -NAME_ROOM;
      for (const { time, name } of ground.sessions) {
        const x = placeInside(time);
        if (x === undefined) continue;
        upright(x, look.line, name === "17:00" ? [] : [2, 4]);
        if (x - freeFrom < NAME_ROOM) continue;
        context.fillText(name, x + GAP, height - 6);
        freeFrom = x;
      }
      for (const [index, { time, before, after }] of ground.boundaries.entries()) {
        const x = placeInside(time);
        if (x === undefined) continue;
        upright(x - GAP, look.strongLine, []);
        // Labels of neighbouring lines are on different heights, because the lines may be close.
        const y = 14 * (1 + (index % LABEL_ROWS) * 2);
        const [older, newer] = [
          `${texts.sources[before]} \u2190`,
          `\u2192 ${texts.sources[after]}`,
        ];
        const fitsLeft = x - 2 * GAP > context.measureText(older).width;
        const fitsRight = x + context.measureText(newer).width < width;
        context.textAlign = "right";
        if (fitsLeft) context.fillText(older, x - 2 * GAP, y);
        context.textAlign = "left";
        if (fitsRight) context.fillText(newer, x, y);
        // On a narrow chart, a label across the line is better than none.
        if (!fitsLeft && !fitsRight) context.fillText(older, GAP, y);
      }
    });

  return {
    attached(parameter) {
      attached = parameter;
    },
    detached() {
      attached = undefined;
    },
    paneViews: () => [{ zOrder: () => "bottom" as const, renderer: () => ({ draw }) }],
    setGround(next) {
      ground = next;
      attached?.requestUpdate();
    },
  };
}

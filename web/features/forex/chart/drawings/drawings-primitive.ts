/**
 * Draws the user's drawings over the candles. Publishes the positions of their points whenever the
 * chart is drawn, so that the handles stay on them.
 */
import type {
  IPrimitivePaneRenderer,
  ISeriesPrimitive,
  SeriesAttachedParameter,
} from "lightweight-charts";
import type { DrawingKind } from "./user-drawing.ts";

export interface DrawnDrawing {
  readonly id: string;
  readonly kind: DrawingKind;
  readonly points: readonly { readonly timeMs: number; readonly price: number }[];
  /** Horizontal lines of a retracement or level, with the text at their left or right end. */
  readonly levels: readonly { readonly price: number; readonly text: string }[];
  readonly isMoving: boolean;
}

export interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** Positions of the points of each drawing, by its id. */
export type Pixels = ReadonlyMap<string, readonly (Pixel | undefined)[]>;

export interface DrawingsPrimitive extends ISeriesPrimitive {
  setDrawings(drawings: readonly DrawnDrawing[]): void;
}

export interface DrawingsLook {
  readonly ground: string;
  readonly colour: string;
  readonly font: string;
}

type Target = Parameters<IPrimitivePaneRenderer["draw"]>[0];

export function drawingsPrimitive(
  look: DrawingsLook,
  pixelOf: (point: { readonly timeMs: number; readonly price: number }) => Pixel | undefined,
  onPlaced: (pixels: Pixels) => void,
): DrawingsPrimitive {
  let drawings: readonly DrawnDrawing[] = [];
  let pixels: Pixels = new Map();
  let attached: SeriesAttachedParameter | undefined;

  const draw = (target: Target) =>
    target.useMediaCoordinateSpace(({ context, mediaSize: { width } }) => {
      const stroke = (from: Pixel, to: Pixel, dash: number[]) => {
        context.setLineDash(dash);
        context.beginPath();
        context.moveTo(from.x, from.y);
        context.lineTo(to.x, to.y);
        context.stroke();
      };
      context.font = look.font;
      context.textBaseline = "alphabetic";
      context.strokeStyle = look.colour;
      for (const { id, kind, levels, isMoving } of drawings) {
        const [first, second] = pixels.get(id) ?? [];
        context.lineWidth = isMoving ? 2 : 1.5;
        if (first && second) stroke(first, second, kind === "trend" ? [] : [2, 4]);
        const left = kind === "level" ? 0 : Math.min(first?.x ?? 0, second?.x ?? 0);
        context.lineWidth = isMoving ? 2 : 1;
        for (const { price, text } of levels) {
          const at = attached?.series.priceToCoordinate(price);
          if (at === undefined || at === null) continue;
          const y = Math.round(at) + 0.5;
          stroke({ x: left, y }, { x: width, y }, []);
          const size = context.measureText(text).width;
          // A level has its text at the right, because names of orders are at the left.
          const x = kind === "level" ? width - size - 6 : Math.max(left, 0) + 6;
          context.fillStyle = look.ground;
          context.fillRect(x - 3, y - 14, size + 6, 12);
          context.fillStyle = look.colour;
          context.fillText(text, x, y - 4);
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
    updateAllViews() {
      pixels = new Map(
        drawings.map(({ id, points }) => [id, points.map((point) => pixelOf(point))]),
      );
      onPlaced(pixels);
    },
    paneViews: () => [{ zOrder: () => "normal" as const, renderer: () => ({ draw }) }],
    setDrawings(next) {
      drawings = next;
      attached?.requestUpdate();
    },
  };
}

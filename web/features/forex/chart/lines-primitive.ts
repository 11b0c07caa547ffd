/**
 * Draws lines over the candles, with names at the left and prices on the axis. Publishes the line
 * positions whenever the chart is drawn, so that the drag handles stay on their lines.
 */
import type {
  AutoscaleInfo,
  IPrimitivePaneRenderer,
  ISeriesPrimitive,
  ISeriesPrimitiveAxisView,
  SeriesAttachedParameter,
} from "lightweight-charts";
import { spread } from "../../../ui/charts/scale.ts";

export interface DrawnLine {
  readonly id: string;
  /** Price in the chart's units. */
  readonly price: number;
  readonly text: string;
  readonly priceText: string;
  readonly colour: string;
  readonly isDashed: boolean;
  readonly isMoving: boolean;
}

export interface LinesLook {
  readonly ground: string;
  readonly font: string;
}

/**
 * Vertical positions by line id, in pixels from the top of the plot. A position may be outside the
 * plot.
 */
export type Places = ReadonlyMap<string, number>;

export interface Plot {
  readonly width: number;
  readonly height: number;
}

export interface LinesPrimitive extends ISeriesPrimitive {
  setLines(lines: readonly DrawnLine[]): void;
}

const LABEL_HEIGHT = 15;
const LABEL_LEFT = 6;
/**
 * Maximum distance of a line from the candles, as a share of the candles' range, up to which the
 * price scale includes the line.
 */
const REACH = 0.75;

type Target = Parameters<IPrimitivePaneRenderer["draw"]>[0];

export function linesPrimitive(
  look: LinesLook,
  rangeAt: (
    from: number,
    to: number,
  ) => { readonly low: number; readonly high: number } | undefined,
  onPlaced: (places: Places) => void,
): LinesPrimitive {
  let lines: readonly DrawnLine[] = [];
  // Reuse the same view objects at each drawing, because the library prevents overlaps only between
  // views it already knows.
  let axisViews: readonly ISeriesPrimitiveAxisView[] = [];
  let places: Places = new Map();
  let attached: SeriesAttachedParameter | undefined;

  const draw = (target: Target) =>
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      const ys = lines.map(({ id }) => places.get(id) ?? -1);
      const labels = spread(ys, LABEL_HEIGHT);
      context.font = look.font;
      context.textBaseline = "middle";
      for (const [index, line] of lines.entries()) {
        const y = Math.round(ys[index] ?? -1) + 0.5;
        context.strokeStyle = line.colour;
        context.lineWidth = line.isMoving ? 2 : 1;
        context.setLineDash(line.isDashed ? [4, 3] : []);
        context.beginPath();
        context.moveTo(0, y);
        context.lineTo(mediaSize.width, y);
        context.stroke();
        const labelY = (labels[index] ?? y) - LABEL_HEIGHT / 2 - 2;
        context.fillStyle = look.ground;
        const { width } = context.measureText(line.text);
        context.fillRect(LABEL_LEFT - 3, labelY - 7, width + 6, 14);
        context.fillStyle = line.colour;
        context.fillText(line.text, LABEL_LEFT, labelY);
      }
      context.setLineDash([]);
    });

  const axisView = (line: DrawnLine): ISeriesPrimitiveAxisView => ({
    coordinate: () => places.get(line.id) ?? -1,
    text: () => line.priceText,
    textColor: () => look.ground,
    backColor: () => line.colour,
  });

  return {
    attached(parameter) {
      attached = parameter;
    },
    detached() {
      attached = undefined;
    },
    updateAllViews() {
      const at = (price: number) => attached?.series.priceToCoordinate(price) ?? -1;
      places = new Map(lines.map(({ id, price }) => [id, at(price)]));
      onPlaced(places);
    },
    paneViews: () => [{ zOrder: () => "top" as const, renderer: () => ({ draw }) }],
    priceAxisViews: () => axisViews,
    autoscaleInfo(from, to): AutoscaleInfo | null {
      const range = rangeAt(from, to);
      if (!range) return null;
      const reach = (range.high - range.low) * REACH;
      const near = lines
        .map(({ price }) => price)
        .filter((price) => price > range.low - reach && price < range.high + reach);
      if (near.length === 0) return null;
      return { priceRange: { minValue: Math.min(...near), maxValue: Math.max(...near) } };
    },
    setLines(next) {
      lines = next;
      axisViews = lines.map(axisView);
      attached?.requestUpdate();
    },
  };
}

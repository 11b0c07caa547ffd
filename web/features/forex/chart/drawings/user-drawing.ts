/**
 * A user's drawing on a chart: a level with one point, or a trend line or Fibonacci retracement
 * with two points. Points are a time and a price, so a drawing is the same in every timeframe.
 */
import { holdableNamed, priceText, readPrice } from "#market";
import type { ApiAnswer, ApiInput } from "../../../../data/api/route-shapes.ts";

export const DRAWING_KINDS = ["trend", "level", "fibonacci"] as const;
export type DrawingKind = (typeof DRAWING_KINDS)[number];

export interface DrawingPoint {
  readonly timeMs: number;
  /** Price as the market's integer. */
  readonly price: number;
}

export interface UserDrawing {
  readonly id: string;
  readonly instrument: string;
  readonly kind: DrawingKind;
  readonly points: readonly DrawingPoint[];
  /** Version at the server. 0 if it is not saved yet. */
  readonly version: number;
}

export type StoredDrawing = ApiAnswer<"listForexDrawings">["items"][number];

/** Returns undefined for a drawing of an instrument that this version of the page does not have. */
export function readDrawing(stored: StoredDrawing): UserDrawing | undefined {
  const instrument = holdableNamed(stored.instrument);
  if (!instrument) return undefined;
  const points = stored.points.flatMap(({ time, price: text }) => {
    const price = readPrice(text, instrument);
    return typeof price === "number" ? [{ timeMs: Date.parse(time), price }] : [];
  });
  return points.length === stored.points.length ? { ...stored, points } : undefined;
}

/** Returns the body with which the server saves the drawing. */
export function drawingBody(
  drawing: UserDrawing,
  version: number,
): ApiInput<"setForexDrawing">["body"] {
  const { instrument: name, kind, points } = drawing;
  const instrument = holdableNamed(name);
  return {
    instrument: name,
    kind,
    points: points.map(({ timeMs, price }) => ({
      time: new Date(timeMs).toISOString(),
      price: instrument ? priceText(price, instrument) : "",
    })),
    version,
  };
}

/** Computes the positions of the drawings' handles from the positions of their points. */
import type { Pixel, Pixels } from "./drawings-primitive.ts";

/**
 * Position of a level's handle, as a share of the plot's width. The left side has the names of
 * orders.
 */
const LEVEL_HANDLE = 0.75;

/** Returns the handles' positions. A point outside the plot has no handle. */
export function handlePixels(
  points: Pixels,
  plot: { readonly width: number; readonly height: number },
): Pixels {
  const inPlot = (pixel: Pixel | undefined) =>
    pixel && pixel.x >= 0 && pixel.x <= plot.width && pixel.y >= 0 && pixel.y <= plot.height
      ? pixel
      : undefined;
  return new Map(
    [...points].map(([id, [first, ...rest]]) => {
      const isLevel = rest.length === 0;
      const handle = first && isLevel ? { x: plot.width * LEVEL_HANDLE, y: first.y } : first;
      return [id, [handle, ...rest].map(inPlot)];
    }),
  );
}

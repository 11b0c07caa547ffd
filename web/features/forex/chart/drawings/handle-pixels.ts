/** Computes the positions of the drawings' handles from the positions of their points. */
import type { Plot } from "../lines-primitive.ts";
import type { Pixel, Pixels } from "./drawings-primitive.ts";

/** Where a level has its handle, as a share of the plot's width. Names of orders are at the left. */
const LEVEL_HANDLE = 0.75;

/** Returns the handles' positions. A point outside the plot has no handle. */
export function handlePixels(points: Pixels, plot: Plot): Pixels {
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

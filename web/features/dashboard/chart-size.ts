/** The size that both views of "Earned against paid" share. */
import type { ChartSize } from "../../ui/charts/ChartParts.tsx";

export const WIDE: ChartSize = { width: 780, height: 300, right: 668, top: 26, bottom: 274 };
export const NARROW: ChartSize = { width: 312, height: 250, right: 312, top: 24, bottom: 224 };

/** The chart size that both views of "Earned against paid" share. */
import type { PlotSize } from "../../ui/charts/Plot.tsx";

export const WIDE: PlotSize = { width: 780, height: 300, right: 668, top: 26, bottom: 274 };
export const NARROW: PlotSize = { width: 312, height: 250, right: 312, top: 24, bottom: 224 };

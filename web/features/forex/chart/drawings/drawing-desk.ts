import type { AlertStart } from "../../alerts/AlertDialog.tsx";
import type { Drawings } from "./use-drawings.ts";
import type { DrawingKind } from "./user-drawing.ts";

/** A drawing, or an alert at the price that the user points at. */
export type ChartTool = DrawingKind | "alert";

/** Drawings as the charts of a desk share them, and the tool in the user's hand. */
export interface DrawingDesk {
  readonly drawings: Drawings;
  readonly tool: ChartTool | undefined;
  readonly onTool: (tool: ChartTool | undefined) => void;
  readonly snaps: boolean;
  /** Opens the form of an alert. Undefined in a replay, which has no alerts. */
  readonly onAlert: ((start: AlertStart) => void) | undefined;
}

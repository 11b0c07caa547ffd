import type { Drawings } from "./use-drawings.ts";
import type { DrawingKind } from "./user-drawing.ts";

/** Drawings as the charts of a desk share them, and the tool in the user's hand. */
export interface DrawingDesk {
  readonly drawings: Drawings;
  readonly tool: DrawingKind | undefined;
  readonly onTool: (tool: DrawingKind | undefined) => void;
  readonly snaps: boolean;
}

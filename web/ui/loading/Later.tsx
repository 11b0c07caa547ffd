/**
 * Renders its children after the surrounding content and in slices, so that clicks are handled in
 * between.
 */
import { useDeferredValue, type ReactNode } from "react";

export function Later({ before = null, children }: { before?: ReactNode; children: ReactNode }) {
  return useDeferredValue(true, false) ? children : before;
}

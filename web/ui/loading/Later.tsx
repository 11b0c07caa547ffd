/**
 * Renders its children in slices after the surrounding content. Clicks are handled between the
 * slices.
 */
import { useDeferredValue, type ReactNode } from "react";

export function Later({ before = null, children }: { before?: ReactNode; children: ReactNode }) {
  return useDeferredValue(true, false) ? children : before;
}

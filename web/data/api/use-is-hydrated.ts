/**
 * False while a prerendered page is taken over, true after. Parts of a page are taken over at
 * different moments, so data that arrives in between must wait for this, or the page would not
 * match its HTML.
 */
import { useSyncExternalStore } from "react";

export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

function neverChanges() {
  return () => {};
}

/**
 * False until a prerendered page is hydrated. Parts of a page hydrate at different times, so data
 * that arrives in between must wait. Otherwise the render would not match the HTML.
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

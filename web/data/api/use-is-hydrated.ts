/**
 * Returns false until a prerendered page is hydrated. Parts of a page are hydrated at different
 * times, so data that arrives in between is withheld. Otherwise, the first render would not match
 * the HTML.
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

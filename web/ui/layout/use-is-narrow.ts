/**
 * Returns true on narrow screens, for components that are rendered or opened differently on such
 * screens.
 */
import { useSyncExternalStore } from "react";

const QUERY = "(width < 48rem)";

let query: MediaQueryList | undefined;

export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow, isNotNarrow);
}

/** The media query is created only once, because it is read in each frame of a drag. */
const screen = (): MediaQueryList => (query ??= matchMedia(QUERY));

function subscribe(changed: () => void): () => void {
  const list = screen();
  list.addEventListener("change", changed);
  return () => list.removeEventListener("change", changed);
}

const isNarrow = (): boolean => screen().matches;

const isNotNarrow = (): boolean => false;

/**
 * True on narrow screens. For components that are rendered or opened differently on narrow screens.
 */
import { useSyncExternalStore } from "react";

const QUERY = "(width < 48rem)";

let query: MediaQueryList | undefined;

export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow, isNotNarrow);
}

/** Create the media query only once, because it is evaluated in each frame of a drag. */
const screen = (): MediaQueryList => (query ??= matchMedia(QUERY));

function subscribe(changed: () => void): () => void {
  const list = screen();
  list.addEventListener("change", changed);
  return () => list.removeEventListener("change", changed);
}

const isNarrow = (): boolean => screen().matches;

const isNotNarrow = (): boolean => false;

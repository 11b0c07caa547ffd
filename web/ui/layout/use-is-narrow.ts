/** Whether the screen is narrow, for what is drawn or opened for one of both alone. */
import { useSyncExternalStore } from "react";

const QUERY = "(width < 48rem)";

let query: MediaQueryList | undefined;

export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow, isNotNarrow);
}

/** Asked once: each frame of a drag reads it. */
const screen = (): MediaQueryList => (query ??= matchMedia(QUERY));

function subscribe(changed: () => void): () => void {
  const list = screen();
  list.addEventListener("change", changed);
  return () => list.removeEventListener("change", changed);
}

const isNarrow = (): boolean => screen().matches;

const isNotNarrow = (): boolean => false;

/** Whether the screen is narrow: the charts are drawn once, in the size that is shown. */
import { useSyncExternalStore } from "react";

const QUERY = "(width < 48rem)";

export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(QUERY);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => matchMedia(QUERY).matches,
    () => false,
  );
}

/** True while the page is being printed. For components that look different on paper. */
import { useSyncExternalStore } from "react";

export function useIsPrinting(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const paper = matchMedia("print");
      paper.addEventListener("change", listener);
      return () => paper.removeEventListener("change", listener);
    },
    () => matchMedia("print").matches,
    () => false,
  );
}

import { useIsHydrated } from "../../data/api/use-is-hydrated.ts";

/** Placeholder in the prerendered page, which does not know its origin. */
const PRERENDERED = "https://...";

/** Returns the origin of this installation, such as `https://floor.test`. */
export function useOrigin(): string {
  return useIsHydrated() ? location.origin : PRERENDERED;
}

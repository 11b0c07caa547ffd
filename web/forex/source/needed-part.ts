/**
 * Code of the desk that only an account with something in it needs: loaded once, and for good.
 *
 *   const linesPart = neededPart(() => import("./own-lines.ts"));
 *   const lines = useNeededPart(linesPart, trades.length > 0)?.linesOf(...);
 */
import { useEffect, useSyncExternalStore } from "react";
import { notLoaded } from "../../ui/not-loaded.ts";

export interface NeededPart<Part> {
  readonly need: () => void;
  readonly get: () => Part | undefined;
  readonly subscribe: (listener: () => void) => () => void;
}

export function neededPart<Part>(load: () => Promise<Part>): NeededPart<Part> {
  let part: Part | undefined;
  let loading: Promise<void> | undefined;
  const listeners = new Set<() => void>();
  const begin = async () => {
    try {
      part = await load();
      for (const listener of listeners) listener();
    } catch {
      notLoaded("Part of the Desk Not Loaded");
    }
  };
  return {
    need: () => void (loading ??= begin()),
    get: () => part,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Undefined until it is there. */
export function useNeededPart<Part>(part: NeededPart<Part>, isNeeded: boolean): Part | undefined {
  useEffect(() => {
    if (isNeeded) part.need();
  }, [part, isNeeded]);
  return useSyncExternalStore(part.subscribe, part.get);
}

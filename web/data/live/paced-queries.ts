/**
 * Answers that news make old are read again at once, then at most once in a while however much news
 * there is; what came in between is made up for at the end. Somebody who makes news without end
 * cannot use up the requests of those who hear it.
 */
import { hashKey, type QueryClient } from "@tanstack/react-query";
import { readAgain } from "../api/query-client.ts";

export interface Stale {
  readonly queryKey: readonly [name: string, ...rest: string[]];
  /** That key only, not those that begin with it. */
  readonly exact?: boolean;
}

export interface PacedQueries {
  invalidate(stale: Stale, pauseMs?: number): void;
  /** Forgets what was to come. */
  close(): void;
}

const PAUSE_MS = 1_000;

export function createPacedQueries(queryClient: QueryClient): PacedQueries {
  const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; isOldAgain: boolean }>();

  const wait = (key: string, stale: Stale, pauseMs: number, isOldAgain: boolean) => {
    const timer = setTimeout(() => {
      const { isOldAgain: isDue = false } = waiting.get(key) ?? {};
      waiting.delete(key);
      // An answer that is slower than the pause is let arrive: asked for anew each time, it never
      // would.
      if (queryClient.isFetching(stale) > 0) wait(key, stale, pauseMs, isDue);
      else if (isDue) readNow(key, stale, pauseMs);
    }, pauseMs);
    waiting.set(key, { timer, isOldAgain });
  };
  const readNow = (key: string, stale: Stale, pauseMs: number) => {
    void readAgain(queryClient, stale);
    wait(key, stale, pauseMs, false);
  };

  return {
    invalidate(stale, pauseMs = PAUSE_MS) {
      const key = hashKey([stale]);
      const earlier = waiting.get(key);
      if (earlier) earlier.isOldAgain = true;
      else readNow(key, stale, pauseMs);
    },
    close() {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}

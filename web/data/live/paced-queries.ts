/**
 * Limits how often events refetch a query. The first event triggers a refetch immediately. Later
 * events trigger at most one refetch per pause, and one after the last event. Therefore, a user who
 * causes many events cannot exhaust the rate limit of other users.
 */
import { hashKey, type QueryClient } from "@tanstack/react-query";
import { readAgain } from "../api/query-client.ts";

export interface Stale {
  readonly queryKey: readonly [name: string, ...rest: string[]];
  /** True to match only this key, and not longer keys that start with it. */
  readonly exact?: boolean;
}

export interface PacedQueries {
  invalidate(stale: Stale, pauseMs?: number): void;
  /** Cancels pending refetches. */
  close(): void;
}

const PAUSE_MS = 1_000;

export function createPacedQueries(queryClient: QueryClient): PacedQueries {
  const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; isOldAgain: boolean }>();

  const wait = (key: string, stale: Stale, pauseMs: number, isOldAgain: boolean) => {
    const timer = setTimeout(() => {
      const { isOldAgain: isDue = false } = waiting.get(key) ?? {};
      waiting.delete(key);
      // If a request takes longer than the pause, wait for its response. Restarting the request at
      // each event would prevent it from ever finishing.
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

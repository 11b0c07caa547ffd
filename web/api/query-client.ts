/** Server state: when it counts as fresh, and what is tried again. */
import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";

const FRESH_MS = 10_000;
const ATTEMPTS_MAX = 2;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry: isWorthRetrying },
      // Sent at the press or refused at once, never kept until the network is back: nobody waits
      // for it then.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

/**
 * When nobody knows what has become old, as after a cut of the stream: everything on the screen is
 * read again.
 */
export function refreshAll(queryClient: QueryClient): void {
  void queryClient.invalidateQueries();
}

/** A refusal stays a refusal; only a missing or broken answer is asked for again. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !isRefusal && failures < ATTEMPTS_MAX;
}

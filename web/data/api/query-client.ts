/** Creates the app's query client with its settings for freshness and retries. */
import { QueryClient, type Query, type QueryFilters } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";

const FRESH_MS = 10_000;
const ATTEMPTS_MAX = 2;
const ACCRUAL_MS = 60_000;

export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry: isWorthRetrying },
      // Send mutations immediately, or fail if there is no network. Never queue them, because users
      // would not expect them to be sent later.
      mutations: { retry: false, networkMode: "always" },
    },
  });
  // Mining earnings accrue between two payouts without an event.
  for (const name of ["getMining", "getWallet"])
    queryClient.setQueryDefaults([name], { refetchInterval: ACCRUAL_MS });
  return queryClient;
}

/**
 * Invalidates the queries that match `filters`, or all queries, and refetches the mounted ones.
 * Invalidation does not restart a pending first request, which may return old data. Therefore, such
 * a query is read again after its response.
 */
export async function readAgain(
  queryClient: QueryClient,
  filters: QueryFilters = {},
): Promise<void> {
  const firsts = queryClient.getQueryCache().findAll(filters).filter(isFirstUnderWay);
  await Promise.all([
    queryClient.invalidateQueries(filters),
    ...firsts.map((query) => readOnceMore(queryClient, query)),
  ]);
}

function isFirstUnderWay({ state }: Query): boolean {
  return state.data === undefined && state.fetchStatus !== "idle";
}

async function readOnceMore(queryClient: QueryClient, { promise, queryKey }: Query): Promise<void> {
  try {
    await promise;
  } catch {
    return;
  }
  await queryClient.invalidateQueries({ queryKey, exact: true });
}

/** True for missing or malformed responses. Refusals are not retried. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !isRefusal && failures < ATTEMPTS_MAX;
}

/** Server state: when it counts as fresh, and what is tried again. */
import { QueryClient, type Query, type QueryFilters } from "@tanstack/react-query";
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
 * Makes old what `filters` name, everything without them, and reads again what of it is on the
 * screen. A first answer that is under way is not asked for anew by that, and may be of before: it
 * is read again once it is there.
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

/** A refusal stays a refusal; only a missing or broken answer is asked for again. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !isRefusal && failures < ATTEMPTS_MAX;
}

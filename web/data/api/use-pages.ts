/**
 * Loads a paged API list and refreshes all loaded pages together. The query key starts with the
 * route's name, so that the live stream also refreshes the list.
 *
 *   const tickets = usePages(["listTickets", "pages"], (at) => api("listTickets", { query: at }));
 */
import { useInfiniteQuery } from "@tanstack/react-query";

export function usePages<Page extends { readonly nextCursor: string | null }>(
  queryKey: readonly [name: string, ...rest: unknown[]],
  load: (at: { readonly cursor?: string }) => Promise<Page>,
  options: {
    readonly refetchInterval?: number | ((pages: readonly Page[]) => number | false);
    readonly enabled?: boolean;
  } = {},
) {
  const { refetchInterval = false, ...rest } = options;
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => load(pageParam === undefined ? {} : { cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval:
      typeof refetchInterval === "function"
        ? ({ state }) => refetchInterval(state.data?.pages ?? [])
        : refetchInterval,
    ...rest,
  });
}

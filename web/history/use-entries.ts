/** Entries page by page, newest first. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { api, type ApiAnswer } from "../api.ts";
import type { HistorySearch } from "./history-search.ts";

export type Entry = ApiAnswer<"listEntries">["items"][number];

const PAGE_SIZE = 50;

export function useEntries(filters: HistorySearch) {
  return useInfiniteQuery({
    // Begins like the key of the plain query, so that the live stream refreshes it too.
    queryKey: ["listEntries", { pages: filters }],
    queryFn: ({ pageParam }) =>
      api("listEntries", {
        query: {
          ...filters,
          limit: PAGE_SIZE,
          ...(pageParam === undefined ? {} : { cursor: pageParam }),
        },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

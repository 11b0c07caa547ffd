/** Entries page by page, newest first. */
import { api } from "../api/call.ts";
import type { ApiAnswer } from "../api/route-shapes.ts";
import { usePages } from "../api/use-pages.ts";
import type { HistorySearch } from "./history-search.ts";

export type Entry = ApiAnswer<"listEntries">["items"][number];

const PAGE_SIZE = 50;

export function useEntries(filters: HistorySearch) {
  // Begins like the key of the plain query, so that the live stream refreshes it too.
  return usePages(["listEntries", { pages: filters }], (at) =>
    api("listEntries", { query: { ...filters, limit: PAGE_SIZE, ...at } }),
  );
}

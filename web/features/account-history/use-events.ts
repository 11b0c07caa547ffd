/**
 * Queries for the user's events, newest first, and for the entries of one event. Each loads page by
 * page.
 */
import { api } from "../../data/api/call.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { usePages } from "../../data/api/use-pages.ts";
import type { HistorySearch } from "./history-search.ts";

export type LedgerEvent = ApiAnswer<"listEvents">["items"][number];
export type Proof = NonNullable<ApiAnswer<"listEvents">["proof"]>;
export type Entry = ApiAnswer<"listEntries">["items"][number];

const PAGE_SIZE = 50;

export function useEvents(filters: HistorySearch) {
  // The key begins with the unpaged query's key, so that the live stream refreshes this query with
  // it.
  return usePages(["listEvents", { pages: filters }], (at) =>
    api("listEvents", { query: { ...filters, limit: PAGE_SIZE, ...at } }),
  );
}

export function useEventEntries(event: string) {
  return usePages(["listEntries", { event }], (at) =>
    api("listEntries", { query: { event, limit: PAGE_SIZE, ...at } }),
  );
}

/** Loads the journal, page by page, and single entries. */
import { useQuery } from "@tanstack/react-query";
import type { RouteName } from "../../../../api/paths.ts";
import { api } from "../../../data/api/call.ts";
import { apiQuery } from "../../../data/api/query.ts";
import { usePages } from "../../../data/api/use-pages.ts";
import { queryOf, type Filters } from "./filters.ts";

/** Routes whose responses are outdated after a change of the journal. */
export const JOURNAL_ROUTES: readonly RouteName[] = [
  "listForexJournal",
  "getForexJournalEntry",
  "getForexJournalLabels",
];

export function useJournal(replayId: string | undefined, filters: Filters) {
  const query = { ...queryOf(filters), ...(replayId === undefined ? {} : { replay: replayId }) };
  return usePages(["listForexJournal", "pages", query], (at) =>
    api("listForexJournal", { query: { ...at, ...query } }),
  );
}

export function useEntry(orderId: string) {
  return useQuery(apiQuery("getForexJournalEntry", { params: { orderId } }));
}

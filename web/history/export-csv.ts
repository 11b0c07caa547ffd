/** Saves the statement as CSV with the filters of the page. */
import { api } from "../api/call.ts";
import { saveCsv } from "../ui/save-csv.ts";
import type { HistorySearch } from "./history-search.ts";

export async function exportCsv(filters: HistorySearch): Promise<void> {
  const text = await api("exportEntries", { query: filters });
  saveCsv(`hashfloor-practice-${new Date().toISOString().slice(0, 10)}.csv`, text);
}

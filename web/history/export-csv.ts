/** Saves the statement as CSV with the filters of the page. */
import { api } from "../api/call.ts";
import { wholeCsv } from "../api/whole-csv.ts";
import { saveCsv } from "../ui/save-csv.ts";
import type { HistorySearch } from "./history-search.ts";

export async function exportCsv(filters: HistorySearch): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const parts = await wholeCsv((at) => api("exportEntries", { query: { ...filters, ...at } }));
  saveCsv(`hashfloor-practice-${day}.csv`, parts);
}

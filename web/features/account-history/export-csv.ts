/** Saves the statement as CSV with the filters of the page. */
import { api } from "../../data/api/call.ts";
import { wholeCsv } from "../../data/api/whole-csv.ts";
import { saveCsv } from "../../ui/copy/save-csv.ts";
import type { HistorySearch } from "./history-search.ts";

export async function exportCsv(filters: HistorySearch): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const parts = await wholeCsv((at) => api("exportEntries", { query: { ...filters, ...at } }));
  saveCsv(`hashfloor-practice-${day}.csv`, parts);
}

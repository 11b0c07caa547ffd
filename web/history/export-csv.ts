/** Saves the statement as CSV with the filters of the page. The token travels in a header, so this is a fetch, not a link. */
import { api } from "../api.ts";
import type { HistorySearch } from "./history-search.ts";

export async function exportCsv(filters: HistorySearch): Promise<void> {
  const text = await api("exportEntries", { query: filters });
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `hashfloor-practice-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}

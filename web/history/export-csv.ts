/** Saves the statement as CSV with the filters of the page. */
import { api } from "../api/call.ts";
import { saveCsv } from "../ui/save-csv.ts";
import type { HistorySearch } from "./history-search.ts";

/** The last line of an answer that does not end the list. */
const MORE = /More: ask with cursor=(\S+)\r\n$/;
/** The practice label and the names of the columns: once in the file. */
const HEAD = /^.*\r\n.*\r\n/;

export async function exportCsv(filters: HistorySearch): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  saveCsv(`hashfloor-practice-${day}.csv`, await wholeStatement(filters));
}

/** All its lines, however many answers they take. */
export async function wholeStatement(filters: HistorySearch): Promise<readonly string[]> {
  const parts: string[] = [];
  let cursor: string | undefined;
  do {
    const query = cursor === undefined ? filters : { ...filters, cursor };
    const text = await api("exportEntries", { query });
    cursor = MORE.exec(text)?.[1];
    const lines = text.replace(MORE, "");
    parts.push(parts.length === 0 ? lines : lines.replace(HEAD, ""));
  } while (cursor !== undefined);
  return parts;
}

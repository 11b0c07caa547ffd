/**
 * Cells of CSV (RFC 4180): quoted where needed; text that a spreadsheet would run as a formula gets
 * an apostrophe in front.
 */

import { PRACTICE_LABEL } from "./practice-label.ts";

export function csvText(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Numbers of any kind are no text. */
export type CsvCell = string | number | bigint | Date | null;

export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(",")}\r\n`;
}

function cellText(cell: CsvCell): string {
  if (cell === null) return "";
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell !== "string") return String(cell);
  // A number as text is no formula either.
  return /^-?\d+(\.\d+)?$/.test(cell) ? cell : csvText(cell);
}

/**
 * A whole file of finished lines. The header is line 1, because importers take line 1 for it. The
 * practice label comes last, followed only by the cursor of the next file, if there is one.
 */
export function csvFile(header: string, rows: readonly string[], nextCursor?: string): string {
  const end = nextCursor === undefined ? "" : csvLine([`More: ask with cursor=${nextCursor}`]);
  return [header, ...rows, csvLine([PRACTICE_LABEL])].join("") + end;
}

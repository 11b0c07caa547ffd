/**
 * Writes CSV cells (RFC 4180), quoted where needed. Text that a spreadsheet would evaluate as a
 * formula is prefixed with an apostrophe.
 */

import { PRACTICE_LABEL } from "./practice-label.ts";

export function csvText(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The value of a cell. Numbers are never treated as text. */
export type CsvCell = string | number | bigint | Date | null;

export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(",")}\r\n`;
}

function cellText(cell: CsvCell): string {
  if (cell === null) return "";
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell !== "string") return String(cell);
  // A string that contains only a number is not a formula.
  return /^-?\d+(\.\d+)?$/.test(cell) ? cell : csvText(cell);
}

/**
 * Joins the lines of a CSV file. The first line is the header, as importers expect. The practice
 * label comes at the end, followed only by the next file's cursor, if any.
 */
export function csvFile(header: string, rows: readonly string[], nextCursor?: string): string {
  const end = nextCursor === undefined ? "" : csvLine([`More: ask with cursor=${nextCursor}`]);
  return [header, ...rows, csvLine([PRACTICE_LABEL])].join("") + end;
}

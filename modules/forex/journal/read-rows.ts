/**
 * Parses CSV text (RFC 4180) to rows with their line numbers. The separator is a comma, a semicolon
 * or a tab. Spreadsheets use semicolons in countries with a decimal comma.
 */
import { beginSlice } from "#platform";
import { journalRefusals } from "./refusals.ts";

export interface Row {
  /** Number of the row's first line, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Number of rows read between two checks of the clock. */
const ROWS_PER_SLICE = 50;
const LINES_SEARCHED = 60;
const CHARACTERS_SEARCHED = 2_000;
/** Every file that is read has at least this number of columns. */
const COLUMNS_MIN = 6;
const COLUMNS_MAX = 60;
const CELL_CHARACTERS_MAX = 10_000;
const SEPARATORS = [",", ";", "\t"] as const;

/** Returns the separator that occurs most often in the first line with several columns. */
function separatorOf(text: string): string {
  for (const line of text.split("\n", LINES_SEARCHED)) {
    const beginning = line.slice(0, CHARACTERS_SEARCHED);
    const counts = SEPARATORS.map((separator) => beginning.split(separator).length);
    const most = Math.max(...counts);
    if (most >= COLUMNS_MIN) return SEPARATORS[counts.indexOf(most)] ?? ",";
  }
  return ",";
}

/**
 * Returns the rows that are not empty, in slices, so that other requests can run in between. Throws
 * `journal_file_long` or `journal_file_quote`.
 */
export async function readRows(text: string, rowsMax: number): Promise<readonly Row[]> {
  const whole = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const separator = separatorOf(whole);
  const rows: Row[] = [];
  const slice = beginSlice();
  let at = 0;
  let line = 1;
  for (let count = 0; at < whole.length; count += 1) {
    if (count % ROWS_PER_SLICE === 0 && slice.isOver()) await slice.next();
    const { cells, end, lines } = rowAt(whole, { at, separator, line });
    if (cells.some((cell) => cell.trim() !== "")) rows.push({ line, cells });
    if (rows.length > rowsMax)
      throw journalRefusals.journal_file_long({ max: rowsMax.toLocaleString("en-US") });
    at = end;
    line += lines;
  }
  return rows;
}

interface Place {
  readonly at: number;
  readonly separator: string;
  readonly line: number;
}

/** Reads one row. `end` is the position after it, and `lines` the number of its lines. */
function rowAt(text: string, { at: start, separator, line }: Place) {
  const cells: string[] = [];
  let at = start;
  let lines = 1;
  for (;;) {
    let cell: string;
    if (text[at] === '"') {
      const quoted = quotedAt(text, at, line);
      cell = quoted.cell;
      lines += quoted.lines;
      at = quoted.end;
      const rest = endOfCell(text, at, separator);
      cell += text.slice(at, rest);
      at = rest;
    } else {
      const end = endOfCell(text, at, separator);
      cell = text.slice(at, end);
      at = end;
    }
    if (cells.push(cell) > COLUMNS_MAX || cell.length > CELL_CHARACTERS_MAX) throw tooLong(line);
    if (text[at] !== separator) return { cells: withoutReturn(cells), end: at + 1, lines };
    at += 1;
  }
}

/** Removes the carriage return that ends the line in files from Windows. */
function withoutReturn(cells: readonly string[]): readonly string[] {
  const last = cells.at(-1) ?? "";
  return last.endsWith("\r") ? [...cells.slice(0, -1), last.slice(0, -1)] : cells;
}

/**
 * Returns the position of the next separator or line break, or a position beyond the longest cell.
 */
function endOfCell(text: string, from: number, separator: string): number {
  const last = Math.min(text.length, from + CELL_CHARACTERS_MAX + 1);
  let at = from;
  while (at < last && text[at] !== separator && text[at] !== "\n") at += 1;
  return at;
}

function tooLong(line: number) {
  return journalRefusals.journal_file_line({
    line: String(line),
    columns: String(COLUMNS_MAX),
    characters: CELL_CHARACTERS_MAX.toLocaleString("en-US"),
  });
}

function quotedAt(text: string, start: number, line: number) {
  const parts: string[] = [];
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) throw journalRefusals.journal_file_quote({ line: String(line) });
    if (quote - start > 2 * CELL_CHARACTERS_MAX) throw tooLong(line);
    parts.push(text.slice(at, quote));
    if (text[quote + 1] !== '"') {
      const cell = parts.join('"');
      return { cell, end: quote + 1, lines: cell.split("\n").length - 1 };
    }
    at = quote + 2;
  }
}

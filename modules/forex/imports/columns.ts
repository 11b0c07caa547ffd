/** Finds the columns of a file by their names, without regard to case and spaces. */
import type { Row } from "../journal/read-rows.ts";
import { journalRefusals } from "../journal/refusals.ts";
import { FORMAT_NAMES, type ImportFormat } from "./imported-trade.ts";

/** Longer cells are cut. No value in these files is as long. */
const CELL_CHARACTERS = 200;

export interface Columns {
  /** Returns the cell of a required column. */
  readonly cell: (row: Row, column: string) => string;
  /** Returns the cell of a column that some files do not have. */
  readonly optional: (row: Row, column: string) => string;
  readonly has: (column: string) => boolean;
}

/** Returns a column's name in lower case without spaces, so that `S / L` equals `S/L`. */
export function columnName(cell: string): string {
  return cell.slice(0, CELL_CHARACTERS).toLowerCase().replaceAll(/[\s_]/g, "");
}

/**
 * Returns the columns. A repeated name gets a number, such as `time2`. Throws `import_columns` if a
 * required column is missing.
 */
export function columnsOf(
  head: Row,
  format: ImportFormat,
  required: readonly string[],
  nameOf: (cell: string) => string = columnName,
): Columns {
  const places = new Map<string, number>();
  for (const [place, cell] of head.cells.entries()) {
    const name = nameOf(cell);
    let unique = name;
    for (let count = 2; places.has(unique); count += 1) unique = `${name}${count}`;
    places.set(unique, place);
  }
  for (const column of required)
    if (!places.has(column))
      throw journalRefusals.import_columns({
        line: String(head.line),
        column,
        format: FORMAT_NAMES[format],
      });
  const optional = ({ cells }: Row, column: string) =>
    (cells[places.get(column) ?? -1] ?? "").slice(0, CELL_CHARACTERS);
  return { cell: optional, optional, has: (column) => places.has(column) };
}

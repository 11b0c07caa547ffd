/** Recognises a file's format by its first lines, or names the format that is most similar. */
import { PRICE_FORMATS, type PriceFormat } from "./formats.ts";

export type Recognised =
  | { readonly format: PriceFormat; readonly hasHeader: boolean }
  | { readonly nearest: PriceFormat | undefined };

/**
 * Returns the format of a file with these first lines. If only the header matches, the line below
 * it is invalid, and the reader reports it.
 */
export function recogniseFormat([first = "", second = ""]: readonly string[]): Recognised {
  const isHeader = (format: PriceFormat) =>
    format.header !== undefined && isHeaderOf(format, first);
  const format =
    PRICE_FORMATS.find((one) =>
      one.header ? isHeader(one) && one.row.test(unquoted(second)) : one.row.test(unquoted(first)),
    ) ?? PRICE_FORMATS.find(isHeader);
  return format
    ? { format, hasHeader: format.header !== undefined }
    : { nearest: nearestTo(first, second) };
}

function isHeaderOf({ header = [], delimiter }: PriceFormat, line: string): boolean {
  const names = namesIn(line, delimiter);
  return header.every((wanted, place) => wanted.split("|").includes(names[place] ?? ""));
}

function namesIn(line: string, delimiter: string): string[] {
  return unquoted(line)
    .toLowerCase()
    .split(delimiter)
    .map((cell) => cell.trim().replace(/^<|>$/g, ""));
}

function unquoted(line: string): string {
  return line.replace(/^\uFEFF/, "").replaceAll('"', "");
}

/** Returns the format whose header shares the most names, if it shares at least two. */
function nearestTo(first: string, second: string): PriceFormat | undefined {
  let [nearest, most]: [PriceFormat | undefined, number] = [undefined, 1.5];
  for (const format of PRICE_FORMATS) {
    const { header, row } = format;
    const wanted = (header ?? []).flatMap((name) => name.split("|"));
    const shared = [",", ";", "\t"].map(
      (delimiter) => namesIn(first, delimiter).filter((name) => wanted.includes(name)).length,
    );
    // A header names the format more clearly than the form of the row below it.
    const missing = ((header?.length ?? 0) - Math.max(...shared)) / 10;
    const points = Math.max(...shared) - missing + (row.test(unquoted(second)) ? 0.5 : 0);
    if (points > most) [nearest, most] = [format, points];
  }
  return nearest;
}

/** Describes the nearest format, for the refusal of an unknown file. */
export function nearestText(nearest: PriceFormat | undefined): string {
  if (!nearest) return "";
  const header = nearest.header?.map((name) => name.split("|")[0]).join(", ");
  const start = header === undefined ? "" : `, whose first line begins with ${header}`;
  return ` The file looks most like ${nearest.name}${start}.`;
}

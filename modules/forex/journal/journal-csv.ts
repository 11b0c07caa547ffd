/** Columns of the journal's CSV file, and the conversion of texts and tags to cells and back. */
import { formatAmount, USD_DECIMALS } from "#money";
import type { CsvCell } from "#platform";
import type { SourceOf } from "../lists/csv.ts";
import type { EntryRow } from "./journal-table.ts";
import { presentEntry } from "./present-entry.ts";

const HEAD = [
  "Order",
  "Instrument",
  "Side",
  "Units",
  "Opened (UTC)",
  "Entry",
  "Closed (UTC)",
  "Exit",
  "Result USD",
  "Financing USD",
  "Plan",
  "Plan tags",
  "Note",
  "Tags",
  "Mistakes",
  "Prices",
] as const;

export function entryColumns(sourceOf: SourceOf) {
  return {
    head: HEAD,
    cells(row: EntryRow): readonly CsvCell[] {
      const { trade, plan, note, ...entry } = presentEntry(row);
      const usd = (cents: bigint | undefined) =>
        cents === undefined ? null : formatAmount(cents, USD_DECIMALS);
      return [
        entry.id,
        entry.instrument,
        entry.side,
        entry.units,
        trade?.openedAt ?? null,
        trade?.price ?? null,
        trade?.closedAt ?? null,
        trade?.closePrice ?? null,
        usd(trade?.realisedCents),
        usd(trade?.financingCents),
        cellOf(plan?.text),
        tagsCell(plan?.tags),
        cellOf(note?.text),
        tagsCell(note?.tags),
        tagsCell(note?.mistakes),
        sourceOf(trade?.openedAt ?? entry.orderedAt),
      ];
    },
  };
}

/** Beginnings of cells that a spreadsheet evaluates, and the apostrophe that guards them. */
const GUARDED = /^[=+\-@\t\r']/;

/**
 * Puts an apostrophe before a text that a spreadsheet would evaluate, and before a text that begins
 * with an apostrophe itself. Reading removes exactly this apostrophe.
 */
function cellOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  return GUARDED.test(text) ? `'${text}` : text;
}

function tagsCell(tags: readonly string[] | undefined): string | null {
  return cellOf(tags?.join("; "));
}

export function textOfCell(cell: string): string {
  const text = cell.startsWith("'") && GUARDED.test(cell.slice(1)) ? cell.slice(1) : cell;
  return text.replaceAll(/\r\n?/g, "\n").trim();
}

export function tagsOfCell(cell: string): readonly string[] {
  return textOfCell(cell)
    .split(/[;,]/)
    .map((tag) => tag.trim().toLowerCase())
    .filter((tag) => tag !== "");
}

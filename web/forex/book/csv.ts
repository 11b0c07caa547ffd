/** Lists as CSV, made of what is on the screen: offered only where that is all there is. */
import { formatAmount } from "#money";
import { saveCsv } from "../../ui/save-csv.ts";

/** RFC 4180; a cell that a spreadsheet would take for a formula is marked as text. */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  const cell = (value: string | number | null) => {
    const text = value === null ? "" : String(value);
    const safe = typeof value === "string" && /^[=+@]|^-(?!\d)/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** `label` says where the prices come from, in every line. */
export function saveList(
  name: string,
  label: string,
  head: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): void {
  const date = new Date().toISOString().slice(0, 10);
  saveCsv(
    `hashfloor-practice-forex-${name}-${date}.csv`,
    csvText([[...head, "prices"], ...rows.map((row) => [...row, label])]),
  );
}

export function usd(cents: number | bigint | null): string | null {
  return cents === null ? null : formatAmount(BigInt(cents), 2);
}

/**
 * Exports the outcomes of all starting days as CSV, for a public route. A file takes tens of
 * milliseconds. Files are created one after another and their rows in batches, so that other
 * requests can run in between. Concurrent requests for the same file share one computation.
 */
import { setImmediate as otherWork } from "node:timers/promises";
import { startingDays, type Case, type Series } from "#economics/history";
import { csvFile } from "#platform";
import { stretchAt } from "./outcomes.ts";

type CsvCase = Pick<Case, "terms" | "length">;

/** Number of rows per batch. A batch blocks the event loop for about 2 ms. */
const ROWS_TOGETHER = 256;
const HEADER = ["First day (UTC)", "Last day", "Sold daily", "Kept", "Bought coins", "In coins"];

const underWay = new Map<string, { readonly series: Series; readonly text: Promise<string> }>();
let turn: Promise<unknown> = Promise.resolve();

/** Returns the CSV, oldest starting day first. Cells contain only days and numbers. */
export function outcomesCsv(series: Series, { terms, length }: CsvCase): Promise<string> {
  const key = JSON.stringify([terms, length], (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  const same = underWay.get(key);
  if (same?.series === series) return same.text;
  const make = () => writeCsv(series, { terms, length });
  const text = turn.then(make, make).finally(() => {
    if (underWay.get(key)?.text === text) underWay.delete(key);
  });
  underWay.set(key, { series, text });
  turn = text;
  return text;
}

async function writeCsv(series: Series, one: CsvCase): Promise<string> {
  const lines: string[][] = [];
  const count = startingDays(series, one.length);
  for (let place = 0; place < count; place += 1) {
    if (place % ROWS_TOGETHER === 0) await otherWork();
    const { start, end, sold, kept, bought, coins } = stretchAt(series, one, place);
    lines.push([start, end, sold, kept, bought, coins]);
  }
  const lineOf = (cells: readonly string[]) => `${cells.join(",")}\r\n`;
  return csvFile(lineOf(HEADER), lines.map(lineOf));
}

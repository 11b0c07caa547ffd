/** Derives the time zone of a file and the length of its candles from its first lines. */
import type { PriceFormat } from "./formats.ts";
import { PriceFileFault } from "./price-file-fault.ts";
import type { RowReader } from "./read-row.ts";
import { cellsOf } from "./read-cells.ts";
import { timeReader } from "./read-time.ts";
import { isTimeZone } from "./time-zones.ts";

export const CANDLE_MINUTES = { M1: 1, M5: 5, M15: 15, M30: 30, H1: 60 } as const;

export type CandleKind = keyof typeof CANDLE_MINUTES;

const MINUTE_MS = 60_000;

/** Returns the zone of the file's times, or undefined if the times contain their own. */
export function zoneOf(
  format: PriceFormat,
  line: string,
  timeZone: string | undefined,
): string | undefined {
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new PriceFileFault("time_zone_unknown", { zone: timeZone });
  if (hasOffset(format, line)) return undefined;
  if (timeZone !== undefined) return timeZone;
  if ("known" in format.zone) return format.zone.known;
  throw new PriceFileFault("time_zone_missing", { format: format.name, usual: format.zone.usual });
}

/** Returns the vendor's usual time zone if the user must give one. */
export function asksForZone(format: PriceFormat, line: string): string | undefined {
  return "known" in format.zone || hasOffset(format, line) ? undefined : format.zone.usual;
}

function hasOffset({ columns, delimiter, timeForm }: PriceFormat, line: string): boolean {
  const cells = cellsOf(line, delimiter);
  const cellOf = (column: "date" | "time") => (cells[columns.indexOf(column)] ?? "").trim();
  return timeReader(timeForm)(cellOf("date"), cellOf("time")).offsetMs !== undefined;
}

/** Derives the length of the candles from the times of the first lines. */
export function candleKind(reader: RowReader, lines: readonly string[]): CandleKind {
  let [beforeMs, divisor] = [NaN, 0];
  for (const line of lines) {
    const cells = reader.cells(line);
    if (typeof cells === "string") continue;
    const { localMs } = reader.time(cells);
    if (localMs > beforeMs)
      divisor = greatestDivisor(divisor, Math.round((localMs - beforeMs) / MINUTE_MS));
    if (!Number.isNaN(localMs)) beforeMs = localMs;
  }
  if (divisor > CANDLE_MINUTES.H1) throw new PriceFileFault("prices_coarse");
  const lengths = Object.entries(CANDLE_MINUTES) as [CandleKind, number][];
  return lengths.findLast(([, minutes]) => divisor > 0 && divisor % minutes === 0)?.[0] ?? "M1";
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

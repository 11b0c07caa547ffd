/** Derives facts about a file from its first lines: its time zone, and the length of its candles. */
import type { PriceFormat } from "./formats.ts";
import { PriceFileFault } from "./price-file-fault.ts";
import type { RowReader } from "./read-row.ts";
import { isTimeZone } from "./time-zones.ts";

export const CANDLE_MINUTES = { M1: 1, M5: 5, M15: 15, M30: 30, H1: 60 } as const;

export type CandleKind = keyof typeof CANDLE_MINUTES;

const MINUTE_MS = 60_000;

/** Returns the zone of the file's times, or undefined if the times contain their own. */
export function zoneOf(
  { name, zone }: PriceFormat,
  reader: RowReader,
  line: string | undefined,
  timeZone: string | undefined,
): string | undefined {
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new PriceFileFault("time_zone_unknown", { zone: timeZone.slice(0, 60) });
  const cells = line === undefined ? "prices_line" : reader.cells(line);
  if (typeof cells !== "string" && reader.time(cells).offsetMs !== undefined) return undefined;
  if (timeZone !== undefined) return timeZone;
  if ("known" in zone) return zone.known;
  throw new PriceFileFault("time_zone_missing", { format: name, usual: zone.usual });
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

/**
 * Packs quotes and hour candles for storage: compressed differences between consecutive rows,
 * column by column.
 */
import { deflateRawSync, inflateRaw } from "node:zlib";
import { promisify } from "node:util";
import type { Candle, PriceRange } from "#market";

/** Columns of quotes, oldest first, with int32 prices. */
export interface QuoteColumns {
  readonly times: Float64Array;
  readonly bids: Int32Array;
  readonly asks: Int32Array;
}

/** Number of quotes in a chunk: unpacking a chunk takes about a millisecond. */
export const CHUNK_QUOTES = 16_384;
/** Number of hour candles in a chunk. */
export const CHUNK_CANDLES = 2_048;

const inflated = promisify(inflateRaw);
const TIME_BYTES = 8;
const INT_BYTES = 4;
/** Open, high, low and close of bid, mid and ask, and the number of quotes. */
export const CANDLE_INTS = 13;

/** Packs a column of times and columns of int32 numbers. */
export function packColumns(times: Float64Array, columns: readonly Int32Array[]): Buffer {
  const count = times.length;
  const bytes = new Uint8Array(count * (TIME_BYTES + columns.length * INT_BYTES));
  const timeSteps = new Float64Array(bytes.buffer, 0, count);
  for (let at = 0; at < count; at += 1) timeSteps[at] = (times[at] ?? 0) - (times[at - 1] ?? 0);
  for (const [place, column] of columns.entries()) {
    const from = count * (TIME_BYTES + place * INT_BYTES);
    const steps = new Int32Array(bytes.buffer, from, count);
    for (let at = 0; at < count; at += 1) steps[at] = (column[at] ?? 0) - (column[at - 1] ?? 0);
  }
  return deflateRawSync(bytes);
}

async function unpackColumns(
  stored: Uint8Array,
  columnCount: number,
): Promise<{ readonly times: Float64Array; readonly columns: readonly Int32Array[] }> {
  const inflatedBytes = await inflated(stored);
  const count = inflatedBytes.length / (TIME_BYTES + columnCount * INT_BYTES);
  // A copy begins at a multiple of eight bytes, as the array of times requires.
  const { buffer } = new Uint8Array(inflatedBytes);
  const times = new Float64Array(buffer, 0, count);
  for (let at = 1; at < count; at += 1) times[at] = (times[at] ?? 0) + (times[at - 1] ?? 0);
  const columns = Array.from({ length: columnCount }, (_, place) => {
    const column = new Int32Array(buffer, count * (TIME_BYTES + place * INT_BYTES), count);
    for (let at = 1; at < count; at += 1) column[at] = (column[at] ?? 0) + (column[at - 1] ?? 0);
    return column;
  });
  return { times, columns };
}

export async function unpackQuotes(stored: Uint8Array): Promise<QuoteColumns> {
  const { times, columns } = await unpackColumns(stored, 2);
  const [bids = new Int32Array(0), asks = new Int32Array(0)] = columns;
  return { times, bids, asks };
}

export async function unpackHours(stored: Uint8Array): Promise<Candle[]> {
  const { times, columns } = await unpackColumns(stored, CANDLE_INTS);
  const rangeAt = (at: number, first: number): PriceRange => ({
    o: columns[first]?.[at] ?? 0,
    h: columns[first + 1]?.[at] ?? 0,
    l: columns[first + 2]?.[at] ?? 0,
    c: columns[first + 3]?.[at] ?? 0,
  });
  return Array.from(times, (timeMs, at) => ({
    timeMs,
    bid: rangeAt(at, 0),
    mid: rangeAt(at, 4),
    ask: rangeAt(at, 8),
    volume: columns[CANDLE_INTS - 1]?.[at] ?? 0,
    complete: true,
  }));
}

/**
 * Packs a candle into twelve int32 prices: open, high, low and close of bid, mid and ask. A day's
 * candles are stored as compressed differences between consecutive candles.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Candle } from "#market";

export type CandlePrices = Pick<Candle, "bid" | "mid" | "ask">;

export const PRICES = 12;
const INT_BYTES = 4;

export function candleFrom(packed: ArrayLike<number>, at: number): CandlePrices {
  return {
    bid: sideFrom(packed, at),
    mid: sideFrom(packed, at + 4),
    ask: sideFrom(packed, at + 8),
  };
}

export function pricesOf({ bid, mid, ask }: CandlePrices): number[] {
  return [bid, mid, ask].flatMap(({ o, h, l, c }) => [o, h, l, c]);
}

/** Packs the candles column by column, which compresses twice as well as row by row. */
export function packCandles(candles: readonly CandlePrices[]): Buffer {
  const rows = candles.map(pricesOf);
  const bytes = Buffer.alloc(rows.length * PRICES * INT_BYTES);
  for (const [index, row] of rows.entries())
    for (const [column, price] of row.entries()) {
      const before = rows[index - 1]?.[column] ?? 0;
      bytes.writeInt32LE(price - before, (column * rows.length + index) * INT_BYTES);
    }
  return deflateRawSync(bytes);
}

export function unpackCandles(stored: Uint8Array): CandlePrices[] {
  const bytes = inflateRawSync(stored);
  const count = bytes.length / PRICES / INT_BYTES;
  const row = new Int32Array(PRICES);
  return Array.from({ length: count }, (_, index) => {
    for (let column = 0; column < PRICES; column += 1)
      row[column] = (row[column] ?? 0) + bytes.readInt32LE((column * count + index) * INT_BYTES);
    return candleFrom(row, 0);
  });
}

function sideFrom(packed: ArrayLike<number>, at: number) {
  const [o = 0, h = 0, l = 0, c = 0] = [packed[at], packed[at + 1], packed[at + 2], packed[at + 3]];
  return { o, h, l, c };
}

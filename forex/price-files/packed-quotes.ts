/** Quotes as they are stored: differences from one to the next, column by column, compressed. */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { QuoteColumns } from "./read-price-file.ts";

const TIME_BYTES = 8;
const PRICE_BYTES = 4;
const QUOTE_BYTES = TIME_BYTES + 2 * PRICE_BYTES;

export function packQuotes({ times, bids, asks }: QuoteColumns): Buffer {
  const count = times.length;
  const bytes = Buffer.alloc(count * QUOTE_BYTES);
  for (let at = 0; at < count; at += 1) {
    const [time, bid, ask] = [times, bids, asks].map((all) => (all[at] ?? 0) - (all[at - 1] ?? 0));
    bytes.writeDoubleLE(time ?? 0, at * TIME_BYTES);
    bytes.writeInt32LE(bid ?? 0, count * TIME_BYTES + at * PRICE_BYTES);
    bytes.writeInt32LE(ask ?? 0, count * (TIME_BYTES + PRICE_BYTES) + at * PRICE_BYTES);
  }
  return deflateRawSync(bytes);
}

export function unpackQuotes(stored: Uint8Array): QuoteColumns {
  const bytes = inflateRawSync(stored);
  const count = bytes.length / QUOTE_BYTES;
  const [times, bids, asks] = [
    new Float64Array(count),
    new Int32Array(count),
    new Int32Array(count),
  ];
  for (let at = 0; at < count; at += 1) {
    times[at] = (times[at - 1] ?? 0) + bytes.readDoubleLE(at * TIME_BYTES);
    bids[at] = (bids[at - 1] ?? 0) + bytes.readInt32LE(count * TIME_BYTES + at * PRICE_BYTES);
    asks[at] =
      (asks[at - 1] ?? 0) +
      bytes.readInt32LE(count * (TIME_BYTES + PRICE_BYTES) + at * PRICE_BYTES);
  }
  return { times, bids, asks };
}

/**
 * Packs quotes for storage: compressed differences between consecutive quotes, column by column.
 */
import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { beginSlice } from "#platform";
import type { QuoteColumns } from "./read-price-file.ts";

const deflated = promisify(deflateRaw);
const inflated = promisify(inflateRaw);
/** Number of quotes processed between two checks of the clock. */
const QUOTES_PER_SLICE = 1_000;
const TIME_BYTES = 8;
const PRICE_BYTES = 4;
const QUOTE_BYTES = TIME_BYTES + 2 * PRICE_BYTES;

export async function packQuotes({ times, bids, asks }: QuoteColumns): Promise<Buffer> {
  const count = times.length;
  const bytes = Buffer.alloc(count * QUOTE_BYTES);
  const [atBids, atAsks] = [count * TIME_BYTES, count * (TIME_BYTES + PRICE_BYTES)];
  let [timeMs, bid, ask] = [0, 0, 0];
  const slice = beginSlice();
  for (let at = 0; at < count; at += 1) {
    if (at % QUOTES_PER_SLICE === 0 && slice.isOver()) await slice.next();
    const [nextMs, nextBid, nextAsk] = [times[at] ?? 0, bids[at] ?? 0, asks[at] ?? 0];
    bytes.writeDoubleLE(nextMs - timeMs, at * TIME_BYTES);
    bytes.writeInt32LE(nextBid - bid, atBids + at * PRICE_BYTES);
    bytes.writeInt32LE(nextAsk - ask, atAsks + at * PRICE_BYTES);
    [timeMs, bid, ask] = [nextMs, nextBid, nextAsk];
  }
  return deflated(bytes);
}

export async function unpackQuotes(stored: Uint8Array): Promise<QuoteColumns> {
  const bytes = await inflated(stored);
  const count = bytes.length / QUOTE_BYTES;
  const [atBids, atAsks] = [count * TIME_BYTES, count * (TIME_BYTES + PRICE_BYTES)];
  const [times, bids, asks] = [
    new Float64Array(count),
    new Int32Array(count),
    new Int32Array(count),
  ];
  let [timeMs, bid, ask] = [0, 0, 0];
  const slice = beginSlice();
  for (let at = 0; at < count; at += 1) {
    if (at % QUOTES_PER_SLICE === 0 && slice.isOver()) await slice.next();
    timeMs += bytes.readDoubleLE(at * TIME_BYTES);
    bid += bytes.readInt32LE(atBids + at * PRICE_BYTES);
    ask += bytes.readInt32LE(atAsks + at * PRICE_BYTES);
    times[at] = timeMs;
    bids[at] = bid;
    asks[at] = ask;
  }
  return { times, bids, asks };
}

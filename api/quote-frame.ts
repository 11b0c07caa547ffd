/**
 * Defines the binary message of the stream's topic `quotes`: the latest price of every instrument,
 * 24 bytes each, in little-endian byte order. This file imports no schema library, because the
 * browser loads it and should not load the library.
 *
 *     0  uint8    id, the index in the table of instruments
 *     1  uint8    status, the index in QUOTE_STATUSES
 *     2  uint16   0
 *     4  int32    bid
 *     8  int32    ask
 *     12 int32    mid of the trading day's first tick, or 0 if unknown
 *     16 float64  time in milliseconds since 1970
 *
 * Prices are the instrument's integers, which have one decimal more than the displayed price. The
 * bid is 0 if the instrument has had no price yet.
 */
export const QUOTE_STATUSES = ["tradeable", "halted", "closed", "reference"] as const;

export type QuoteStatus = (typeof QUOTE_STATUSES)[number];

export interface FrameQuote {
  readonly id: number;
  readonly status: QuoteStatus;
  readonly bid: number;
  readonly ask: number;
  readonly dayOpen: number;
  readonly timeMs: number;
}

const QUOTE_BYTES = 24;

export function encodeQuotes(quotes: readonly FrameQuote[]): Uint8Array {
  const bytes = new Uint8Array(quotes.length * QUOTE_BYTES);
  const view = new DataView(bytes.buffer);
  for (const [index, { id, status, bid, ask, dayOpen, timeMs }] of quotes.entries()) {
    const at = index * QUOTE_BYTES;
    view.setUint8(at, id);
    view.setUint8(at + 1, QUOTE_STATUSES.indexOf(status));
    view.setInt32(at + 4, bid, true);
    view.setInt32(at + 8, ask, true);
    view.setInt32(at + 12, dayOpen, true);
    view.setFloat64(at + 16, timeMs, true);
  }
  return bytes;
}

/** Decodes a quotes message. Throws a RangeError if the bytes are not a quotes message. */
export function decodeQuotes(bytes: ArrayBuffer): FrameQuote[] {
  if (bytes.byteLength % QUOTE_BYTES !== 0) throw new RangeError("no message of quotes");
  const view = new DataView(bytes);
  return Array.from({ length: bytes.byteLength / QUOTE_BYTES }, (_, index) => {
    const at = index * QUOTE_BYTES;
    const status = QUOTE_STATUSES[view.getUint8(at + 1)];
    if (!status) throw new RangeError("a quote of unknown status");
    return {
      id: view.getUint8(at),
      status,
      bid: view.getInt32(at + 4, true),
      ask: view.getInt32(at + 8, true),
      dayOpen: view.getInt32(at + 12, true),
      timeMs: view.getFloat64(at + 16, true),
    };
  });
}

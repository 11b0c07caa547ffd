import { expect, test } from "vitest";
import { decodeQuotes, encodeQuotes, QUOTE_STATUSES } from "./quote-frame.ts";

test("quotes are encoded in 24 bytes each and decoded unchanged", () => {
  const quotes = QUOTE_STATUSES.map((status, index) => ({
    id: 31 - index,
    status,
    bid: 2 ** 31 - 1 - index,
    ask: index,
    dayOpen: 1_168_485,
    timeMs: Date.parse("2026-06-05T12:00:00.200Z") + index,
  }));
  const bytes = encodeQuotes(quotes);
  expect(bytes).toHaveLength(24 * quotes.length);
  expect(decodeQuotes(bytes.slice().buffer)).toEqual(quotes);
});

test("decoding bytes that are not a quotes message throws an error", () => {
  expect(() => decodeQuotes(new ArrayBuffer(25))).toThrow(RangeError);
  expect(() => decodeQuotes(new Uint8Array(24).fill(255).buffer)).toThrow(RangeError);
  expect(decodeQuotes(new ArrayBuffer(0))).toEqual([]);
});

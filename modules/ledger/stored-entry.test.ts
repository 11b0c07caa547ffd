/** Tests the merging of the entries of several accounts into one list. */
import { expect, test } from "vitest";
import { mergeNewestFirst } from "./stored-entry.ts";

type Row = Parameters<typeof mergeNewestFirst>[0][number];

/**
 * `b` is the bitcoin account, `h` held bitcoin, `u` dollars; the number is the time in
 * microseconds.
 */
const row = (text: string): Row => ({
  asset: text.startsWith("u") ? "USD" : "BTC",
  account: text.startsWith("h") ? "held" : "available",
  micros: BigInt(text.slice(1)),
});
const merged = (...rows: string[]): string =>
  mergeNewestFirst(rows.map((text) => ({ ...row(text), text })))
    .map(({ text }) => text)
    .join(" ");

test.each([
  ["by time, to the microsecond", ["b9", "b4", "u7", "u1", "h8"], "b9 h8 u7 b4 u1"],
  ["at one time in the order of the accounts", ["b2", "u2", "h2"], "b2 u2 h2"],
  ["an account as it went, where its clock went back", ["b3", "b9", "u5"], "u5 b3 b9"],
  ["none", [], ""],
])("%s", (_what, rows, expected) => {
  expect(merged(...rows)).toBe(expected);
});

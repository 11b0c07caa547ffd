/** Tests merging the entries of several accounts into one list. */
import { expect, test } from "vitest";
import { mergeNewestFirst } from "./stored-entry.ts";

type Row = Parameters<typeof mergeNewestFirst>[0][number];

/**
 * Creates a row from a text such as `b9`: the account (`b` available BTC, `h` held BTC, `u`
 * available USD) and the time in microseconds.
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
  ["in the order of the accounts if times are equal", ["b2", "u2", "h2"], "b2 u2 h2"],
  ["in the order of versions if the clock went back", ["b3", "b9", "u5"], "u5 b3 b9"],
  ["into an empty list if there are none", [], ""],
])("entries are merged %s", (_what, rows, expected) => {
  expect(merged(...rows)).toBe(expected);
});

/** Tests the detection of lost messages by their sequence numbers. */
import { expect, test } from "vitest";
import { createReceivedNumbers } from "./received-numbers.ts";

let nowMs = 0;
const listen = () => createReceivedNumbers(100, () => nowMs);

test("a skipped number of any sender is detected as a gap", () => {
  const numbers = listen();
  const gaps = [
    ["a", 7],
    ["b", 1],
    ["a", 8],
    ["b", 2],
    ["a", 10],
    ["a", 11],
    ["b", 3],
  ] as const;
  expect(gaps.map(([speaker, number]) => numbers.isAfterGap(speaker, number))).toEqual([
    false,
    false,
    false,
    false,
    true,
    false,
    false,
  ]);
});

test("a sender that first appears late with a number above 1 is treated as a gap", () => {
  const numbers = listen();
  nowMs += 101;
  expect(numbers.isAfterGap("new", 1)).toBe(false);
  expect(numbers.isAfterGap("from beyond a cut", 5)).toBe(true);
  numbers.begin();
  expect(numbers.isAfterGap("from beyond a cut", 9)).toBe(false);
});

test("any number of senders needs bounded memory, and active senders are kept", () => {
  const numbers = listen();
  for (let count = 1; count <= 5_000; count += 1) {
    expect(numbers.isAfterGap("known", count)).toBe(false);
    numbers.isAfterGap(`stranger ${count}`, 1);
  }
  expect(numbers.isAfterGap("known", 5_002)).toBe(true);
});

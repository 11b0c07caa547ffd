/** When a number says that something of a process was not heard. */
import { expect, test } from "vitest";
import { createReceivedNumbers } from "./received-numbers.ts";

let nowMs = 0;
const listen = () => createReceivedNumbers(100, () => nowMs);

test("a number that follows is none, one that leaves out is, of each speaker for itself", () => {
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

test("whoever should have been heard long ago and is heard in the middle now has said more", () => {
  const numbers = listen();
  nowMs += 101;
  expect(numbers.isAfterGap("new", 1)).toBe(false);
  expect(numbers.isAfterGap("from beyond a cut", 5)).toBe(true);
  numbers.begin();
  expect(numbers.isAfterGap("from beyond a cut", 9)).toBe(false);
});

test("speakers without end cost no memory, and those that speak stay known", () => {
  const numbers = listen();
  for (let count = 1; count <= 5_000; count += 1) {
    expect(numbers.isAfterGap("known", count)).toBe(false);
    numbers.isAfterGap(`stranger ${count}`, 1);
  }
  expect(numbers.isAfterGap("known", 5_002)).toBe(true);
});

/** When a number says that something of a process was not heard. */
import { expect, test } from "vitest";
import { createReceivedNumbers } from "./received-numbers.ts";

let nowMs = 0;
const listen = () => createReceivedNumbers(100, () => nowMs);

test("a number that follows is none, one that leaves out is, of each speaker for itself", () => {
  const heard = listen();
  const told = [
    ["a", 7],
    ["b", 1],
    ["a", 8],
    ["b", 2],
    ["a", 10],
    ["a", 11],
    ["b", 3],
  ] as const;
  expect(told.map(([speaker, number]) => heard.isAfterGap(speaker, number))).toEqual([
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
  const heard = listen();
  nowMs += 101;
  expect(heard.isAfterGap("new", 1)).toBe(false);
  expect(heard.isAfterGap("from beyond a cut", 5)).toBe(true);
  heard.begin();
  expect(heard.isAfterGap("from beyond a cut", 9)).toBe(false);
});

test("speakers without end cost no memory, and those that speak stay known", () => {
  const heard = listen();
  for (let count = 1; count <= 5_000; count += 1) {
    expect(heard.isAfterGap("known", count)).toBe(false);
    heard.isAfterGap(`stranger ${count}`, 1);
  }
  expect(heard.isAfterGap("known", 5_002)).toBe(true);
});

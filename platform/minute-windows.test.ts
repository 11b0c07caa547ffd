import { expect, test } from "vitest";
import { createWindows } from "#platform";

test("the oldest window is removed at the limit, so that memory is bounded", () => {
  const windows = createWindows(() => 5_000, 100);
  for (let key = 0; key < 1_000; key += 1) windows.count(String(key), 1);
  expect(windows.size).toBe(100);
  expect(windows.count("999", 1)).toBeGreaterThan(0);
  expect(windows.count("0", 1)).toBe(0);
});

test("reading the waiting time does not count as a hit", () => {
  let nowMs = 0;
  const windows = createWindows(() => nowMs);
  expect(windows.waitMs("a", 1)).toBe(0);
  windows.count("a", 1);
  nowMs = 20_000;
  expect([windows.waitMs("a", 2), windows.waitMs("a", 1), windows.waitMs("b", 1)]).toEqual([
    0, 40_000, 0,
  ]);
  nowMs = 60_000;
  expect(windows.waitMs("a", 1)).toBe(0);
});

/** Tests the choice of candles around a trade. */
import { expect, test } from "vitest";
import { placeAt, windowOf } from "./trade-window.ts";

const MINUTE_MS = 60_000;
const openedMs = Date.parse("2026-09-16T09:00:00Z");
const nowMs = openedMs + 90 * 86_400_000;

test.each([
  [10, "M1", 50],
  [60, "M1", 100],
  [61, "M5", 53],
  [600, "M15", 80],
  [24 * 60, "M30", 88],
  [60 * 24 * 60, "D", 100],
])("a trade of %i minutes is drawn with candles of %s", (minutes, granularity, count) => {
  const closedMs = openedMs + minutes * MINUTE_MS;
  expect(windowOf({ openedMs, closedMs, nowMs })).toMatchObject({ granularity, count });
});

test("the candles end 20 candles after the exit, but never in the future", () => {
  const closedMs = openedMs + 10 * MINUTE_MS;
  const toOf = (now: number) => windowOf({ openedMs, closedMs, nowMs: now }).to;
  expect(toOf(nowMs)).toBe("2026-09-16T09:30:00.000Z");
  expect(toOf(closedMs + MINUTE_MS)).toBe("2026-09-16T09:11:00.000Z");
  expect(windowOf({ openedMs, closedMs: undefined, nowMs: closedMs }).to).toBe(
    "2026-09-16T09:10:00.000Z",
  );
});

test("a chart is whole once all candles after the exit are in the past", () => {
  const closedMs = openedMs + 10 * MINUTE_MS;
  const isWhole = (now: number) => windowOf({ openedMs, closedMs, nowMs: now }).isWhole;
  expect(isWhole(closedMs + 19 * MINUTE_MS)).toBe(false);
  expect(isWhole(closedMs + 20 * MINUTE_MS)).toBe(true);
  expect(windowOf({ openedMs, closedMs: undefined, nowMs }).isWhole).toBe(false);
});

test("a mark is at the last candle that begins before its time", () => {
  const times = ["2026-09-16T09:00:00Z", "2026-09-16T09:01:00Z", "2026-09-16T09:05:00Z"];
  expect(placeAt(times, "2026-09-16T09:01:59Z")).toBe(1);
  expect(placeAt(times, "2026-09-16T10:00:00Z")).toBe(2);
  expect(placeAt(times, "2026-09-16T08:00:00Z")).toBe(0);
});

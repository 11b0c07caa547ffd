import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { paceEvents, type PacedEvents } from "./paced-events.ts";

let published: string[];
let events: PacedEvents<string>;
beforeEach(() => {
  vi.useFakeTimers();
  published = [];
  events = paceEvents(5_000, (about) => void published.push(about));
});
afterEach(() => {
  events.stop();
  vi.useRealTimers();
});

test("the first event of each key is published at once", () => {
  events.note("ada");
  events.note("bob");
  expect(published).toEqual(["ada", "bob"]);
});

test("a flood of events is published once per pause, ending with the last event", () => {
  for (let second = 0; second < 60; second += 1) {
    events.note("ada");
    vi.advanceTimersByTime(1_000);
  }
  expect(published.length).toBeLessThanOrEqual(13);
  expect(published.length).toBeGreaterThanOrEqual(12);
  vi.advanceTimersByTime(60_000);
  const count = published.length;
  vi.advanceTimersByTime(60_000);
  expect(published).toHaveLength(count);
  events.note("ada");
  expect(published).toHaveLength(count + 1);
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { paceEvents, type PacedEvents } from "./paced-events.ts";

let published: string[];
let news: PacedEvents<string>;
beforeEach(() => {
  vi.useFakeTimers();
  published = [];
  news = paceEvents(5_000, (about) => void published.push(about));
});
afterEach(() => {
  news.stop();
  vi.useRealTimers();
});

test("the first of it is told at once, of each for itself", () => {
  news.note("ada");
  news.note("bob");
  expect(published).toEqual(["ada", "bob"]);
});

test("news without end is told once in each pause, the last of it too", () => {
  for (let second = 0; second < 60; second += 1) {
    news.note("ada");
    vi.advanceTimersByTime(1_000);
  }
  expect(published.length).toBeLessThanOrEqual(13);
  expect(published.length).toBeGreaterThanOrEqual(12);
  vi.advanceTimersByTime(60_000);
  const count = published.length;
  vi.advanceTimersByTime(60_000);
  expect(published).toHaveLength(count);
  news.note("ada");
  expect(published).toHaveLength(count + 1);
});

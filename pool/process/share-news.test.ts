import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { shareNews, type ShareNews } from "./share-news.ts";

let told: string[];
let news: ShareNews;
beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  news = shareNews((userId) => void told.push(userId));
});
afterEach(() => {
  news.stop();
  vi.useRealTimers();
});

test("a first share is told at once, to whom it is about", () => {
  news.note(["ada", "bob"]);
  expect(told).toEqual(["ada", "bob"]);
});

test("shares without end are told every five seconds, the last ones too", () => {
  for (let second = 0; second < 60; second += 1) {
    news.note(["ada"]);
    vi.advanceTimersByTime(1_000);
  }
  expect(told.length).toBeLessThanOrEqual(13);
  expect(told.length).toBeGreaterThanOrEqual(12);
  vi.advanceTimersByTime(60_000);
  const heard = told.length;
  vi.advanceTimersByTime(60_000);
  expect(told).toHaveLength(heard);
  news.note(["ada"]);
  expect(told).toHaveLength(heard + 1);
});

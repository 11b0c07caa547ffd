/** Tests which database position a tab sends with its reads. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";

let page: typeof import("./position.ts");
const stored = new Map<string, string>();

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
  });
  stored.clear();
  await load();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Simulates a page load or reload. */
async function load(): Promise<void> {
  vi.resetModules();
  page = await import("./position.ts");
}

test("no position is sent if the server reports none", () => {
  page.notePosition(null);
  page.notePosition("later");
  expect(page.positionToSee()).toBeUndefined();
});

test("the highest position is sent even after a reload", async () => {
  page.notePosition("0/FFFFFFFF");
  page.notePosition("1/0");
  page.notePosition("0/FFFFFFF0");
  expect(page.positionToSee()).toBe("1/0");
  await load();
  expect(page.positionToSee()).toBe("1/0");
});

test("a position older than 30 seconds is not sent", () => {
  page.notePosition("5/0");
  vi.advanceTimersByTime(30_000);
  expect(page.positionToSee()).toBeUndefined();
  // A failover may reset the position to a lower value.
  page.notePosition("0/1");
  expect(page.positionToSee()).toBe("0/1");
});

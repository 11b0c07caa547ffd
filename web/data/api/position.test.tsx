/** The position that a tab sends with what it reads. */
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

/** The page is loaded, or loaded anew. */
async function load(): Promise<void> {
  vi.resetModules();
  page = await import("./position.ts");
}

test("a server that tells none is sent none", () => {
  page.notePosition(null);
  page.notePosition("later");
  expect(page.positionToSee()).toBeUndefined();
});

test("the highest is sent, also after the page was loaded anew", async () => {
  page.notePosition("0/FFFFFFFF");
  page.notePosition("1/0");
  page.notePosition("0/FFFFFFF0");
  expect(page.positionToSee()).toBe("1/0");
  await load();
  expect(page.positionToSee()).toBe("1/0");
});

test("what every copy has by then is not sent, and is nothing to compare with", () => {
  page.notePosition("5/0");
  vi.advanceTimersByTime(30_000);
  expect(page.positionToSee()).toBeUndefined();
  // After a failover positions may be lower.
  page.notePosition("0/1");
  expect(page.positionToSee()).toBe("0/1");
});

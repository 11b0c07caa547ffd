/**
 * Browser contexts that are used again: a new one compiles the whole application anew, which is most of what a visit costs. A
 * visitor finds nothing of the one before: pages are closed, storage is emptied, and session storage belongs to a page.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

type Storage = Exclude<BrowserContextOptions["storageState"], string | undefined>;

export interface ContextLook {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly theme: "dark" | "light";
}

interface Kept {
  readonly context: BrowserContext;
  /** Holds the process, which keeps what it compiled, and reaches the storage. The application does not run in it. */
  readonly anchor: Page;
}

const idle = new WeakMap<Browser, Map<string, Kept[]>>();

/** Its `close` gives it back. */
export async function borrowContext(
  browser: Browser,
  look: ContextLook,
  storage: Storage | undefined,
): Promise<BrowserContext> {
  const shelf = shelfOf(browser, JSON.stringify(look));
  const kept = shelf.pop() ?? (await makeKept(browser, look, shelf));
  await setStorage(kept.anchor, storage);
  return kept.context;
}

async function makeKept(browser: Browser, look: ContextLook, shelf: Kept[]): Promise<Kept> {
  const context = await newContext(browser, look);
  const anchor = await context.newPage();
  await anchor.goto("/livez");
  const kept = { context, anchor };
  context.close = async () => {
    const pages = context.pages().filter((page) => page !== anchor);
    await Promise.all(pages.map((page) => page.close()));
    await context.clearCookies();
    shelf.push(kept);
  };
  return kept;
}

/** One that nobody had before and nobody gets again. */
export function newContext(
  browser: Browser,
  look: ContextLook,
  storage?: Storage,
): Promise<BrowserContext> {
  const { url, width, height, theme } = look;
  return browser.newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme: theme,
    hasTouch: width < 768,
    permissions: ["clipboard-read", "clipboard-write"],
    ...(storage ? { storageState: storage } : {}),
  });
}

async function setStorage(anchor: Page, storage: Storage | undefined): Promise<void> {
  const items = storage?.origins.flatMap(({ localStorage }) => localStorage) ?? [];
  await anchor.evaluate((all) => {
    localStorage.clear();
    for (const { name, value } of all) localStorage.setItem(name, value);
  }, items);
}

function shelfOf(browser: Browser, kind: string): Kept[] {
  const kinds = idle.get(browser) ?? new Map<string, Kept[]>();
  idle.set(browser, kinds);
  const shelf = kinds.get(kind) ?? [];
  kinds.set(kind, shelf);
  return shelf;
}

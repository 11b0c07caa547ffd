/**
 * Windows that are used again: a new one compiles the whole application anew, which is most of what a visit costs. A visitor
 * finds nothing of the one before: storage, listeners, routes and other pages are gone, and the page was somewhere else.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

type Storage = Exclude<BrowserContextOptions["storageState"], string | undefined>;

export interface Look {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly theme: "dark" | "light";
}

export interface BrowserWindow {
  readonly context: BrowserContext;
  readonly page: Page;
}

/** On this site, so that its process stays, and nothing of the application. */
const ELSEWHERE = "/livez";

const idle = new WeakMap<Browser, Map<string, BrowserWindow[]>>();
/** How a context that gives itself back is closed for good. */
const ends = new WeakMap<BrowserContext, () => Promise<void>>();

/** Closing its context gives it back. */
export async function borrowWindow(
  browser: Browser,
  look: Look,
  storage: Storage | undefined,
): Promise<BrowserWindow> {
  // One that was dark shows the light theme as well.
  const { theme, ...kind } = look;
  const shelf = shelfOf(browser, JSON.stringify(kind));
  const kept = shelf.pop() ?? (await openKept(browser, { ...kind, theme: "dark" }, shelf));
  await kept.page.emulateMedia({ media: null, colorScheme: theme, reducedMotion: null });
  const items = storage?.origins.flatMap(({ localStorage }) => localStorage) ?? [];
  await kept.page.evaluate((all) => {
    sessionStorage.clear();
    localStorage.clear();
    for (const { name, value } of all) localStorage.setItem(name, value);
  }, items);
  return kept;
}

/** One that nobody had before and nobody gets again. */
export async function newWindow(
  browser: Browser,
  { url, width, height, theme }: Look,
  storage?: Storage,
): Promise<BrowserWindow> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme: theme,
    hasTouch: width < 768,
    permissions: ["clipboard-read", "clipboard-write"],
    ...(storage ? { storageState: storage } : {}),
  });
  return { context, page: await context.newPage() };
}

/** At the end of a test file: all are closed but those that wait on this site for whoever comes next. */
export async function closeWindows(browser: Browser, keptUrl: string): Promise<void> {
  const shelves = idle.get(browser) ?? new Map<string, BrowserWindow[]>();
  const kept = new Set<BrowserContext>();
  for (const [kind, shelf] of shelves) {
    const { url } = JSON.parse(kind) as Omit<Look, "theme">;
    if (url === keptUrl) for (const { context } of shelf) kept.add(context);
    else shelves.delete(kind);
  }
  const others = browser.contexts().filter((one) => !kept.has(one));
  await Promise.all(others.map((one) => (ends.get(one) ?? (() => one.close()))()));
}

async function openKept(
  browser: Browser,
  look: Look,
  shelf: BrowserWindow[],
): Promise<BrowserWindow> {
  const kept = await newWindow(browser, look);
  const { context, page } = kept;
  const isSpoiled = noticeSpoiling(page);
  const end = context.close.bind(context);
  ends.set(context, end);
  context.close = async () => {
    const others = context.pages().filter((one) => one !== page);
    await Promise.all(others.map((one) => one.close()));
    const isClean = !isSpoiled() && !page.isClosed() && (await leave(kept, look));
    if (isClean) shelf.push(kept);
    else await end();
  };
  await page.goto(ELSEWHERE);
  return kept;
}

/** What a page never forgets: scripts for each document to come, and what is made of them. */
function noticeSpoiling(page: Page): () => boolean {
  let isSpoiled = false;
  for (const name of ["addInitScript", "routeWebSocket"] as const) {
    const original = page[name].bind(page) as (...args: unknown[]) => Promise<unknown>;
    Object.assign(page, {
      [name]: (...args: unknown[]) => {
        isSpoiled = true;
        return original(...args);
      },
    });
  }
  return () => isSpoiled;
}

/** False when the page does not let itself be left. */
async function leave({ context, page }: BrowserWindow, look: Look): Promise<boolean> {
  const { width, height } = look;
  try {
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.goto(ELSEWHERE);
    await page.removeAllListeners(undefined, { behavior: "ignoreErrors" });
    await context.clearCookies();
    await page.setViewportSize({ width, height });
    await page.mouse.move(0, 0);
    return true;
  } catch {
    return false;
  }
}

function shelfOf(browser: Browser, kind: string): BrowserWindow[] {
  const kinds = idle.get(browser) ?? new Map<string, BrowserWindow[]>();
  idle.set(browser, kinds);
  const shelf = kinds.get(kind) ?? [];
  kinds.set(kind, shelf);
  return shelf;
}

/**
 * Reuses browser windows. A new window compiles the whole application again, which takes most of a
 * visit's time. A reused window keeps nothing from the previous visit: storage, listeners, routes
 * and other tabs are removed, and the window has navigated to another URL.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { goNowhere, isNowhere } from "./running-app.ts";

type Storage = Exclude<BrowserContextOptions["storageState"], string | undefined>;

export interface Appearance {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly theme: "dark" | "light";
}

export interface BrowserWindow {
  readonly context: BrowserContext;
  readonly page: Page;
}

interface KeptWindow extends BrowserWindow {
  readonly url: string;
  /** Closes the window, so that it is not reused. */
  readonly end: () => Promise<void>;
  /** True if the application may keep running in the window after this visit. */
  mayRun: boolean;
}

/** Windows narrower than this width have touch input. */
const TOUCH_WIDTH = 768;
const DESK = { width: 1440, height: 900, theme: "dark" } as const;
const PHONE = { width: 360, height: 780, theme: "dark" } as const;

/**
 * A product URL that loads no part of the application. Chromium keeps the renderer process while
 * the window stays on the same site.
 */
const ELSEWHERE = "/livez";

const idle = new WeakMap<Browser, Map<string, KeptWindow[]>>();

/**
 * Returns a window for one visit. Closing its context returns the window for reuse. With `mayRun`,
 * the application may already run in the window, at the placeholder URL. The theme and width apply
 * only to the returned page. Additional tabs are dark and have the default width.
 */
export async function borrowWindow(
  browser: Browser,
  appearance: Appearance,
  storage: Storage | undefined,
  mayRun: boolean,
): Promise<BrowserWindow> {
  const common = appearance.width < TOUCH_WIDTH ? PHONE : DESK;
  const shelf = shelfOf(browser, JSON.stringify([appearance.url, common]));
  const idleWindow =
    take(shelf, mayRun) ?? (await openKept(browser, { ...common, url: appearance.url }, shelf));
  idleWindow.mayRun = mayRun;
  if (!mayRun && isNowhere(idleWindow.page)) await idleWindow.page.goto(ELSEWHERE);
  await idleWindow.page.setViewportSize({ width: appearance.width, height: appearance.height });
  await idleWindow.page.emulateMedia({
    media: null,
    colorScheme: appearance.theme,
    // The browser would draw every frame of an animation. Tests that check animations turn them on
    // again.
    reducedMotion: "reduce",
  });
  const items = storage?.origins.flatMap(({ localStorage }) => localStorage) ?? [];
  await idleWindow.page.evaluate((all) => {
    sessionStorage.clear();
    localStorage.clear();
    for (const { name, value } of all) localStorage.setItem(name, value);
  }, items);
  return idleWindow;
}

export async function newWindow(
  browser: Browser,
  { url, width, height, theme }: Appearance,
  storage?: Storage,
): Promise<BrowserWindow> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme: theme,
    hasTouch: width < TOUCH_WIDTH,
    permissions: ["clipboard-read", "clipboard-write"],
    ...(storage ? { storageState: storage } : {}),
  });
  return { context, page: await context.newPage() };
}

/** Ends all open visits, and closes their windows or keeps them for reuse. */
export async function endVisits(browser: Browser): Promise<void> {
  const idleOnes = new Set([...shelvesOf(browser).values()].flat().map(({ context }) => context));
  const visited = browser.contexts().filter((context) => !idleOnes.has(context));
  await Promise.all(visited.map((context) => context.close()));
}

/** Closes all windows of a product that is about to stop. */
export async function forgetWindows(browser: Browser, url: string): Promise<void> {
  const shelves = [...shelvesOf(browser).values()];
  const gone = shelves.flatMap((shelf) => (shelf[0]?.url === url ? shelf.splice(0) : []));
  await Promise.all(gone.map(({ end }) => end()));
}

async function openKept(
  browser: Browser,
  appearance: Appearance,
  shelf: KeptWindow[],
): Promise<KeptWindow> {
  const { context, page } = await newWindow(browser, appearance);
  const end = context.close.bind(context);
  const window = { context, page, url: appearance.url, end, mayRun: false };
  const isSpoiled = noticeSpoiling(page);
  context.close = async () => {
    const others = context.pages().filter((one) => one !== page);
    await Promise.all(others.map((one) => one.close()));
    const isClean = !isSpoiled() && !page.isClosed() && (await leave(window));
    if (isClean) shelf.push(window);
    else await end();
  };
  await page.goto(ELSEWHERE);
  return window;
}

/**
 * Returns a function that returns true once the test has made a change that navigation cannot undo:
 * a script for later documents, or a routed WebSocket.
 */
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

/** Navigates away from the page, and returns false if that is not possible. */
async function leave({ context, page, mayRun }: KeptWindow): Promise<boolean> {
  try {
    await page.unrouteAll({ behavior: "ignoreErrors" });
    if (!mayRun || !(await goNowhere(page))) await page.goto(ELSEWHERE);
    await page.removeAllListeners(undefined, { behavior: "ignoreErrors" });
    await context.clearCookies();
    await page.mouse.move(0, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Takes a window from the list of reusable windows. Prefers one that is already in the requested
 * state.
 */
function take(shelf: KeptWindow[], isRunning: boolean): KeptWindow | undefined {
  const index = shelf.findLastIndex(({ page }) => isNowhere(page) === isRunning);
  return shelf.splice(index, 1)[0];
}

function shelfOf(browser: Browser, kind: string): KeptWindow[] {
  const kinds = shelvesOf(browser);
  const shelf = kinds.get(kind) ?? [];
  kinds.set(kind, shelf);
  return shelf;
}

function shelvesOf(browser: Browser): Map<string, KeptWindow[]> {
  const kinds = idle.get(browser) ?? new Map<string, KeptWindow[]>();
  idle.set(browser, kinds);
  return kinds;
}

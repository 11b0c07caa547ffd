/**
 * Runs a real Chromium for the browser tests, with one browser per worker and a separate window per
 * user, and records every page's faults.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type axeCore from "axe-core";
import {
  chromium,
  type Browser,
  type BrowserContext,
  type LaunchOptions,
  type Page,
} from "playwright-core";
import { CHROMIUM_FLAGS, ensureChromium } from "../../../scripts/chromium.ts";
import { borrowWindow, newWindow } from "./windows.ts";

export type Theme = "dark" | "light";

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Returns the page errors, console errors and security policy violations since the last call. */
  readonly faults: () => string[];
}

export interface VisitorOptions {
  readonly url: string;
  readonly width?: number;
  readonly theme?: Theme;
  /** Browser storage of an earlier visit, used to sign in as the same user. */
  readonly storage?: Awaited<ReturnType<BrowserContext["storageState"]>>;
  /**
   * True for a new window with an empty cache. All changes that the test makes to the window are
   * discarded afterwards.
   */
  readonly isUnused?: boolean;
  /** True if the application may already run in the window, at a URL without a page. */
  readonly mayRun?: boolean;
}

const WAIT_MS_MAX = 15_000;
/** axe's minified build, which loads twice as fast on each page as the build with comments. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

export function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = ensureChromium();
  return chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS], ...options });
}

let shared: Promise<Browser> | undefined;

/**
 * Returns the browser that all of a worker's test files share. It ends with the worker, so the next
 * test file can reuse its windows.
 */
export async function sharedBrowser(): Promise<Browser> {
  shared ??= launchToTheEnd();
  const browser = await shared;
  if (browser.isConnected()) return browser;
  shared = launchToTheEnd();
  return shared;
}

/**
 * Launches a browser that ends with the worker. A worker is killed soon after it receives a signal,
 * which leaves no time to close the browser. Therefore an exit handler kills the browser process
 * and removes its folder.
 */
function launchToTheEnd(): Promise<Browser> {
  process.once("SIGTERM", () => process.exit());
  return launchBrowser({ handleSIGTERM: false });
}

export async function newVisitor(browser: Browser, options: VisitorOptions): Promise<Visitor> {
  const { url, width = 1440, theme = "dark", storage, mayRun = false } = options;
  const appearance = { url, width, height: heightOf(width), theme };
  const { context, page } = options.isUnused
    ? await newWindow(browser, appearance, storage)
    : await borrowWindow(browser, appearance, storage, mayRun);
  context.setDefaultTimeout(WAIT_MS_MAX);
  const messages: string[] = [];
  page.on("pageerror", (error) => messages.push(`page error: ${error.message}`));
  page.on("console", (message) => {
    // The browser logs this message for every failed request. The page handles the failure itself.
    if (message.type() !== "error" || message.text().startsWith("Failed to load resource")) return;
    messages.push(`console: ${message.text()}`);
  });
  return { context, page, faults: () => messages.splice(0) };
}

export function heightOf(width: number): number {
  return width < 768 ? 780 : 900;
}

const RULES: axeCore.RunOnly = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
};
/** The rules whose results depend on the theme. */
const COLOUR_RULES: axeCore.RunOnly = {
  type: "rule",
  values: ["color-contrast", "link-in-text-block"],
};

/**
 * Returns the violations of WCAG 2.0 to 2.2 A and AA, one line per rule and element. `isThemeNew`
 * means that only the theme has changed since the last check, so only colours are checked.
 */
export async function axeViolations(page: Page, isThemeNew = false): Promise<string[]> {
  // The page's security policy forbids an additional script tag, so evaluate the script in the
  // page.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  return page.evaluate(
    async (runOnly) => {
      const { axe } = globalThis as unknown as { axe: typeof axeCore };
      const { violations } = await axe.run(document, {
        runOnly,
        // Omits the descriptions of passed checks.
        resultTypes: ["violations"],
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`),
      );
    },
    isThemeNew ? COLOUR_RULES : RULES,
  );
}

/** Returns the number of pixels by which the page is wider than its window, or 0 if it fits. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));
}

/**
 * Waits until the application handles keys and clicks. It is ready when the top strip shows a
 * clock, because only the running application writes the clock.
 */
export async function appRuns(page: Page): Promise<void> {
  const clock = page.getByText(/^\d\d:\d\d:\d\d UTC$/).first();
  await clock.waitFor({ state: "attached" });
}

/** Loads a page and waits until it is usable. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await arrived(page);
}

/** Ends animations, so that colours are checked in their final state. */
export async function endAnimations(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const one of document.getAnimations()) {
      if (Number.isFinite(Number(one.effect?.getComputedTiming().endTime))) one.finish();
    }
  });
}

/**
 * Navigates to a page inside the application, as its links do, so that only the page's own data is
 * loaded. Because it waits for a new heading, do not use it to navigate between two URLs of the
 * same page. The landing page is an exception: its links load their target as a new document.
 */
export async function goInside(page: Page, path: string): Promise<void> {
  if ((await page.locator("html[data-page=landing]").count()) > 0) return goTo(page, path);
  await page.locator("h1").evaluateAll((headings) => {
    for (const heading of headings) heading.setAttribute("data-left", "");
  });
  await page.evaluate((to) => history.pushState(null, "", to), path);
  await page.locator("h1:not([data-left])").first().waitFor();
}

/** Waits until the page is usable: the application runs and the page has its title. */
export async function arrived(page: Page): Promise<void> {
  await appRuns(page);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
}

/** Ends the visit and returns its recorded faults, or an empty array if it had none. */
export async function leave({ context, faults }: Visitor): Promise<string[]> {
  const list = faults();
  await context.close();
  return list;
}

/** Waits for the notice with this title and, unless it is empty, this text. */
export async function notice(page: Page, title: string, text: string | RegExp = ""): Promise<void> {
  const shown = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
  await shown.filter({ hasText: title }).filter({ hasText: text }).waitFor();
}

/**
 * Returns all of this window's notices so far, newest first, as `title: text`. The list also
 * contains notices that a later notice has replaced on the screen.
 */
export function noticesSoFar(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parsed: unknown = JSON.parse(sessionStorage.getItem("notices") ?? "[]");
    const notices = parsed as readonly { readonly title: string; readonly description?: string }[];
    return notices.map(({ title, description = "" }) => `${title}: ${description}`);
  });
}

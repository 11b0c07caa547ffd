/**
 * A real Chromium for the browser tests: one browser per worker, a window of their own for each
 * person, every page watched for faults.
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
  /** Page errors, console errors and broken security policies since the last call. */
  readonly faults: () => string[];
}

export interface VisitorOptions {
  readonly url: string;
  readonly width?: number;
  readonly theme?: Theme;
  /** Storage of an earlier visitor, to be signed in as the same person. */
  readonly storage?: Awaited<ReturnType<BrowserContext["storageState"]>>;
  /**
   * Nothing is cached from earlier visits, and what the test installs in the window is gone with
   * it.
   */
  readonly isUnused?: boolean;
  /** The application may run in the window already, at an address without a page. */
  readonly mayRun?: boolean;
}

const WAIT_MS_MAX = 15_000;
/** Half as long to read for each page as the one with its comments. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

export function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = ensureChromium();
  return chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS], ...options });
}

let shared: Promise<Browser> | undefined;

/**
 * The one that all files of a worker use. It ends with the worker, so that the next file finds
 * windows to use again.
 */
export async function sharedBrowser(): Promise<Browser> {
  shared ??= launchToTheEnd();
  const browser = await shared;
  if (browser.isConnected()) return browser;
  shared = launchToTheEnd();
  return shared;
}

/**
 * A worker is told to end by a signal and soon killed: no time to close a browser, but to end it
 * and its folder at the exit.
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
    // What a refused request prints is the browser's note of a status the page handles.
    if (message.type() !== "error" || message.text().startsWith("Failed to load resource")) return;
    messages.push(`console: ${message.text()}`);
  });
  return { context, page, faults: () => messages.splice(0) };
}

/** Of a window of that width. */
export function heightOf(width: number): number {
  return width < 768 ? 780 : 900;
}

const RULES: axeCore.RunOnly = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
};
/** Those of them whose answer another theme can change. */
const COLOUR_RULES: axeCore.RunOnly = {
  type: "rule",
  values: ["color-contrast", "link-in-text-block"],
};

/**
 * Violations of WCAG 2.0 to 2.2 A and AA, one line each: rule, place. `isThemeNew`: the page was
 * judged in another theme just before, and is otherwise as it was.
 */
export async function axeViolations(page: Page, isThemeNew = false): Promise<string[]> {
  // Evaluated, not added as a script tag: the page's own policy forbids the tag.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  return page.evaluate(
    async (runOnly) => {
      const { axe } = globalThis as unknown as { axe: typeof axeCore };
      const { violations } = await axe.run(document, {
        runOnly,
        // What it found in order is not put into words.
        resultTypes: ["violations"],
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`),
      );
    },
    isThemeNew ? COLOUR_RULES : RULES,
  );
}

/** Pixels by which the page is wider than its window; 0 is right. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));
}

/**
 * Waits until the app runs and keys and clicks count: it alone writes the clock into the strip of
 * the prerendered page.
 */
export async function appRuns(page: Page): Promise<void> {
  const clock = page.getByText(/^\d\d:\d\d:\d\d UTC$/).first();
  await clock.waitFor({ state: "attached" });
}

/** Goes to that page and waits until it can be used. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await arrived(page);
}

/** Colours are judged as they end, not on their way. */
export async function endAnimations(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const one of document.getAnimations()) {
      if (Number.isFinite(Number(one.effect?.getComputedTiming().endTime))) one.finish();
    }
  });
}

/**
 * Goes to that page inside the application, as its links do: nothing is loaded but what the page
 * asks for. Two addresses of one page must not follow each other: its heading would stay. The links
 * of the landing page load the page they lead to.
 */
export async function goInside(page: Page, path: string): Promise<void> {
  if ((await page.locator("html[data-page=landing]").count()) > 0) return goTo(page, path);
  await page.locator("h1").evaluateAll((headings) => {
    for (const heading of headings) heading.setAttribute("data-left", "");
  });
  await page.evaluate((to) => history.pushState(null, "", to), path);
  await page.locator("h1:not([data-left])").first().waitFor();
}

/** Waits until a page can be used: the app runs and the page has its title. */
export async function arrived(page: Page): Promise<void> {
  await appRuns(page);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
}

/** Ends the visit. Returns the faults it had; none is right. */
export async function leave({ context, faults }: Visitor): Promise<string[]> {
  const list = faults();
  await context.close();
  return list;
}

/** Waits for the notice with this title and, when given, this text. */
export async function notice(page: Page, title: string, text: string | RegExp = ""): Promise<void> {
  const shown = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
  await shown.filter({ hasText: title }).filter({ hasText: text }).waitFor();
}

/**
 * The notices of this window so far, newest first, as `title: text`. A new one takes the place of
 * the one shown; here all stay.
 */
export function noticesSoFar(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parsed: unknown = JSON.parse(sessionStorage.getItem("notices") ?? "[]");
    const notices = parsed as readonly { readonly title: string; readonly description?: string }[];
    return notices.map(({ title, description = "" }) => `${title}: ${description}`);
  });
}

/**
 * Visits pages one after the other in one window, in each theme, and collects layout faults,
 * accessibility violations and console errors.
 */
import type { Page } from "playwright-core";
import { appRuns, endAnimations, goInside, goTo, type Theme } from "./browser.ts";
import type { Site, VisitOptions } from "./browser-site.ts";
import { bubble } from "./chat-browser.ts";
import { faultsOf } from "./layouts.ts";

const LABEL = "Practice - test coins, no value";

export interface LayoutPlan extends Pick<VisitOptions, "person"> {
  readonly width: number;
  readonly themes: readonly Theme[];
  /**
   * True if every page is loaded in full. If false, only the first page is loaded, and the other
   * pages are opened by navigation inside the application.
   */
  readonly isEachLoaded: boolean;
}

const BOTH: readonly Theme[] = ["dark", "light"];

/**
 * A wide window in both themes. A page opens in the first theme and is then switched to the second.
 * Loading errors do not depend on the width, so only this layout loads every page in full.
 */
export const WIDE_LAYOUT = { themes: BOTH, isEachLoaded: true };
export const NARROW_LAYOUT = { themes: BOTH.toReversed(), isEachLoaded: false };

/** Returns the faults, keyed by page and theme. The result is empty if there are none. */
export async function faultsOfPages(site: Site, pages: readonly string[], plan: LayoutPlan) {
  const { themes, isEachLoaded, ...options } = plan;
  const [first = "dark"] = themes;
  const { page, context, faults } = await site.enter(options);
  const problems: Record<string, string[]> = {};
  for (const [index, path] of pages.entries()) {
    await page.emulateMedia({ colorScheme: first });
    await (isEachLoaded || index === 0 ? goTo : goInside)(page, path);
    for (const [turn, theme] of themes.entries()) {
      await page.emulateMedia({ colorScheme: theme });
      await page.locator(`html[data-theme=${theme}]`).waitFor({ state: "attached" });
      await settled(page);
      const wrong = [
        ...(await faultsOf(page, turn > 0)),
        ...(await frameFaults(page)),
        ...pathFaults(page, path),
        ...faults(),
      ];
      if (wrong.length > 0) problems[`${path}, ${theme}`] = wrong;
    }
  }
  await context.close();
  return problems;
}

/**
 * Returns the faults of the elements that surround every page: title, practice strip and live chat.
 */
async function frameFaults(page: Page): Promise<string[]> {
  const wrong: string[] = [];
  const title = await page.title();
  if (!title.endsWith(LABEL)) wrong.push(`title: ${title}`);
  if (!(await page.getByText(LABEL, { exact: true }).isVisible())) wrong.push("no practice strip");
  if (!(await bubble(page).isVisible())) wrong.push("no live chat");
  return wrong;
}

/** Returns a fault if the page redirected the user to another URL. */
function pathFaults(page: Page, path: string): string[] {
  const { pathname } = new URL(page.url());
  return pathname === path ? [] : [`came to ${pathname}`];
}

/** Waits until the application runs, the page's heading is visible and nothing is loading. */
async function settled(page: Page): Promise<void> {
  await appRuns(page);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForFunction(() => !document.body.innerText.includes("Loading..."));
  await endAnimations(page);
}

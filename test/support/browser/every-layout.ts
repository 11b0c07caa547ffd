/**
 * Pages one after the other in one window, in each theme: what is wrong with them for eyes, for a
 * reader of screens, in the console.
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
  /** Else only the first page is loaded, and the others are gone to inside the app. */
  readonly isEachLoaded: boolean;
}

const BOTH: readonly Theme[] = ["dark", "light"];

/**
 * The theme that a page is entered in comes first; the other one is switched to where it stands.
 * Only styles and one chart know the width: what goes wrong in loading a page does so at any width.
 */
export const WIDE_LAYOUT = { themes: BOTH, isEachLoaded: true };
export const NARROW_LAYOUT = { themes: BOTH.toReversed(), isEachLoaded: false };

/** What is wrong, by page and theme; an empty object is right. */
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

/** What stands around every page. */
async function frameFaults(page: Page): Promise<string[]> {
  const wrong: string[] = [];
  const title = await page.title();
  if (!title.endsWith(LABEL)) wrong.push(`title: ${title}`);
  if (!(await page.getByText(LABEL, { exact: true }).isVisible())) wrong.push("no practice strip");
  if (!(await bubble(page).isVisible())) wrong.push("no live chat");
  return wrong;
}

/** A page that sends its user elsewhere is not the page that was asked for. */
function pathFaults(page: Page, path: string): string[] {
  const { pathname } = new URL(page.url());
  return pathname === path ? [] : [`came to ${pathname}`];
}

/** The app runs, its one heading stands, nothing is loading any more. */
async function settled(page: Page): Promise<void> {
  await appRuns(page);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForFunction(() => !document.body.innerText.includes("Loading..."));
  await endAnimations(page);
}

/**
 * Checks pages in several layouts: wide and narrow, dark and light. Loading takes several times as
 * long as the checks, so a page is loaded only once and then switched between the layouts.
 */
import type { Page } from "playwright-core";
import { axeViolations, endAnimations, heightOf, sidewaysScroll, type Theme } from "./browser.ts";
import { smallTargets } from "./small-targets.ts";

interface Layout {
  readonly width: number;
  readonly theme: Theme;
}

const LAYOUTS: readonly Layout[] = [
  { width: 1440, theme: "dark" },
  { width: 1440, theme: "light" },
  { width: 360, theme: "light" },
  { width: 360, theme: "dark" },
];

/** Returns the page's faults in its current state. `axeViolations` describes `isThemeNew`. */
type Judge = (page: Page, isThemeNew: boolean) => Promise<string[]>;

export interface LooksSeen {
  /** Shows the page in every layout and records its faults under `place`. */
  see(page: Page, place: string, judge?: Judge): Promise<void>;
}

/** Returns all faults in one layout, or an empty array if there are none. */
type WrongIn = (layout: Layout) => Promise<string[]>;

/**
 * Visits all pages when the first test requests a layout. Later tests reuse the results.
 * `visitPages` returns the faults that do not depend on the layout.
 */
export function seeOnce(visitPages: (looks: LooksSeen) => Promise<string[]>): WrongIn {
  let checking: Promise<(layout: Layout) => string[]> | undefined;
  const visit = async () => {
    const looks = newLayouts();
    const faults = await visitPages(looks);
    return (layout: Layout) => [...faults, ...looks.wrongIn(layout)];
  };
  return async (layout) => {
    checking ??= visit();
    try {
      return (await checking)(layout);
    } catch (error) {
      // Clears the failed attempt, so that the next test visits the pages again.
      checking = undefined;
      throw error;
    }
  };
}

function newLayouts() {
  const problems: { readonly look: Layout; readonly wrong: string }[] = [];
  return {
    async see(page: Page, place: string, judge: Judge = faultsOf): Promise<void> {
      for (const [index, layout] of LAYOUTS.entries()) {
        await turnTo(page, layout);
        const isThemeNew = LAYOUTS[index - 1]?.width === layout.width;
        await leavePicture(page, `${place}-${layout.width}-${layout.theme}`);
        for (const wrong of await judge(page, isThemeNew))
          problems.push({ look: layout, wrong: `${place}: ${wrong}` });
      }
    },
    wrongIn: ({ width, theme }: Layout) =>
      problems
        .filter(({ look: layout }) => layout.width === width && layout.theme === theme)
        .map(({ wrong }) => wrong),
  };
}

/**
 * Returns the faults that no page may have in any layout. `axeViolations` describes `isThemeNew`.
 */
export async function faultsOf(page: Page, isThemeNew = false): Promise<string[]> {
  const wrong = await axeViolations(page, isThemeNew);
  const sideways = await sidewaysScroll(page);
  if (sideways > 0) wrong.push(`${sideways} px wider than the window`);
  const isNarrow = (page.viewportSize()?.width ?? 0) < 768;
  if (isNarrow && !isThemeNew) wrong.push(...(await smallTargets(page)));
  return wrong;
}

async function turnTo(page: Page, { width, theme }: Layout): Promise<void> {
  await page.setViewportSize({ width, height: heightOf(width) });
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`html[data-theme=${theme}]`).waitFor({ state: "attached" });
  await endAnimations(page);
}

/** Saves a screenshot if the variable SHOTS names a folder. */
export async function leavePicture(page: Page, name: string): Promise<void> {
  const folder = process.env["SHOTS"];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}

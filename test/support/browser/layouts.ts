/**
 * The looks that pages are checked in: wide and narrow, dark and light. A page is loaded once and
 * turned from one look to the next, because loading it costs several times of what is checked then.
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

/** What is wrong with the page as it stands. */
type Judge = (page: Page, isThemeNew: boolean) => Promise<string[]>;

export interface LooksSeen {
  /** Turns the page through all looks; what is wrong is kept under that place. */
  see(page: Page, place: string, judge?: Judge): Promise<void>;
}

/** Everything that was wrong in one look; none is right. */
type WrongIn = (layout: Layout) => Promise<string[]>;

/**
 * Goes through pages for the first test that asks for a look; the others find what was seen then.
 * What `visitPages` returns are faults that the visit had in no look of its own.
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
      // The next test goes again.
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

/** What must hold of every page in every look. `isThemeNew`: as for axe. */
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

/** Where SHOTS says, for somebody who wants to look. */
async function leavePicture(page: Page, name: string): Promise<void> {
  const folder = process.env["SHOTS"];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}

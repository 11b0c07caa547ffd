/** What a finger would miss: controls that are pressed on less than 44 px of height. */
import type { Page } from "playwright-core";

/**
 * By kind and name. Links in running text and in lists of facts, and what a label presses too, may
 * be smaller.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const CONTROLS = "a, button, input, select, textarea, summary, [role=switch], [role=radio]";
    const MIN_PX = 43.5;
    const isInText = (one: Element) => one.closest("p, li p, td, dd, label") !== null;
    const heightOf = (one: Element) => {
      const reach = getComputedStyle(one, "::before");
      const own = one.getBoundingClientRect().height;
      const isField = one.matches("input, select, textarea");
      const box = isField ? (one.parentElement?.getBoundingClientRect().height ?? 0) : 0;
      return Math.max(
        own,
        box,
        reach.position === "absolute" ? Number.parseFloat(reach.height) : 0,
      );
    };
    const isShown = (one: Element) =>
      one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      // The link for keys stands left of the page until it has the focus.
      one.getBoundingClientRect().right > 0;
    return [...document.querySelectorAll(CONTROLS)]
      .filter((one) => isShown(one) && !isInText(one) && heightOf(one) < MIN_PX)
      .map((one) => {
        const name = one.getAttribute("aria-label") ?? one.textContent.trim();
        return `small target: ${one.tagName.toLowerCase()} "${name.slice(0, 40)}"`;
      });
  });
}

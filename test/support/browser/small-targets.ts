/** Finds controls that are too small to tap because their clickable height is below 44 px. */
import type { Page } from "playwright-core";

/**
 * Returns the kind and name of each control that is too small. Links in running text and in fact
 * lists are exempt, and so are controls with a clickable label.
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
      // Skips elements left of the page, such as the skip link before it has the focus.
      one.getBoundingClientRect().right > 0;
    return [...document.querySelectorAll(CONTROLS)]
      .filter((one) => isShown(one) && !isInText(one) && heightOf(one) < MIN_PX)
      .map((one) => {
        const name = one.getAttribute("aria-label") ?? one.textContent.trim();
        return `small target: ${one.tagName.toLowerCase()} "${name.slice(0, 40)}"`;
      });
  });
}

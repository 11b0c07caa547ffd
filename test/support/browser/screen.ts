/**
 * Finds a page's elements by role and exact name, as a user or a screen reader would. Only visible
 * elements match.
 */
import type { Locator, Page } from "playwright-core";

export type Kind =
  | "heading"
  | "button"
  | "link"
  | "tab"
  | "radio"
  | "switch"
  | "slider"
  | "field"
  | "text"
  | "words";

/**
 * Returns the visible element with this name. `field` matches a label, `text` an element with
 * exactly this text, and `words` an element that contains this text.
 */
export function shown(page: Page, kind: Kind, name: string): Locator {
  return locate(page, kind, name).filter({ visible: true }).first();
}

function locate(page: Page, kind: Kind, name: string): Locator {
  if (kind === "field") return page.getByLabel(name, { exact: true });
  if (kind === "text") return page.getByText(name, { exact: true });
  if (kind === "words") return page.getByText(name);
  return page.getByRole(kind, { name, exact: true });
}

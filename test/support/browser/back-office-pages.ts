/**
 * Opens a page for a user in a separate browser window, and finds dialogs on the administrator
 * pages.
 */
import type { Page } from "playwright-core";
import { goTo, type Visitor } from "./browser.ts";
import type { Site } from "./browser-site.ts";
import type { Person } from "../people/person.ts";

export interface VisitOptions {
  readonly width?: number;
  readonly theme?: "light";
  /** Runs before the page opens, for example to delay the page's requests or to make them fail. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Opens the page and waits until the application runs and the page shows its heading. */
export async function visitAs(
  site: Site,
  person: Person,
  path: string,
  { prepare, ...look }: VisitOptions = {},
): Promise<Visitor> {
  if (!prepare) return site.comeTo(path, { person, ...look });
  const visitor = await site.enter({ person, ...look });
  await prepare(visitor.page);
  await goTo(visitor.page, path);
  return visitor;
}

export const press = (page: Page, name: RegExp | string) =>
  page.getByRole("button", { name }).click();
export const dialog = (page: Page) => page.getByRole("dialog");
export const inDialog = (page: Page, name: string) =>
  dialog(page).getByRole("button", { name, exact: true });

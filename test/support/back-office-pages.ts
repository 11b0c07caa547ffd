/** A person's page opened in a browser of its own, and the dialogs that the back office asks in. */
import type { Browser, Page } from "playwright-core";
import { appRuns, newVisitor, type Visitor } from "./browser.ts";
import { storageOf } from "./browser-person.ts";
import type { Person } from "./person.ts";

export interface VisitOptions {
  readonly width?: number;
  readonly theme?: "light";
  /** Before the page is opened, as to delay or fail its requests. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Waits until the page runs and has its heading. */
export async function visitAs(
  { url, browser }: { readonly url: string; readonly browser: Browser },
  person: Person,
  path: string,
  options: VisitOptions = {},
): Promise<Visitor> {
  const { prepare, ...look } = options;
  const storage = await storageOf(url, person);
  const visitor = await newVisitor(browser, { url, storage, ...look });
  await prepare?.(visitor.page);
  await visitor.page.goto(path);
  await appRuns(visitor.page);
  await visitor.page.getByRole("heading", { level: 1 }).first().waitFor();
  return visitor;
}

export const press = (page: Page, name: RegExp | string) =>
  page.getByRole("button", { name }).click();
export const dialog = (page: Page) => page.getByRole("dialog");
export const inDialog = (page: Page, name: string) =>
  dialog(page).getByRole("button", { name, exact: true });

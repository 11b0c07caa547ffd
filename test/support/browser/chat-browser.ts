/**
 * Opens the live chat in browsers: the administrator who answers, and the chat's elements on the
 * pages.
 */
import type { Locator, Page } from "playwright-core";
import { beforeAll } from "vitest";
import { administratorOf } from "../people/administrator-of.ts";
import type { Visitor } from "./browser.ts";
import type { Site } from "./browser-site.ts";
import type { Person } from "../people/person.ts";

/** Opens a site's support desk as an administrator. Call it once per test file. */
export function openSupportOf(site: Site) {
  let administrator: Person | undefined;
  beforeAll(async () => {
    administrator = await administratorOf(site.url);
  });
  const support = {
    get administrator(): Person {
      if (!administrator) throw new Error("the administrator signs in before the tests");
      return administrator;
    },
    async openDesk(): Promise<Visitor> {
      const visitor = await site.visit("/admin/support", { person: support.administrator });
      await visitor.page.getByText("Connected", { exact: true }).first().waitFor();
      return visitor;
    },
  };
  return support;
}

export const bubble = (page: Page) => page.getByRole("button", { name: /^Live chat/ });
export const panel = (page: Page) => page.getByRole("region", { name: "Live chat", exact: true });
export const field = (page: Page) => panel(page).getByLabel("Message", { exact: true });
export const messagesIn = (page: Page) => panel(page).getByRole("listitem");
/** Returns true if the element is in the visible area of the message list. */
export function isInSight(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const log = element.closest("[role=log]")?.getBoundingClientRect();
    return log !== undefined && top >= log.top - 1 && bottom <= log.bottom + 1;
  });
}

export const conversation = (page: Page): Locator =>
  page.getByRole("region", { name: /^Chat( with|$)/ });

export async function openChat(page: Page): Promise<void> {
  await bubble(page).click();
  await field(page).waitFor();
  await panel(page)
    .getByText(/online/)
    .first()
    .waitFor();
}

export async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await page.keyboard.press("Enter");
}

export async function chatIdOf(person: Person): Promise<string> {
  return (await person.call("getChat")).chatId ?? "";
}

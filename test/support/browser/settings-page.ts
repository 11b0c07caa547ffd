/**
 * The settings page for browser tests: a newly signed-up user on the page, and its notification
 * toggles.
 */
import type { Locator, Page } from "playwright-core";
import type { Visitor } from "./browser.ts";
import type { Site } from "./browser-site.ts";
import { signUp, type Person } from "../people/person.ts";

export interface Settler extends Visitor {
  readonly person: Person;
}

/** Opens one of the settings pages as a user who has just signed up. */
export async function settleAt(site: Site, path = "/settings"): Promise<Settler> {
  const person = await signUp(site.url, "Ann");
  return { ...(await site.comeTo(path, { person })), person };
}

export function toggle(page: Page, group: "Email" | "SMS", name: string): Locator {
  return page.getByRole("group", { name: group }).getByRole("switch", { name, exact: true });
}

export async function isOn(control: Locator): Promise<boolean> {
  return (await control.getAttribute("aria-checked")) === "true";
}

/**
 * Opens the settings page for browser tests as a newly signed-up user, and finds the notification
 * toggles.
 */
import type { Locator, Page } from "playwright-core";
import type { Visitor } from "./browser.ts";
import type { Site } from "./browser-site.ts";
import { signUp, type Person } from "../people/person.ts";

export interface Settler extends Visitor {
  readonly person: Person;
}

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

/** /withdraw as browser tests use it: its fields and buttons, and the way to the press that pays. */
import { expect } from "vitest";
import type { Locator, Page } from "playwright-core";
import { leave, type Visitor } from "./browser.ts";
import type { Site, VisitOptions } from "./browser-site.ts";
import { outsideAddress, securityCode } from "./main-job.ts";
import type { Person } from "./person.ts";

/** Somebody's work on a fresh /withdraw, which must go without a fault. */
export async function onWithdraw<Result>(
  site: Site,
  person: Person,
  work: (page: Page, visitor: Visitor) => Promise<Result>,
  options: VisitOptions = {},
): Promise<Result> {
  const visitor = await site.visit("/withdraw", { person, ...options });
  const result = await work(visitor.page, visitor);
  expect(await leave(visitor)).toEqual([]);
  return result;
}

export async function chooseMethod(page: Page, method: string): Promise<void> {
  await page.getByRole("tab", { name: method, exact: true }).click();
}

export async function fillAmount(page: Page, amount: string): Promise<void> {
  await page.getByLabel("Amount in BTC").fill(amount);
}

export async function review(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Review withdrawal" }).click();
}

/** There once the details are reviewed. */
export function submitButton(page: Page): Locator {
  return page.getByRole("button", { name: /^Withdraw \d/ });
}

export function codeField(page: Page): Locator {
  return page.getByLabel(/^Security code/);
}

/** Up to the press that pays, with a code that is good. */
export async function prepare(
  page: Page,
  person: Person,
  method: string,
  amount: string,
): Promise<void> {
  await chooseMethod(page, method);
  await fillAmount(page, amount);
  if (method === "Wallet") await page.getByLabel("Wallet address").fill(outsideAddress());
  await review(page);
  await codeField(page).fill(await securityCode(person));
}

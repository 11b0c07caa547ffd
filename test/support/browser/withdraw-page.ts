/**
 * Opens /withdraw for browser tests, finds its fields and buttons, and performs the steps before
 * the payment.
 */
import { expect } from "vitest";
import type { Locator, Page } from "playwright-core";
import { goInside, type Visitor } from "./browser.ts";
import type { Site } from "./browser-site.ts";
import { outsideAddress, securityCode } from "../people/main-job.ts";
import type { Person } from "../people/person.ts";

/** Open windows, by user. Each stays open until the site closes. */
const idle = new WeakMap<Person, Visitor>();

/**
 * Runs `work` on an empty /withdraw form and checks that the page reports no fault. Tests with the
 * same user share one window.
 */
export async function onWithdraw<Result>(
  site: Site,
  person: Person,
  work: (page: Page, visitor: Visitor) => Promise<Result>,
): Promise<Result> {
  const open = idle.get(person);
  // The window is stored again only if the test succeeds.
  idle.delete(person);
  const visitor = open ?? (await site.comeTo("/withdraw", { person }));
  if (open) await startAfresh(open);
  const result = await work(visitor.page, visitor);
  expect(visitor.faults()).toEqual([]);
  idle.set(person, visitor);
  return result;
}

/** Clears the form and undoes the changes of an earlier test. */
async function startAfresh({ context, page }: Visitor): Promise<void> {
  const others = context.pages().filter((one) => one !== page);
  await Promise.all(others.map((one) => one.close()));
  await page.unrouteAll();
  const notices = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
  await notices.getByRole("button", { name: "Close" }).evaluateAll((buttons) => {
    for (const button of buttons) (button as HTMLButtonElement).click();
  });
  await notices.first().waitFor({ state: "detached" });
  await goInside(page, "/deposit");
  await goInside(page, "/withdraw");
}

export async function chooseMethod(page: Page, method: string): Promise<void> {
  await page.getByRole("tab", { name: method, exact: true }).click();
}

export function amountField(page: Page): Locator {
  return page.getByLabel("Amount in BTC");
}

export async function fillAmount(page: Page, amount: string): Promise<void> {
  await amountField(page).fill(amount);
}

export async function review(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Review withdrawal" }).click();
}

/**
 * Reviews the withdrawal, enters a code and returns it. The page requests its own code when the
 * review begins, but a code requested later replaces it.
 */
export async function reviewWithCode(page: Page, person: Person): Promise<string> {
  await review(page);
  await codeField(page).waitFor();
  const code = await securityCode(person);
  await codeField(page).fill(code);
  return code;
}

/** Returns the submit button. It is visible once the details have been reviewed. */
export function submitButton(page: Page): Locator {
  return page.getByRole("button", { name: /^Withdraw \d/ });
}

export function codeField(page: Page): Locator {
  return page.getByLabel(/^Security code/);
}

/** Fills in the form and a valid code, so that only the submit button remains to be clicked. */
export async function prepare(
  page: Page,
  person: Person,
  method: string,
  amount: string,
): Promise<void> {
  await chooseMethod(page, method);
  await fillAmount(page, amount);
  if (method === "Wallet") await page.getByLabel("Wallet address").fill(outsideAddress());
  await reviewWithCode(page, person);
}

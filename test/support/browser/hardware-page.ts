/** Performs the steps on /hardware for browser tests. */
import type { Locator, Page } from "playwright-core";

export function itemCard(page: Page, name: string): Locator {
  return page.getByRole("article", { name, exact: true });
}

export function buyNow(page: Page, name: string): Locator {
  return page.getByRole("button", { name: `Buy Now: ${name}` });
}

export function dialogButton(page: Page, name: string): Locator {
  return page.getByRole("dialog").getByRole("button", { name, exact: true });
}

/** Orders a rig and completes the confirmation step. */
export async function order(page: Page, name: string): Promise<void> {
  await buyNow(page, name).click();
  await dialogButton(page, "Buy Now").click();
}

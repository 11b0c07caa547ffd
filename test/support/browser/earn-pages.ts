/**
 * /staking and /invest as browser tests use them: somebody with coins in front of them, and their
 * fields and buttons.
 */
import type { Locator, Page } from "playwright-core";
import type { Site } from "./browser-site.ts";
import type { Visitor } from "./browser.ts";
import { fundFilled, getCoins } from "../people/main-job.ts";
import { signUp, type Person } from "../people/person.ts";

export interface Saver extends Visitor {
  readonly person: Person;
}

/** Somebody with the faucet's coins, on one of the two pages. */
export async function saver(site: Site, path: string): Promise<Saver> {
  const person = await signUp(site.url, "Ann");
  await getCoins(person);
  await fundFilled(person);
  return { ...(await site.comeTo(path, { person })), person };
}

export async function positionsOf({ person }: Saver) {
  return (await person.call("listPositions")).items;
}

export function amountField(page: Page): Locator {
  return page.getByLabel(/^Amount/);
}

export function stakeButton(page: Page): Locator {
  return page.getByRole("button", { name: "Stake", exact: true });
}

/** In the dialog with the second look. */
export function confirmButton(page: Page): Locator {
  return page.getByRole("dialog").getByRole("button", { name: "Stake" });
}

/** Up to the second look. */
export async function lookAtStake(page: Page, amount: string): Promise<void> {
  await amountField(page).fill(amount);
  await stakeButton(page).click();
  await confirmButton(page).waitFor();
}

export async function stake(page: Page, amount: string): Promise<void> {
  await lookAtStake(page, amount);
  await confirmButton(page).click();
}

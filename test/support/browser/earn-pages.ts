/**
 * Opens /staking and /invest for browser tests as a user with coins, and finds the pages' fields
 * and buttons.
 */
import type { Locator, Page } from "playwright-core";
import type { Site } from "./browser-site.ts";
import type { Visitor } from "./browser.ts";
import { fundFilled, getCoins } from "../people/main-job.ts";
import { signUp, type Person } from "../people/person.ts";

export interface Saver extends Visitor {
  readonly person: Person;
}

/** Opens /staking or /invest as a user who has coins from the faucet. */
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

export function confirmButton(page: Page): Locator {
  return page.getByRole("dialog").getByRole("button", { name: "Stake" });
}

/** Fills in the form and opens the confirmation step. */
export async function lookAtStake(page: Page, amount: string): Promise<void> {
  await amountField(page).fill(amount);
  await stakeButton(page).click();
  await confirmButton(page).waitFor();
}

export async function stake(page: Page, amount: string): Promise<void> {
  await lookAtStake(page, amount);
  await confirmButton(page).click();
}

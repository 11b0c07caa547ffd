/** The main job by real clicks in a real browser, against the real server with a block a second. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { appRuns, leave, notice, type Visitor } from "../support/browser.ts";
import { openSite } from "../support/browser-site.ts";
import { outsideAddress } from "../support/main-job.ts";

const site = openSite();

test("sign up, get coins, buy, mine, be paid, withdraw, follow to Completed", async () => {
  const visitor = await site.enter();
  const { page } = visitor;
  await register(page);
  await getCoins(page);
  await buyEnterpriseFarm(page);
  await mine(page);
  await withdraw(visitor, outsideAddress());
  expect(await leave(visitor)).toEqual([]);
});

async function register(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("link", { name: "Sign Up" }).first().click();
  await page.waitForURL("**/register");
  await appRuns(page);
  await page.getByLabel("Full Name").fill("Ann Example");
  await page.getByLabel("Email").fill(`ann-${process.hrtime.bigint()}@example.test`);
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByLabel("Confirm Password").fill("correct horse");
  await page.getByRole("button", { name: "Create Account" }).click();
  await notice(page, "Passwords do not match", "Please check your passwords and try again.");
  await page.getByLabel("Confirm Password").fill("correct horse battery");
  await page.getByRole("button", { name: "Create Account" }).click();
  await notice(page, "Registration Successful!", "Welcome! You are now logged in.");
  await page.waitForURL("**/dashboard");
}

async function getCoins(page: Page): Promise<void> {
  await page.getByRole("navigation").getByRole("link", { name: "Deposit" }).click();
  await page.waitForURL("**/deposit");
  await page.getByRole("button", { name: "Get test coins from the faucet" }).first().click();
  await notice(page, "Test Coins Sent");
  await page.getByText("Credited", { exact: true }).first().waitFor({ timeout: 60_000 });
}

async function buyEnterpriseFarm(page: Page): Promise<void> {
  await page.getByRole("navigation").getByRole("link", { name: "Cloud Mining" }).click();
  await page.waitForURL("**/purchase-power");
  await page.getByRole("button", { name: "Purchase Plan: Enterprise Farm" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/a (loss|gain) of [\d.,]+ USD/).waitFor();
  await dialog.getByRole("button", { name: "Purchase Plan" }).click();
  await notice(page, "Contract Bought");
  await dialog.waitFor({ state: "hidden" });
}

async function mine(page: Page): Promise<void> {
  await page.getByRole("navigation").getByRole("link", { name: "Dashboard" }).click();
  await page.getByRole("button", { name: "Start Mining" }).first().click();
  await notice(page, "Mining Started!", "Your rig is active.");
  await page.getByText("Mining payout").first().waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Stop Mining" }).click();
  await notice(page, "Mining Stopped!", "Your rig is inactive.");
}

async function withdraw({ context, page }: Visitor, address: string): Promise<void> {
  await page.getByRole("navigation").getByRole("link", { name: "Withdraw" }).click();
  await page.getByLabel("Amount in BTC").fill("0.01");
  await page.getByLabel("Wallet address").fill(address);
  await page.getByRole("button", { name: "Review withdrawal" }).click();
  await notice(page, "Code Sent");
  const code = await readCode(await context.newPage());
  await page.getByLabel(/^Security code/).fill(code);
  await page.getByRole("button", { name: /^Withdraw 0\.01/ }).click();
  await notice(page, "Withdrawal via Wallet Initiated");
  await page.waitForURL("**/track-transaction/wdr_*");
  await page.waitForURL(/track-transaction\/[0-9a-f]{64}/, { timeout: 60_000 });
  await page.getByText("Six blocks deep").waitFor({ timeout: 60_000 });
}

/**
 * Opens the practice mailbox in the second tab, as the person would, and the newest message in it.
 */
async function readCode(mailbox: Page): Promise<string> {
  await mailbox.goto("/mailbox");
  const messages = mailbox.getByRole("main").getByRole("listitem");
  await messages.filter({ hasText: /code/i }).first().getByRole("link").click();
  const text = await mailbox
    .getByText(/\b\d{6}\b/)
    .first()
    .innerText();
  await mailbox.close();
  return /\b(\d{6})\b/.exec(text)?.[1] ?? "";
}

/**
 * Performs the product's main job on its pages. Each step uses the page as a screen-reader user
 * would: it finds controls by role and name, and results by their text.
 */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { appRuns, notice, type Visitor } from "./browser.ts";
import type { Clicks } from "./clicks.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
export const shownNotice = (page: Page) => page.getByRole("region", { name: /^Notifications/ });
const currentStep = (page: Page) => page.getByRole("main").locator('li[aria-current="step"]');

export async function openRegister(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("link", { name: "Sign Up" }).first().click();
  await page.waitForURL("**/register");
  await appRuns(page);
}

export async function register(page: Page, { click: press }: Pick<Clicks, "click">): Promise<void> {
  const field = (name: string) => page.getByRole("textbox", { name, exact: true });
  await field("Full Name").fill("Ann Example");
  await field("Email").fill(`ann-${process.hrtime.bigint()}@example.test`);
  await field("Password").fill("correct horse battery");
  await field("Confirm Password").fill("correct horse");
  const create = page.getByRole("button", { name: "Create Account" });
  await create.click();
  await notice(page, "Passwords do not match", "Please check your passwords and try again.");
  await field("Confirm Password").fill("correct horse battery");
  await press(create);
  await notice(page, "Registration Successful!", "Welcome! You are now logged in.");
  await page.waitForURL("**/dashboard");
  await heading(page, "Mining Dashboard").waitFor();
}

export async function getCoins(page: Page, { click: press }: Pick<Clicks, "click">): Promise<void> {
  const step = currentStep(page).filter({ hasText: "Get test coins" });
  await press(step.locator("button:not([aria-disabled])").and(page.getByRole("button")).first());
  await notice(page, "Test Coins Sent");
  await currentStep(page).filter({ hasText: "Buy a plan" }).waitFor({ timeout: 60_000 });
  const activity = page.getByRole("region", { name: "Activity" });
  await activity.getByText("6 of 6 confirmations, credited").waitFor({ timeout: 60_000 });
}

export async function buyEnterpriseFarm(
  page: Page,
  { click: press }: Pick<Clicks, "click">,
): Promise<void> {
  await press(currentStep(page).getByRole("link", { name: "Choose a plan" }));
  await heading(page, "Cloud Mining").waitFor();
  const plan = page.getByRole("article", { name: "Enterprise Farm" });
  await press(plan.getByRole("button", { name: "Purchase Plan: Enterprise Farm" }));
  const dialog = page.getByRole("dialog", { name: "Purchase Enterprise Farm" });
  await dialog.getByText(/a (loss|gain) of [\d.,]+ USD/).waitFor();
  const pay = dialog.getByRole("button", { name: "Purchase Plan", disabled: false });
  // The button is disabled until the page has loaded the new balance.
  await pay.waitFor({ timeout: 60_000 });
  await press(pay);
  await notice(page, "Contract Bought");
  await dialog.waitFor({ state: "hidden" });
}

export async function mine(page: Page): Promise<void> {
  await page.getByRole("navigation").getByRole("link", { name: "Dashboard" }).click();
  await heading(page, "Mining Dashboard").waitFor();
  const activity = page.getByRole("table", { name: "Activity" });
  await activity
    .getByRole("row", { name: /Mining payouts? .*Enterprise Farm, 1\.5 PH\/s/ })
    .waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Stop Mining" }).click();
  await notice(page, "Mining Stopped!", "Your rig is inactive.");
}

/** Fills in a withdrawal of 0.01 BTC, including the e-mailed code. Returns the submit button. */
export async function fillWithdrawal(
  { context, page }: Pick<Visitor, "context" | "page">,
  address: string,
): Promise<Locator> {
  await page.getByRole("navigation").getByRole("link", { name: "Withdraw" }).click();
  await heading(page, "Withdraw").waitFor();
  await page.getByRole("textbox", { name: "Amount in BTC" }).fill("0.01");
  await page.getByRole("textbox", { name: "Wallet address" }).fill(address);
  await page.getByRole("button", { name: "Review withdrawal" }).click();
  await notice(page, "Code Sent");
  const code = await readCode(await context.newPage());
  await page.getByRole("textbox", { name: /^Security code/ }).fill(code);
  return page.getByRole("button", { name: /^Withdraw 0\.01/ });
}

/**
 * Submits the withdrawal, waits for the notice with its id, and waits until the page redirects to
 * the tracker.
 */
export async function payAndFollow(page: Page, pay: Locator): Promise<void> {
  const answered = page.waitForResponse(
    (response) =>
      response.request().method() === "POST" && response.url().endsWith("/api/v1/withdrawals"),
  );
  const opened = openingTime(page);
  const noticed = pay.click().then(() => notice(page, "Withdrawal via Wallet Initiated", /wdr_/));
  await Promise.all([page.waitForURL("**/track-transaction/wdr_*"), noticed]);
  const answer = await answered;
  await answer.finished();
  const { startTime, responseEnd } = answer.request().timing();
  expect((await opened) - (startTime + responseEnd)).toBeGreaterThanOrEqual(FOLLOWED_AFTER_MS);
}

/**
 * Minimum time from the end of the server's answer to the tracker: one second, minus 10 ms because
 * the two times come from two clocks. The notice is no start for this measurement: on a busy
 * machine the page draws it late.
 */
const FOLLOWED_AFTER_MS = 990;

/** Returns when the page redirects to the tracker, in milliseconds since the epoch. */
function openingTime(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!location.pathname.includes("/track-transaction/wdr_")) return;
          observer.disconnect();
          resolve(performance.timeOrigin + performance.now());
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
  );
}

/** Waits on the tracker page until the withdrawal has six confirmations. */
export async function followToSixBlocks(page: Page): Promise<void> {
  await page.waitForURL(/track-transaction\/[0-9a-f]{64}/, { timeout: 60_000 });
  await heading(page, "Track Transaction").waitFor();
  await page.getByText("Six confirmations").waitFor({ timeout: 60_000 });
}

/**
 * Returns the code from the newest message in the practice mailbox, which is open in a second tab.
 */
async function readCode(mailbox: Page): Promise<string> {
  await mailbox.goto("/mailbox");
  const messages = mailbox.getByRole("main").getByRole("listitem");
  const newest: Locator = messages.filter({ hasText: /code/i }).first().getByRole("link");
  await newest.click();
  const text = await mailbox
    .getByText(/\b\d{6}\b/)
    .first()
    .innerText();
  await mailbox.close();
  return /\b(\d{6})\b/.exec(text)?.[1] ?? "";
}

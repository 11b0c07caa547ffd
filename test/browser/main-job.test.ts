/**
 * The main job in a real browser, against the real server with a block a second, as somebody walks
 * it who hears the page: every control by its role and name, every answer by its words. The way to
 * a running contract is counted.
 */
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { listenTo, type Announcements } from "../support/announcements.ts";
import { appRuns, leave, notice, type Visitor } from "../support/browser.ts";
import { openSite } from "../support/browser-site.ts";
import { outsideAddress } from "../support/main-job.ts";
import { watchPresses, type Presses } from "../support/presses.ts";

const PRESSES_MAX = 6;

const site = openSite();

/** What a screen reader says by itself, in this order. */
const WAY = [
  /^Notice Passwords do not match/,
  /^Notice Registration Successful!/,
  /^Mining Dashboard$/,
  /^Notice Test Coins Sent/,
  /^Next step: Buy a plan\.$/,
  /^Cloud Mining$/,
  /^Notice Contract Bought/,
  /^Notice Mining Started!/,
  /^Notice Mining Stopped!/,
  /^Withdraw$/,
  /^Notice Code Sent/,
  /^Notice Withdrawal via Wallet Initiated/,
  /^Track Transaction$/,
  /^Completed$/,
];
/** What comes when it comes. */
const CREDITED = "New message: Deposit of 0.05000000 BTC credited";

test("sign up, get coins, buy, mine, be paid, withdraw, follow to Completed", async () => {
  const visitor = await site.enter();
  const { page } = visitor;
  await openRegister(page);
  const presses = await watchPresses(page);
  const announcements = await listenTo(page);
  await register(page, presses);
  await getCoins(page, presses);
  await buyEnterpriseFarm(page, presses);
  await presses.press(shownNotice(page).getByRole("button", { name: "Start Mining" }));
  await notice(page, "Mining Started!", "Your rig is active.");
  expect(presses.names.slice(PRESSES_MAX)).toEqual([]);
  presses.report();
  await mine(page);
  await withdraw(visitor, outsideAddress());
  await expectSaid(announcements);
  expect(await leave(visitor)).toEqual([]);
});

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const shownNotice = (page: Page) => page.getByRole("region", { name: /^Notifications/ });
/** The step that is announced as the current one. */
const currentStep = (page: Page) => page.getByRole("main").locator('li[aria-current="step"]');

async function openRegister(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("link", { name: "Sign Up" }).first().click();
  await page.waitForURL("**/register");
  await appRuns(page);
}

async function register(page: Page, presses: Presses): Promise<void> {
  const field = (name: string) => page.getByRole("textbox", { name, exact: true });
  await field("Full Name").fill("Ann Example");
  await field("Email").fill(`ann-${process.hrtime.bigint()}@example.test`);
  await field("Password").fill("correct horse battery");
  await field("Confirm Password").fill("correct horse");
  const create = page.getByRole("button", { name: "Create Account" });
  await create.click();
  await notice(page, "Passwords do not match", "Please check your passwords and try again.");
  await field("Confirm Password").fill("correct horse battery");
  await presses.press(create);
  await notice(page, "Registration Successful!", "Welcome! You are now logged in.");
  await page.waitForURL("**/dashboard");
  await heading(page, "Mining Dashboard").waitFor();
}

async function getCoins(page: Page, presses: Presses): Promise<void> {
  const step = currentStep(page).filter({ hasText: "Get test coins" });
  await presses.press(
    step.locator("button:not([aria-disabled])").and(page.getByRole("button")).first(),
  );
  await notice(page, "Test Coins Sent");
  await currentStep(page).filter({ hasText: "Buy a plan" }).waitFor({ timeout: 60_000 });
  const activity = page.getByRole("region", { name: "Activity" });
  await activity.getByText("6 of 6 confirmations, credited").waitFor({ timeout: 60_000 });
}

async function buyEnterpriseFarm(page: Page, presses: Presses): Promise<void> {
  await presses.press(currentStep(page).getByRole("link", { name: "Choose a plan" }));
  await heading(page, "Cloud Mining").waitFor();
  const plan = page.getByRole("article", { name: "Enterprise Farm" });
  await presses.press(plan.getByRole("button", { name: "Purchase Plan: Enterprise Farm" }));
  const dialog = page.getByRole("dialog", { name: "Purchase Enterprise Farm" });
  await dialog.getByText(/a (loss|gain) of [\d.,]+ USD/).waitFor();
  const pay = dialog.getByRole("button", { name: "Purchase Plan", disabled: false });
  // Until it has read the new balance there is not enough.
  await pay.waitFor({ timeout: 60_000 });
  await presses.press(pay);
  await notice(page, "Contract Bought");
  await dialog.waitFor({ state: "hidden" });
}

async function mine(page: Page): Promise<void> {
  await page.getByRole("navigation").getByRole("link", { name: "Dashboard" }).click();
  await heading(page, "Mining Dashboard").waitFor();
  const activity = page.getByRole("table", { name: "Activity" });
  await activity
    .getByRole("row", { name: /Mining payouts? .*Enterprise Farm, 1\.5 PH\/s/ })
    .waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Stop Mining" }).click();
  await notice(page, "Mining Stopped!", "Your rig is inactive.");
}

async function withdraw({ context, page }: Visitor, address: string): Promise<void> {
  await page.getByRole("navigation").getByRole("link", { name: "Withdraw" }).click();
  await heading(page, "Withdraw").waitFor();
  await page.getByRole("textbox", { name: "Amount in BTC" }).fill("0.01");
  await page.getByRole("textbox", { name: "Wallet address" }).fill(address);
  await page.getByRole("button", { name: "Review withdrawal" }).click();
  await notice(page, "Code Sent");
  const code = await readCode(await context.newPage());
  await page.getByRole("textbox", { name: /^Security code/ }).fill(code);
  await page.getByRole("button", { name: /^Withdraw 0\.01/ }).click();
  await notice(page, "Withdrawal via Wallet Initiated");
  await page.waitForURL("**/track-transaction/wdr_*");
  await page.waitForURL(/track-transaction\/[0-9a-f]{64}/, { timeout: 60_000 });
  await heading(page, "Track Transaction").waitFor();
  await page.getByText("Six blocks deep").waitFor({ timeout: 60_000 });
}

/** Every page, answer and step of the way can be followed without a sight of it. */
async function expectSaid(announcements: Announcements): Promise<void> {
  const said = await announcements.said();
  const ofTheWay = said.filter((text) => WAY.some((words) => words.test(text)));
  const firsts = WAY.map((words) => ofTheWay.findIndex((text) => words.test(text)));
  expect({ said, firsts }).toEqual({ said, firsts: firsts.toSorted((a, b) => a - b) });
  expect({ said, firsts }).not.toMatchObject({ firsts: expect.arrayContaining([-1]) });
  expect(said).toContain(CREDITED);
}

/** Opens the practice mailbox in the second tab, where the newest message lies open. */
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

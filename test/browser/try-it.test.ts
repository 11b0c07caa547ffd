/**
 * Tests an anonymous account. A visitor opens it on the landing page, starts a contract with four
 * clicks, and later converts it to a full account. The visit uses the keyboard on a phone-sized
 * screen.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { appRuns, leave, notice } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { signIn } from "../support/people/person.ts";
import { watchClicks } from "../support/browser/clicks.ts";

/** Maximum number of clicks after the first click on the landing page. */
const PRESSES_MAX = 3;
const PASSWORD = "correct horse battery";

const site = openSite();
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("four clicks start a contract, and the account can be kept", async () => {
  const visitor = await site.enter({ width: 360 });
  const { page } = visitor;
  await page.goto("/");
  const tryIt = page.getByRole("button", { name: "Try it now" });
  await tryIt.waitFor();
  expect(await page.getByRole("link", { name: "Sign Up" }).first().getAttribute("href")).toBe(
    "/register",
  );
  await tryIt.click();
  await heading(page, "Mining Dashboard").waitFor();
  await appRuns(page);
  const clicks = await watchClicks(page);
  const step = page.getByRole("main").locator('li[aria-current="step"]');
  await clicks.click(step.getByRole("link", { name: "Choose a plan" }));
  await heading(page, "Cloud Mining").waitFor();
  const plan = page.getByRole("article", { name: "Starter Rig" });
  await clicks.click(plan.getByRole("button", { name: "Purchase Plan: Starter Rig" }));
  const dialog = page.getByRole("dialog", { name: "Purchase Starter Rig" });
  await dialog.getByText(/a (loss|gain) of [\d.,]+ USD/).waitFor();
  const pay = dialog.getByRole("button", { name: "Purchase Plan", disabled: false });
  await pay.waitFor({ timeout: 60_000 });
  await clicks.click(pay);
  await notice(page, "Contract Bought");
  expect(clicks.names).toHaveLength(PRESSES_MAX);
  clicks.report();

  await page.goto("/dashboard");
  await page.getByText("1 contract, day 1 of 30.").waitFor();
  await page.getByText("Mining is on").waitFor();
  await page.goto("/withdraw");
  await page.getByText("Withdrawals are closed.").waitFor();
  await page
    .getByText(/You are using an anonymous account/)
    .first()
    .waitFor();

  const email = `kept-${process.hrtime.bigint()}@example.test`;
  await page.getByRole("button", { name: "Create your account" }).click();
  const keep = page.getByRole("dialog", { name: "Create your account" });
  await keep.getByRole("textbox", { name: "Email" }).fill(email);
  await keep.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await notice(page, "Account Created", `You can now log in with ${email}.`);
  await page.getByRole("region", { name: "Anonymous account" }).waitFor({ state: "detached" });
  const person = await signIn(site.url, email, PASSWORD);
  expect(await person.call("getMe")).toMatchObject({ email, isAnonymous: false });
  const { items } = await person.call("listEntries", { query: { limit: 100 } });
  const codes = items.map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(["deposit", "contract_purchase"]));
  expect(await leave(visitor)).toEqual([]);
});

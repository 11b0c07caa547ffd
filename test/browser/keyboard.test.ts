/**
 * Tests the product without a mouse, from sign-up to the first mined coins. Every control must be
 * reachable with Tab, the focus must always be visible, and dialogs must release the focus when
 * they close.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { appRuns, notice } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";

const TABS_MAX = 60;

const site = openSite();

test("a user registers, gets coins, buys a plan and mines using only the keyboard", async () => {
  const { page, context, faults } = await site.visit("/");
  await appRuns(page);
  await page.waitForLoadState("networkidle");
  await press(page, "Sign Up", "Enter");
  await page.waitForURL("**/register");
  await register(page);
  await press(page, "Deposit", "Enter");
  await page.waitForURL("**/deposit");
  await page
    .locator("button:not([aria-disabled])", { hasText: "Get test coins" })
    .first()
    .waitFor();
  await press(page, "Get test coins from the faucet", "Space");
  await notice(page, "Test Coins Sent");
  await page.getByText("Credited", { exact: true }).first().waitFor({ timeout: 60_000 });
  await buyWithSecondThought(page);
  await press(page, "Dashboard", "Enter");
  await page.waitForURL("**/dashboard");
  await page.getByRole("button", { name: "Start Mining" }).first().waitFor();
  await press(page, "Start Mining", "Space");
  await notice(page, "Mining Started!", "Your rig is active.");
  expect(faults()).toEqual([]);
  await context.close();
});

async function register(page: Page): Promise<void> {
  const fields = [
    ["Full Name", "Kay Board"],
    ["Email", `kay-${process.hrtime.bigint()}@example.test`],
    ["Password", "correct horse battery"],
    ["Confirm Password", "correct horse battery"],
  ] as const;
  // The form is rendered again once the app knows that no user is signed in, so wait for the app.
  await appRuns(page);
  await page.waitForLoadState("networkidle");
  await page.getByLabel("Full Name").waitFor();
  for (const [name, text] of fields) {
    await tabTo(page, name);
    await page.keyboard.type(text);
  }
  await page.keyboard.press("Enter");
  await notice(page, "Registration Successful!", "Welcome! You are now logged in.");
  await page.waitForURL("**/dashboard");
  // The URL changes before the page is rendered, so wait for the link.
  await page.getByRole("link", { name: "Deposit", exact: true }).first().waitFor();
}

/**
 * Opens the purchase dialog, moves the focus through all its controls, closes it with Escape, opens
 * it again and buys.
 */
async function buyWithSecondThought(page: Page): Promise<void> {
  await press(page, "Cloud Mining", "Enter");
  await page.waitForURL("**/purchase-power");
  const opener = "Purchase Plan: Enterprise Farm";
  await page.getByRole("button", { name: opener }).waitFor();
  await press(page, opener, "Enter");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  for (let count = 0; count < 8; count += 1) {
    await page.keyboard.press("Tab");
    expect(await focusIsInPageOutside(page, "dialog")).toBe(false);
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => focusedName(page)).toBe(opener);
  await page.keyboard.press("Enter");
  await dialog.waitFor();
  // The button is disabled until the dialog has loaded the new balance.
  await dialog.locator("button:not([aria-disabled])", { hasText: "Purchase Plan" }).waitFor();
  await press(page, "Purchase Plan", "Enter");
  await notice(page, "Contract Bought");
  await dialog.waitFor({ state: "hidden" });
}

async function press(page: Page, name: string, key: "Enter" | "Space"): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press(key);
}

/**
 * Presses Tab until the control with this name has the focus. Every control focused on the way must
 * show its focus.
 */
async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = [];
  for (let count = 0; count < TABS_MAX; count += 1) {
    await page.keyboard.press("Tab");
    const focused = await focusedName(page);
    if (focused === "") continue;
    // A control that was removed can no longer show its focus, so skip it.
    const isSeen = async () => (await focusedName(page)) !== focused || focusIsVisible(page);
    await expect.poll(isSeen, { message: `focus on ${focused}`, timeout: 5_000 }).toBe(true);
    if (focused === name) return;
    passed.push(focused);
  }
  throw new Error(`Tab never reached ${name}, only ${passed.join(" | ")}`);
}

/**
 * Returns the label, aria-label or text of the focused element, or an empty string if the page
 * itself has the focus.
 */
function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) return "";
    const label = focused instanceof HTMLInputElement ? focused.labels?.[0]?.firstChild : undefined;
    const shown = focused instanceof HTMLElement ? focused.innerText : "";
    return (label?.textContent ?? focused.getAttribute("aria-label") ?? shown).trim();
  });
}

/** Returns true if the focused control or its frame has an outline. */
function focusIsVisible(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    const frames = [focused, focused?.parentElement].filter((one) => one instanceof Element);
    return frames.some((frame) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(frame);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1;
    });
  });
}

/**
 * Returns true if an element of the page outside the selector has the focus. While a dialog is
 * open, the focus may move to the browser's own controls but not to the page behind the dialog.
 */
function focusIsInPageOutside(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((inside) => {
    const focused = document.activeElement;
    return focused !== null && focused !== document.body && focused.closest(inside) === null;
  }, selector);
}

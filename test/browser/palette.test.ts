/**
 * Tests the command palette and the keyboard shortcuts, which work on every page for signed-in
 * users.
 */
import { beforeAll, expect, test } from "vitest";
import { arrived, notice } from "../support/browser/browser.ts";
import { openSite, type VisitOptions } from "../support/browser/browser-site.ts";
import { getCoins } from "../support/people/main-job.ts";
import {
  dialog,
  goByKeys,
  openPalette,
  palette,
  paletteField,
  pressUntil,
  typeAndTake,
} from "../support/browser/overlays.ts";
import { signUp, type Person } from "../support/people/person.ts";

const site = openSite();
let ann: Person;
let deposit: { txid: string; address: string };

beforeAll(async () => {
  ann = await signUp(site.url, "Ann");
  await getCoins(ann);
  const [first] = (await ann.call("listDeposits")).items;
  if (first === undefined) throw new Error("no deposit");
  deposit = first;
});

const visit = (path: string, options?: VisitOptions) =>
  site.comeTo(path, { person: ann, ...options });

test("Ctrl + K opens the palette with the focus in its field, and Escape closes it", async () => {
  const { page, context, faults } = await visit("/dashboard");
  await openPalette(page);
  expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("combobox");
  await page.keyboard.press("Escape");
  await palette(page).waitFor({ state: "hidden" });
  expect(faults()).toEqual([]);
  await context.close();
});

test("closing the palette returns the focus to the Search button", async () => {
  const { page, context } = await visit("/dashboard", { width: 360 });
  await page.getByRole("button", { name: "Search" }).click();
  await palette(page).getByRole("button", { name: "Close" }).click();
  await palette(page).waitFor({ state: "hidden" });
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await expect.poll(focused).toBe("Search");
  await context.close();
});

test("typing a page's name and pressing Enter opens the page", async () => {
  const { page, context, faults } = await visit("/dashboard");
  const links = page.getByRole("complementary", { name: "Main" }).getByRole("navigation");
  const labels = await links.getByRole("link").allInnerTexts();
  expect(labels.length).toBeGreaterThan(5);
  await openPalette(page);
  for (const label of labels) {
    await palette(page).getByRole("option", { name: label }).first().waitFor();
  }
  await typeAndTake(page, "withdr", "Withdraw");
  await page.waitForURL("**/withdraw");
  await arrived(page);
  await openPalette(page);
  await typeAndTake(page, "two-f", "Two-Factor Auth");
  await page.waitForURL("**/settings/two-factor");
  await arrived(page);
  await openPalette(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await palette(page).waitFor({ state: "hidden" });
  await page.waitForURL((url) => url.pathname !== "/settings/two-factor");
  expect(faults()).toEqual([]);
  await context.close();
});

test("a pasted txid opens its tracker or transaction", async () => {
  const { page, context, faults } = await visit("/dashboard");
  await openPalette(page);
  await page.keyboard.insertText(` ${deposit.txid} `);
  await palette(page)
    .getByRole("option", { name: "Track this transaction", selected: true })
    .waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/track-transaction/${deposit.txid}`);
  await arrived(page);
  await openPalette(page);
  await page.keyboard.insertText(deposit.txid);
  await palette(page).getByRole("option", { name: "Show this transaction on the chain" }).click();
  await page.waitForURL(`**/transaction/${deposit.txid}`);
  // The new page replaces the layout and any palette that is already open, so wait for the page.
  await page.getByRole("heading", { level: 1, name: "Transaction", exact: true }).waitFor();
  await openPalette(page);
  await page.keyboard.insertText(deposit.address);
  await palette(page)
    .getByRole("option", { name: "Deposit with this address", selected: true })
    .waitFor({ timeout: 60_000 });
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/track-transaction/${deposit.txid}`);
  expect(faults()).toEqual([]);
  await context.close();
});

test("Enter opens a result that arrives after the key was pressed", async () => {
  const { page, context, faults } = await visit("/settings");
  const typed = Promise.withResolvers<void>();
  await page.route("**/api/v1/wallet/deposits*", async (route) => {
    await typed.promise;
    await route.continue();
  });
  await openPalette(page);
  await page.keyboard.insertText(deposit.address);
  const list = palette(page).getByRole("listbox");
  await list.getByText("Looking").waitFor();
  typed.resolve();
  await list.getByRole("option", { name: "Deposit with this address", selected: true }).waitFor();
  expect(await list.getByText(/No results|Looking/).count()).toBe(0);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/track-transaction/${deposit.txid}`);
  expect(faults()).toEqual([]);
  await context.close();
});

test("the palette can change the unit and theme and copy the address", async () => {
  const { page, context, faults } = await visit("/wallet");
  await openPalette(page);
  await typeAndTake(page, "amounts in sat", "Show amounts in sat");
  const unit = page.getByRole("group", { name: "Unit" }).getByRole("button", { name: "sat" });
  await page.waitForFunction(() => localStorage.getItem("unit") === "sat");
  await expect.poll(() => unit.getAttribute("aria-pressed")).toBe("true");
  await openPalette(page);
  await typeAndTake(page, "light theme", "Light theme");
  await page.waitForFunction(() => document.documentElement.dataset["theme"] === "light");
  await openPalette(page);
  await typeAndTake(page, "copy deposit", "Copy deposit address");
  await notice(page, "Copied to Clipboard", "The Bitcoin deposit address has been copied.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^bcrt1/);
  await page.reload();
  await arrived(page);
  await expect.poll(() => unit.getAttribute("aria-pressed")).toBe("true");
  expect(faults()).toEqual([]);
  await context.close();
});

test("Logout in the palette opens the landing page", async () => {
  const person = await signUp(site.url, "Leo");
  const { page, context } = await visit("/dashboard", { person });
  await openPalette(page);
  await typeAndTake(page, "logout", "Logout");
  await page.waitForURL((url) => url.pathname === "/");
  await page.getByRole("link", { name: "Login" }).first().waitFor();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("notices"))).toBe("[]");
  await context.close();
});

test("g and a letter open a page, / opens the search, and ? the shortcut list", async () => {
  const { page, context, faults } = await visit("/dashboard");
  for (const [key, path] of [
    ["w", "/wallet"],
    ["p", "/deposit"],
    ["h", "/history"],
    ["d", "/dashboard"],
  ]) {
    await goByKeys(page, key ?? "", path ?? "");
    await arrived(page);
  }
  await pressUntil(page, paletteField(page), "/");
  expect(await paletteField(page).inputValue()).toBe("");
  await page.keyboard.press("Escape");
  await palette(page).waitFor({ state: "hidden" });
  const sheet = dialog(page, "Keyboard shortcuts");
  await pressUntil(page, sheet, "?");
  await sheet.getByText("Cloud Mining").waitFor();
  // Shortcuts must not affect the page behind an open dialog.
  await page.keyboard.press("g");
  await page.keyboard.press("w");
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  expect(new URL(page.url()).pathname).toBe("/dashboard");
  expect(faults()).toEqual([]);
  await context.close();
});

test("shortcuts are disabled in input fields", async () => {
  const { page, context } = await visit("/track-transaction/demo-tx");
  const field = page.getByRole("main").getByRole("textbox").first();
  await field.fill("");
  await field.pressSequentially("g d/?");
  expect(await field.inputValue()).toBe("g d/?");
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe("/track-transaction/demo-tx");
  await context.close();
});

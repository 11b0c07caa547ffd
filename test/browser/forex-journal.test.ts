/**
 * Tests the journal of the Forex desk in a browser: a plan that is sent with an order, a note, the
 * chart picture, the CSV file that is read back, an imported history, and a phone-sized screen.
 */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { endAnimations, heightOf, notice, type Visitor } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { faultsOf } from "../support/browser/layouts.ts";
import { getCoins } from "../support/people/main-job.ts";
import { openHour } from "../support/money/open-hour.ts";
import { signUp, type Person } from "../support/people/person.ts";
import { startInstallationAt, travelClock } from "../support/servers/time-travel.ts";

const clock = travelClock(openHour());
const site = openSite(async () => {
  const installation = await startInstallationAt(clock);
  return { url: installation.url(), close: () => installation.close() };
});

let ann: Person;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  ann = await signUp(site.url, "Ann");
  await getCoins(ann);
  await ann.call("transferForexFunds", { body: { amountSats: 1_000_000 } });
  visitor = await site.visit("/forex", { person: ann });
  ({ page } = visitor);
});

const field = (label: string) => page.getByLabel(label, { exact: true });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const PLAN = "Buy the break.\nWrong if it closes below.";

test("a plan is sent with the order and is fixed after the fill", async () => {
  await page.getByText("Plan (optional)").click();
  await field("Plan, before the trade").fill(PLAN);
  await field("Tags of the plan").fill("Breakout");
  await page.getByRole("button", { name: /^Buy 1,000 EUR at/ }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Buy 1,000 EUR at/ })
    .click();
  await notice(page, "Order Filled");
  await button("Journal").click();
  await page.getByRole("button", { name: /^Open the journal entry of Buy 1,000/ }).press("Enter");
  const plan = page.getByRole("region", { name: "Plan" });
  await plan.getByText("Wrong if it closes below.").waitFor();
  await plan.getByText("breakout").waitFor();
  await plan.getByText("The order is filled, so the plan can no longer be changed.").waitFor();
  expect(await plan.getByRole("textbox").count()).toBe(0);
  expect(visitor.faults()).toEqual([]);
});

test("a note is saved, and the chart is saved as a picture", async () => {
  await field("Note, after the trade").fill("=Spread was wide, entered anyway.");
  await field("Tags").fill("night");
  await page.getByLabel("entered too late").check();
  await button("Save note").click();
  await notice(page, "Note Saved");
  await page.getByRole("img", { name: /^Candles of M1 in EUR\/USD around the trade/ }).waitFor();
  const [picture] = await Promise.all([
    page.waitForEvent("download"),
    button("Save picture").click(),
  ]);
  expect(picture.suggestedFilename()).toMatch(/^hashfloor-practice-EUR_USD-[\d-]+\.png$/);
  const bytes = await readFile(await picture.path());
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  expect(bytes.length).toBeGreaterThan(5_000);
  await page.keyboard.press("Escape");
  await page.getByRole("table", { name: "Journal entries" }).getByText("night").waitFor();
  expect(visitor.faults()).toEqual([]);
});

test("the page reads the CSV file that it saved", async () => {
  const [file] = await Promise.all([page.waitForEvent("download"), button("CSV").click()]);
  const csv = await readFile(await file.path(), "utf8");
  expect(csv).toContain("'=Spread was wide");
  const upload = (text: string) =>
    page
      .getByLabel("Import CSV")
      .first()
      .setInputFiles({
        name: "journal.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(text),
      });
  await upload(csv);
  await notice(page, "Journal Imported", "1 row read, 0 entries changed.");
  await upload(csv.replace("entered anyway", "skipped"));
  await notice(page, "Journal Imported", "1 row read, 1 entry changed.");
  await upload(csv.replace("Buy the break", "Sell the break"));
  await notice(page, "File Refused", /Line 2: the plan differs from the stored plan/);
  const [entry] = (await ann.call("listForexJournal", { query: {} })).items;
  expect(entry).toMatchObject({
    plan: { text: PLAN, tags: ["breakout"] },
    note: {
      text: "=Spread was wide, skipped.",
      tags: ["night"],
      mistakes: ["entered too late"],
    },
  });
  expect(visitor.faults()).toEqual([]);
});

test("an imported history is listed apart and can be deleted", async () => {
  await button("Imported").click();
  const history = (zone: string) =>
    `ID,Symbol,Opening Direction,Opening Time${zone},Closing Time${zone},Entry price,Closing Price,Closing Quantity,Net USD\n` +
    "P1,EURUSD,Sell,2026-03-02 11:30:00,2026-03-02 13:15:20,1.08500,1.08750,0.10 Lots,-24.20\n";
  const choose = (text: string) =>
    field("History file").setInputFiles({
      name: "history.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(text),
    });
  await choose(history(""));
  await button("Import").click();
  await page.getByText(/does not contain the time zone/).waitFor();
  await choose(history(" (UTC+2)"));
  await button("Import").click();
  await notice(page, "History Imported");
  const trades = page.getByRole("table", { name: "Imported trades" });
  await trades.getByText("Sell 10,000 EUR/USD").waitFor();
  await trades.getByText("\u221224.20").waitFor();
  await page.getByRole("button", { name: "Delete the import history.csv" }).click();
  await notice(page, "Import Deleted");
  await page.getByText("No imported trades yet").waitFor();
  expect(visitor.faults()).toEqual([]);
});

test.each([
  [360, "light"],
  [768, "dark"],
  [1440, "dark"],
] as const)("the journal fits a screen of %i px (%s)", async (width, theme) => {
  await page.setViewportSize({ width, height: heightOf(width) });
  await page.goto(`${site.url}/forex?list=journal&part=positions`);
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`html[data-theme=${theme}]`).waitFor({ state: "attached" });
  await page.getByRole("table", { name: "Journal entries" }).waitFor();
  await endAnimations(page);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: /^Open the journal entry/ }).click();
  await page.getByRole("img", { name: /^Candles of/ }).waitFor();
  await endAnimations(page);
  expect(await faultsOf(page)).toEqual([]);
  expect(visitor.faults()).toEqual([]);
});

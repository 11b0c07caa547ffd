/**
 * Tests alerts on the chart: lines at their levels, an alert at a price of the chart by keyboard
 * and mouse, and an alert from the watchlist.
 */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { notice, type Visitor } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { faultsOf } from "../support/browser/layouts.ts";
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
  visitor = await site.visit("/forex?timeframe=M1", { person: ann });
  ({ page } = visitor);
  await page.locator("[data-chart] canvas").first().waitFor();
});

const button = (name: string | RegExp) =>
  page.getByRole("button", { name, ...(typeof name === "string" && { exact: true }) });
const dialog = (name: string) => page.getByRole("dialog", { name });
const levels = async () => (await ann.call("listForexAlerts")).items.map(({ level }) => level);
const lines = () => page.locator("[data-alert]");

test("the keyboard chooses a price on the chart and creates an alert there", async () => {
  await button("Alert at a price on the chart").press("Enter");
  await page.getByRole("application", { name: "Choose the price of an alert" }).waitFor();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  const price = await dialog("New alert").getByLabel("Price", { exact: true }).inputValue();
  expect(price).toMatch(/^1\.\d{5}$/);
  await button("Create alert").press("Enter");
  await notice(page, "Alert Created", /EUR\/USD/);
  await lines().waitFor();
  expect((await levels()).map(Number)).toEqual([Number(price)]);
});

test("the button of a line edits the alert, and Delete removes it with an undo", async () => {
  await button(/^Edit alert: EUR\/USD/).press("Enter");
  await dialog("Edit alert").waitFor();
  await page.keyboard.press("Escape");
  await dialog("Edit alert").waitFor({ state: "detached" });
  const [before] = await levels();
  await lines().press("Delete");
  await expect.poll(levels).toEqual([]);
  await expect.poll(() => lines().count()).toBe(0);
  await button("Undo").press("Enter");
  await lines().waitFor();
  expect(await levels()).toEqual([before]);
});

test("a right click on the chart opens the form at that price", async () => {
  const plot = await page.locator("[data-chart] canvas").first().boundingBox();
  if (!plot) throw new Error("no plot");
  await page.mouse.click(plot.x + plot.width / 2, plot.y + 60, { button: "right" });
  const price = await dialog("New alert").getByLabel("Price", { exact: true }).inputValue();
  expect(price).toMatch(/^1\.\d{5}$/);
  await button("Create alert").press("Enter");
  await expect.poll(async () => (await levels()).length).toBe(2);
  await expect.poll(() => lines().count()).toBe(2);
});

test("a row of the watchlist opens the form for its pair", async () => {
  await button("Alert for GBP/USD at this price").press("Enter");
  const form = dialog("New alert");
  expect(await form.getByLabel("Instrument").inputValue()).toBe("GBP_USD");
  expect(await form.getByLabel("Price", { exact: true }).inputValue()).toMatch(/^1\.\d{5}$/);
  await page.keyboard.press("Escape");
  expect(await faultsOf(page)).toEqual([]);
  expect(visitor.faults()).toEqual([]);
});

test("a chart of another pair has no line of these alerts", async () => {
  await button(/^USD\/JPY/).click();
  await page.waitForURL(/instrument=USD_JPY/);
  await expect.poll(() => lines().count()).toBe(0);
  await button(/^EUR\/USD/).click();
  await expect.poll(() => lines().count()).toBe(2);
});

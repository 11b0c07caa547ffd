/**
 * Tests the chart: an indicator that the browser remembers, drawings by mouse and keyboard that the
 * account keeps, a change in another tab, and several charts in step.
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
  visitor = await site.visit("/forex?timeframe=S5", { person: ann });
  ({ page } = visitor);
  await page.locator("[data-chart] canvas").first().waitFor();
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const handles = () => page.locator("[data-drawing]");
const stored = async () => (await ann.call("listForexDrawings")).items;

test("an added indicator has a pane and is remembered", async () => {
  await button("Indicators").press("Enter");
  const dialog = page.getByRole("dialog", { name: "Indicators" });
  await dialog.getByRole("combobox", { name: "Indicator" }).selectOption("rsi");
  await dialog.getByRole("button", { name: "Add", exact: true }).press("Enter");
  await dialog.getByRole("group", { name: "RSI 14" }).getByLabel("Bars").fill("9");
  await page.keyboard.press("Escape");
  await page.getByText(/^RSI 9: \d+\.\d$/).waitFor();
  await page.reload();
  await page.getByText(/^RSI 9: \d+\.\d$/).waitFor();
  expect(visitor.faults()).toEqual([]);
});

test("the keyboard places, moves, deletes and restores a level", async () => {
  await button("Draw a level").press("Enter");
  await page.getByRole("application", { name: "Place a level" }).waitFor();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  // The new level has the focus, so that the next keys move it.
  await page.locator("[data-drawing]:focus").waitFor();
  await expect.poll(async () => (await stored())[0]?.version).toBe(1);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await stored())[0]?.version).toBe(2);
  await page.locator("[data-drawing]").press("Delete");
  await notice(page, "Drawing Deleted", "The drawing is deleted.");
  await expect.poll(stored).toEqual([]);
  await button("Undo").press("Enter");
  await expect.poll(async () => (await stored()).length).toBe(1);
  await handles().waitFor();
});

test("a trend line is drawn with the mouse and is still there after a reload", async () => {
  await button("Draw a trend line").click();
  const layer = page.getByRole("application", { name: "Place a trend line" });
  const box = await layer.boundingBox();
  if (!box) throw new Error("no plot");
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.4);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.3, { steps: 5 });
  await page.mouse.up();
  await expect
    .poll(async () => (await stored()).map(({ kind }) => kind).toSorted())
    .toEqual(["level", "trend"]);
  await page.reload();
  await button("Drawings").click();
  const dialog = page.getByRole("dialog", { name: "Drawings" });
  await dialog.getByText(/^Trend line, from 1\.\d{5} at .* to 1\.\d{5} at /).waitFor();
  await page.keyboard.press("Escape");
});

test("a drawing that another tab has changed is not overwritten", async () => {
  const level = (await stored()).find(({ kind }) => kind === "level");
  if (!level) throw new Error("no level");
  const { id, ...rest } = level;
  await handles().first().waitFor();
  await ann.call("setForexDrawing", { params: { drawingId: id }, body: rest });
  const handle = page.locator(`[data-drawing="${id}"]`);
  await handle.press("ArrowUp");
  await page.keyboard.press("Enter");
  await notice(page, "Drawing Changed Elsewhere", /The chart now shows that change/);
  const after = (await stored()).find((one) => one.id === id);
  expect(after).toMatchObject({ points: level.points, version: level.version + 1 });
});

test("two charts are in the address, and phones show one", async () => {
  await page.getByRole("group", { name: "Number of charts" }).getByText("2").click();
  await page.getByRole("group", { name: "Chart 2" }).waitFor();
  await page.waitForURL(/charts=GBP_USD\.S5/);
  await page.getByLabel("Chart 2: Timeframe").selectOption("M1");
  await page.waitForURL(/charts=GBP_USD\.M1/);
  await expect.poll(() => page.locator("[data-chart] figure").count()).toBe(2);
  expect(await faultsOf(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole("button", { name: "Chart", exact: true }).click();
  await expect.poll(() => page.locator("[data-chart] figure").count()).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(visitor.faults()).toEqual([]);
});

/**
 * Tests the places of the desk's parts: the ticket on tablets, Buy and Sell on laptops, the width
 * on large screens, and the row of tabs on phones. Also tests stop-limit orders, several take
 * profits, break-even stops and closing all positions on the page.
 */
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { endAnimations, heightOf, notice, type Visitor } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { faultsOf } from "../support/browser/layouts.ts";
import { openHour } from "../support/money/open-hour.ts";
import { getCoins } from "../support/people/main-job.ts";
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
  for (const instrument of ["EUR_USD", "GBP_USD"])
    await ann.call("placeForexOrder", { body: { type: "MARKET", instrument, units: 3_000 } });
  visitor = await site.visit("/forex", { person: ann });
  ({ page } = visitor);
});

async function boxOf(one: Locator) {
  await one.waitFor();
  const box = await one.boundingBox();
  if (!box) throw new Error("not visible");
  return { ...box, bottom: box.y + box.height, right: box.x + box.width };
}

const ticket = () => page.locator(".desk-ticket");
const bottomBar = () => page.getByRole("navigation").last();
const sideButton = (name: string) => ticket().locator("button[aria-pressed]", { hasText: name });

async function setSize(width: number, height: number) {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => scrollTo(0, 0));
  await endAnimations(page);
}

test.each([768, 900, 1_023])(
  "at %i px, the ticket is visible without scrolling past the watchlist",
  async (width) => {
    await setSize(width, 1_024);
    const [form, watch] = [await boxOf(ticket()), await boxOf(page.locator(".desk-watch"))];
    expect(form.y).toBeLessThan(watch.y);
    expect((await boxOf(sideButton("Sell"))).bottom).toBeLessThan(1_024);
    const [send, bar] = [await boxOf(page.locator("#forex-send")), await boxOf(bottomBar())];
    expect(send.bottom).toBeLessThan(bar.y);
    expect(send.y).toBeGreaterThan((await boxOf(page.getByLabel("Trailing stop"))).y);
  },
);

test("at 1440 x 900, Buy, Sell and the order button are above the fold", async () => {
  await setSize(1_440, 900);
  for (const side of ["Buy", "Sell"])
    expect((await boxOf(sideButton(side))).bottom).toBeLessThan(900);
  expect((await boxOf(page.locator("#forex-send"))).bottom).toBeLessThan(900);
});

test("at 1920 px, the desk uses the width, and the chart gets most of it", async () => {
  await setSize(1_440, 900);
  const before = await boxOf(page.locator(".desk-chart"));
  await setSize(1_920, 1_080);
  const main = await page.locator("main").evaluate((one) => one.parentElement?.clientWidth ?? 0);
  const desk = await boxOf(page.locator(".desk"));
  expect(desk.width).toBeGreaterThan(main * 0.95 - 64);
  const chart = await boxOf(page.locator(".desk-chart"));
  expect(chart.width - before.width).toBeGreaterThan(350);
});

test("at 360 px, a row of eight tabs scrolls sideways and keeps its height", async () => {
  await setSize(360, heightOf(360));
  await goToPart("Positions");
  const tabs = page.getByRole("group", { name: "List" });
  const before = await boxOf(tabs);
  await tabs.evaluate((row) => {
    for (const name of ["Analysis", "Journal", "Alerts", "Notes", "Reports"]) {
      const tab = row.lastElementChild?.cloneNode(true) as HTMLElement;
      tab.textContent = name;
      tab.dataset["added"] = "";
      row.append(tab);
    }
  });
  const after = await boxOf(tabs);
  expect(after.height).toBe(before.height);
  expect(after.right).toBeLessThanOrEqual(360);
  expect(await tabs.evaluate((row) => row.scrollWidth > row.clientWidth)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await tabs.evaluate((row) => row.querySelectorAll("[data-added]").forEach((one) => one.remove()));
});

test("the desk has no layout faults with several targets, at any width and theme", async () => {
  await ann.call("placeForexOrder", {
    body: {
      type: "STOP_LIMIT",
      instrument: "EUR_USD",
      units: 500,
      price: "1.5",
      limitPrice: "1.6",
    },
  });
  const { items } = await ann.call("listForexTrades", { query: { state: "OPEN" } });
  const trade = items.find(({ instrument }) => instrument === "EUR_USD");
  if (!trade) throw new Error("no trade");
  const takeProfits = [0.01, 0.02, 0.03].map((far) => ({
    price: (Number(trade.price) + far).toFixed(5),
    units: 1_000,
  }));
  await ann.call("changeForexTradeOrders", {
    params: { tradeId: trade.id },
    body: { takeProfits },
  });
  const wrong: string[] = [];
  for (const width of [1_920, 1_440, 768, 360])
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: "attached" });
      await setSize(width, width === 1_440 ? 900 : heightOf(width));
      for (const part of width < 768 ? ["Positions", "Trade"] : ["wide"]) {
        if (part !== "wide") await goToPart(part);
        const faults = await faultsOf(page, width === 1_440);
        wrong.push(...faults.map((fault) => `${width} ${colorScheme} ${part}: ${fault}`));
        await picture(`desk-${width}-${colorScheme}-${part}`);
      }
    }
  await setSize(1_440, 900);
  expect(wrong).toEqual([]);
});

test("an order with two targets is placed in the ticket after a confirmation", async () => {
  await page.getByLabel(/^Units/).fill("2000");
  await page.getByRole("button", { name: "Pips", exact: true }).press("Enter");
  await page.getByRole("button", { name: "Add take profit" }).press("Enter");
  const field = (label: string) => page.getByLabel(label, { exact: true });
  expect(await field("Units of take profit 2").inputValue()).toBe("1000");
  await field("Take profit 1").fill("50");
  await field("Take profit 2").fill("100");
  await field("Units of take profit 2").fill("1001");
  await page.getByText("The take profits together have more units than the trade.").waitFor();
  await field("Units of take profit 2").fill("500");
  await setSize(360, heightOf(360));
  await picture("targets-360");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await setSize(1_440, 900);
  await picture("targets-1440");
  await page.locator("#forex-send").press("Enter");
  const confirmation = page.getByRole("dialog", { name: "Buy EUR/USD, at market" });
  await confirmation.getByText(/^500 at 1\.\d{5}$/).waitFor();
  await page.keyboard.press("Enter");
  await notice(page, "Order Filled", /Bought 2,000 EUR\/USD/);
  const { items } = await ann.call("listForexTrades", { query: { state: "OPEN" } });
  const sizes = items.map(({ takeProfits }) => takeProfits.map(({ units }) => units));
  expect(sizes).toContainEqual([1_000, 500]);
  expect(visitor.faults()).toEqual([]);
});

test("a stop-limit order is placed with the keyboard and listed with both prices", async () => {
  await page.locator("#main").focus();
  await page.keyboard.press("i");
  await page.getByLabel("Stop price").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("1.60000");
  await page.getByLabel("Limit price").fill("1.70000");
  for (const name of ["Remove take profit 2"])
    await page.getByRole("button", { name }).press("Enter");
  await page.getByLabel("Take profit", { exact: true }).fill("");
  await page.locator("#forex-send").press("Enter");
  const confirmation = page.getByRole("dialog", { name: "Buy EUR/USD, stop-limit" });
  await confirmation.getByText("1.70000").waitFor();
  await picture("stop-limit-1440");
  await page.keyboard.press("Enter");
  await notice(page, "Order Placed");
  await page.getByRole("button", { name: /^Orders/ }).press("Enter");
  await page
    .getByRole("row", { name: /Stop-limit/ })
    .getByText("1.60000, limit 1.70000")
    .waitFor();
  await page
    .getByRole("button", { name: /^Positions/ })
    .first()
    .press("Enter");
  expect(visitor.faults()).toEqual([]);
});

test("a break-even stop is refused until the price has moved far enough", async () => {
  await page.getByRole("button", { name: /^Move the stop of GBP\/USD/ }).press("Enter");
  await notice(page, "Break-Even Not Reached");
  const { items } = await ann.call("listForexTrades", { query: { state: "OPEN" } });
  expect(items.map(({ stopLoss }) => stopLoss)).toEqual(items.map(() => null));
});

test("all positions are closed with one confirmation that names each outcome", async () => {
  await page.locator("#main").focus();
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog", { name: "Close all positions" });
  await dialog.getByText("EUR/USD, long 5,000").waitFor();
  await picture("close-all-1440");
  await dialog.getByRole("button", { name: "Close 2 positions" }).press("Enter");
  const result = page.getByRole("dialog", { name: "Result of closing all positions" });
  await result.getByText(/^Sold 5,000 at 1\.\d{5}$/).waitFor();
  await result.getByText(/^Sold 3,000 at 1\.\d{5}$/).waitFor();
  await result.getByRole("button", { name: "Done" }).press("Enter");
  await page.getByText("No open positions", { exact: true }).waitFor();
  expect((await ann.call("getForexAccount")).openTradeCount).toBe(0);
  expect(visitor.faults()).toEqual([]);
});

/** Takes a picture of the page if pictures are kept. */
async function picture(name: string): Promise<void> {
  const folder = process.env["SHOTS"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

async function goToPart(name: string): Promise<void> {
  const parts = page.getByRole("group", { name: "Parts of the desk" });
  await parts.getByRole("button", { name }).press("Enter");
  await parts.getByRole("button", { name, pressed: true }).waitFor();
}

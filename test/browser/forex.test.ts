/**
 * Tests the Forex desk with the keyboard: a deposit, an order with stop and target, a partial
 * close, a moved stop, and orders that are refused, cancelled and closed. Also tests both themes
 * and a phone-sized screen.
 */
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { endAnimations, heightOf, notice, type Visitor } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { faultsOf } from "../support/browser/layouts.ts";
import { getCoins } from "../support/people/main-job.ts";
import { openHour } from "../support/money/open-hour.ts";
import { openPalette, typeAndTake } from "../support/browser/overlays.ts";
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
  visitor = await site.visit("/forex", { person: ann });
  ({ page } = visitor);
});

/**
 * Removes the focus and then presses the keys, because shortcuts work only while no field has the
 * focus.
 */
async function press(...keys: string[]): Promise<void> {
  await page.locator("#main").focus();
  for (const key of keys) await page.keyboard.press(key);
}

const field = (label: string) => page.getByLabel(label, { exact: true });
const positionRow = () => page.getByRole("row", { name: /^EUR\/USD (Long|Short)/ });
/**
 * Returns the trade's row. It also shows a date if the trade was not made on the desk's current
 * day, for example at a weekend.
 */
const tradeRow = () => page.getByRole("row", { name: /^EUR\/USD (\d+ [A-Z][a-z]+, )?\d\d:\d\d/ });
const focused = (one: Locator) => one.and(page.locator(":focus")).waitFor();

test("a deposit shows its rate, cost and result before it is confirmed", async () => {
  await page.getByRole("button", { name: "Move to Forex" }).press("Enter");
  await page.keyboard.type("0.01");
  const dialog = page.getByRole("dialog", { name: "Move funds" });
  await dialog.getByText("60,000.00 USD").waitFor();
  await dialog.getByText("0.00002500 BTC").waitFor();
  await dialog.getByText("598.50 USD").waitFor();
  await page.keyboard.press("Enter");
  await notice(page, "Moved to Forex", "0.01000000 BTC became 598.50 USD in your Forex account.");
  await page.getByRole("region", { name: "Account" }).getByText("598.50").first().waitFor();
  expect(visitor.faults()).toEqual([]);
});

test("an order with stop and target is sent after it is confirmed", async () => {
  await press("b");
  await focused(page.getByRole("button", { name: /^Buy 1,000 EUR at 1\.\d{5}$/ }));
  await press("ArrowUp");
  await page.getByRole("button", { name: "Pips", exact: true }).press("Enter");
  await field("Take profit").fill("200");
  await field("Stop loss").fill("100");
  const facts = page.getByRole("region", { name: "Estimate" });
  await facts.getByText(/^\u221220\.\d\d USD/).waitFor();
  await facts.getByText(/^\+40\.\d\d USD/).waitFor();
  await facts.getByText(/^\d,?\d*\.\d %$/).waitFor();
  await page.keyboard.press("Enter");
  const confirmation = page.getByRole("dialog", { name: "Buy EUR/USD, at market" });
  await focused(confirmation.getByRole("button", { name: /^Buy 2,000 EUR at/ }));
  await page.keyboard.press("Enter");
  await notice(page, "Order Filled", /Bought 2,000 EUR\/USD at 1\.\d{5}\./);
  await positionRow().getByText("2,000", { exact: true }).waitFor();
  const [trade] = (await ann.call("listForexTrades", { query: { state: "OPEN" } })).items;
  await tradeRow()
    .getByText(trade?.takeProfit ?? "no target")
    .waitFor();
  await tradeRow()
    .getByText(trade?.stopLoss ?? "no stop")
    .waitFor();
  expect(visitor.faults()).toEqual([]);
});

test("a position is partly closed, and its stop is moved in the row", async () => {
  await press("x");
  const dialog = page.getByRole("dialog", { name: "Close EUR/USD" });
  await focused(dialog.getByLabel("Units to close"));
  await page.keyboard.type("2500");
  await page.keyboard.press("Enter");
  await dialog.getByText("Enter a whole number of units, at most the open amount.").waitFor();
  await dialog.getByLabel("Units to close").fill("500");
  // Reloads the page before the order is confirmed. No order may be sent.
  await page.reload();
  await positionRow().getByText("2,000", { exact: true }).waitFor();
  await press("x");
  await focused(dialog.getByLabel("Units to close"));
  await dialog.getByLabel("Units to close").fill("500");
  await page.keyboard.press("Enter");
  await notice(page, "Order Filled", /Sold 500 EUR\/USD at/);
  await positionRow().getByText("1,500", { exact: true }).waitFor();

  await tradeRow()
    .getByRole("button", { name: /^Edit stop/ })
    .press("Enter");
  await tradeRow().getByLabel("Stop loss").fill("9.99999");
  await page.keyboard.press("Enter");
  await page.getByText(/The price is already past this stop loss/).waitFor();
  await tradeRow().getByLabel("Stop loss").fill("1.000001");
  await page.keyboard.press("Enter");
  await page.getByText("Order Refused. The stop loss has too many decimals.").waitFor();
  await tradeRow().getByLabel("Stop loss").fill("1.00000");
  await page.keyboard.press("Enter");
  await notice(page, "Stops Changed");
  await tradeRow().getByText("1.00000").waitFor();
  expect(visitor.faults()).toEqual([]);
});

test("editing a target keeps a stop that was moved at the same time", async () => {
  const [trade] = (await ann.call("listForexTrades", { query: { state: "OPEN" } })).items;
  if (!trade) throw new Error("no trade");
  await tradeRow()
    .getByRole("button", { name: /^Edit stop/ })
    .press("Enter");
  const read = page.waitForResponse(/\/forex\/trades\?/);
  await ann.call("changeForexTradeOrders", {
    params: { tradeId: trade.id },
    body: { stopLoss: { price: "1.00100" } },
  });
  await (await read).finished();
  const takeProfit = (Number(trade.takeProfit) + 1e-3).toFixed(5);
  await tradeRow().getByLabel("Take profit").fill(takeProfit);
  await page.keyboard.press("Enter");
  await tradeRow().getByText(takeProfit).waitFor();
  const [changed] = (await ann.call("listForexTrades", { query: { state: "OPEN" } })).items;
  expect(changed).toMatchObject({ takeProfit, stopLoss: "1.00100" });
  expect(visitor.faults()).toEqual([]);
});

test("reversing a position is refused if the position has changed", async () => {
  await page.getByRole("button", { name: "Reverse EUR/USD" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Reverse EUR/USD" });
  const turn = dialog.getByRole("button", { name: "Sell 3,000 EUR" });
  await focused(turn);
  await ann.call("placeForexOrder", {
    body: { type: "MARKET", instrument: "EUR_USD", units: "-100", positionFill: "REDUCE_ONLY" },
  });
  await dialog.getByText("The position in EUR/USD has changed.").waitFor();
  await turn.press("Enter");
  await page.keyboard.press("Escape");
  await positionRow().getByText("1,400", { exact: true }).waitFor();
  const { items } = await ann.call("listForexTrades", { query: { state: "OPEN" } });
  expect(items).toMatchObject([{ units: 1_400 }]);
  expect(visitor.faults()).toEqual([]);
});

test("the stop can be dragged on the chart or moved with keys", async () => {
  const stopOf = async () =>
    Number((await ann.call("listForexTrades", { query: { state: "OPEN" } })).items[0]?.stopLoss);
  const stop = page.getByRole("slider", { name: "stop loss" });
  // A stop far below the visible range is drawn at the lower edge. Hovering waits until the line
  // does not move any more, because a chart that is still being drawn would move it away.
  await stop.hover();
  const box = await stop.boundingBox();
  if (box === null) throw new Error("the stop has no line");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.down();
  await page.mouse.move(x, y - 12, { steps: 4 });
  expect(await stop.getAttribute("aria-valuetext")).toMatch(/USD, level [\d,.]+ %$/);
  await page.mouse.up();
  await notice(page, "Line Moved");
  const dragged = await stopOf();
  expect(dragged).toBeGreaterThan(1.05);

  const valued = page.locator(`[aria-valuetext^="${dragged.toFixed(5)}"]`);
  await valued.focus();
  await page.keyboard.press("ArrowDown");
  await page.locator(`[aria-valuetext^="${(dragged - 1e-4).toFixed(5)}"]`).waitFor();
  await page.keyboard.press("Escape");
  await valued.waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.locator(`[aria-valuetext^="${(dragged - 2e-4).toFixed(5)}"]`).waitFor();
  await tradeRow()
    .getByText((dragged - 2e-4).toFixed(5))
    .waitFor();
  expect(await stopOf()).toBeCloseTo(dragged - 2e-4, 6);
  expect(visitor.faults()).toEqual([]);
});

test("an order whose response was lost is repeated unchanged at a new price", async () => {
  const heldUnits = async () =>
    (await ann.call("listForexTrades", { query: { state: "OPEN" } })).items[0]?.units ?? 0;
  const before = await heldUnits();
  await press("s");
  await page.getByRole("button", { name: "Pips", exact: true }).press("Enter");
  await page.getByLabel(/^Units/).fill("100");
  await field("Stop loss").fill("50");
  const bodies: string[] = [];
  await page.route("**/api/v1/forex/orders", async (route) => {
    bodies.push(route.request().postData() ?? "");
    const response = await route.fetch();
    if (bodies.length === 1) await route.abort();
    else await route.fulfill({ response });
  });
  const confirmation = page.getByRole("dialog", { name: "Sell EUR/USD, at market" });
  const send = async () => {
    // The button must not send an order while no new prices arrive.
    await expect
      .poll(async () => {
        await page.locator("#forex-send").press("Enter");
        return confirmation.waitFor({ timeout: 2_000 }).then(
          () => true,
          () => false,
        );
      })
      .toBe(true);
    await confirmation.getByRole("button", { name: /^Sell 100 EUR/ }).press("Enter");
    await confirmation.waitFor({ state: "detached" });
  };
  const bid = async () =>
    (await ann.call("getQuotes")).quotes.find(({ instrument }) => instrument === "EUR_USD")?.bid;
  await send();
  const sentAt = await bid();
  await expect.poll(bid).not.toBe(sentAt);
  // The stop in pips now corresponds to another price, but the ticket still previews the order that
  // was sent.
  await page.waitForRequest(
    (request) => request.url().endsWith("/orders/preview") && request.postData() === bodies[0],
  );
  await send();
  await notice(page, "Order Filled", /Sold 100 EUR\/USD/);
  await page.unroute("**/api/v1/forex/orders");
  expect(bodies).toEqual([bodies[0], bodies[0]]);
  expect(await heldUnits()).toBe(before - 100);
  await field("Stop loss").fill("");
  await press("b");
  expect(visitor.faults()).toEqual([]);
});

test("an invalid order shows the reason at its field and is not sent", async () => {
  await page.getByLabel(/^Units/).fill("900000");
  await page.getByText("The account does not have enough available margin.").waitFor();
  await page.getByLabel(/^Units/).fill("1.5");
  await page.getByText("Units must not have decimals.").waitFor();
  await page.keyboard.press("Enter");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.getByLabel(/^Units/).fill("1000");
});

test("a pending order is placed, filtered by URL, and cancelled", async () => {
  await press("l");
  await focused(field("Price"));
  await page.keyboard.type("1.00001");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Buy EUR/USD, limit" }).waitFor();
  await page.keyboard.press("Enter");
  await notice(page, "Order Placed", "Buy 1,000 EUR/USD at 1.00001 is pending.");
  await page.getByRole("button", { name: /^Orders/ }).press("Enter");
  await page.waitForURL("**/forex?list=orders");
  const row = page.getByRole("row", { name: /Limit/ });
  await row.getByRole("button", { name: "Cancel the order in EUR/USD" }).press("Enter");
  await notice(page, "Order Cancelled");
  await row.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Cancelled", exact: true }).press("Enter");
  await page.getByText("Its owner cancelled it.").waitFor();
  expect(visitor.faults()).toEqual([]);
});

test("the desk's shortcuts are listed and are disabled in fields", async () => {
  await press("/");
  await focused(field("Find an instrument"));
  await page.keyboard.type("gbpjpy");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "GBP/JPY" }).waitFor();
  await press("7");
  await page.waitForURL(/timeframe=H1/);
  await press("?");
  await page.getByRole("dialog").getByText("Close the position").waitFor();
  await page.keyboard.press("Escape");
  await openPalette(page);
  await typeAndTake(page, "Timeframe 1D", /^Timeframe 1D/);
  await page.waitForURL(/timeframe=D/);
  expect(visitor.faults()).toEqual([]);
});

test("the desk has no layout or accessibility faults in either theme at any width", async () => {
  const wrong: string[] = [];
  for (const [width, parts] of [
    [1440, ["wide"]],
    [360, ["Markets", "Chart", "Trade", "Positions"]],
  ] as const) {
    await page.setViewportSize({ width, height: heightOf(width) });
    for (const part of parts) {
      if (part !== "wide") await goToPart(part);
      // Phones use the same colours, so check the dark theme only on the wide page.
      const themes = width < 768 ? (["light"] as const) : (["light", "dark"] as const);
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: "attached" });
        await endAnimations(page);
        const isThemeNew = colorScheme === "dark";
        const faults = await faultsOf(page, isThemeNew);
        if (width < 768 && !isThemeNew) faults.push(...(await smallTargets(page)));
        wrong.push(...faults.map((fault) => `${part}, ${colorScheme}: ${fault}`));
      }
    }
  }
  expect(wrong).toEqual([]);
});

test("a position is closed completely on a phone", async () => {
  await page
    .getByRole("button", { name: /^Positions/ })
    .last()
    .press("Enter");
  await page.getByRole("button", { name: "Close EUR/USD", exact: true }).press("Enter");
  await focused(page.getByRole("dialog").getByLabel("Units to close"));
  await page.keyboard.press("Enter");
  await notice(page, "Order Filled", /Sold 1,300 EUR\/USD at/);
  await page.getByText("No open positions", { exact: true }).waitFor();
  await page.getByRole("button", { name: "History" }).press("Enter");
  await page.getByText(/^Moved 0\.01000000 BTC to Forex at 60,000\.00 USD/).waitFor();
  await page.getByText(/^Sold 1,300 EUR\/USD at 1\.\d{5}; spread/).waitFor();
  const closed = page.getByRole("region", { name: "Closed trades" });
  await closed.getByText(/^\d won, \d lost$/).waitFor();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).press("Enter");
  expect((await saving).suggestedFilename()).toMatch(/^hashfloor-practice-forex-history-.*\.csv$/);
  const { balanceCents, openTradeCount } = await ann.call("getForexAccount");
  const { items } = await ann.call("listForexTransactions", { query: { limit: 100 } });
  expect(items.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(balanceCents);
  expect(openTradeCount).toBe(0);
  expect(visitor.faults()).toEqual([]);
});

async function goToPart(name: string): Promise<void> {
  const parts = page.getByRole("group", { name: "Parts of the desk" });
  await parts.getByRole("button", { name }).press("Enter");
  await parts.getByRole("button", { name, pressed: true }).waitFor();
}

/** Returns the controls that are less than 44 px high. */
function smallTargets(of: Page): Promise<string[]> {
  return of.evaluate(() =>
    // The chart library's logo sets its own size, so exclude it.
    [
      ...document.querySelectorAll<HTMLElement>(
        "main button:not([role=switch]), main a:not(#tv-attr-logo)",
      ),
    ]
      .filter((one) => one.offsetParent !== null && one.getBoundingClientRect().height < 43.5)
      .map((one) => `low target: ${one.getAttribute("aria-label") ?? one.innerText}`),
  );
}

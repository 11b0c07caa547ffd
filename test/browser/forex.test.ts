/**
 * The Forex desk by keyboard: coins in, an order with stop and target, a part closed, a stop moved,
 * orders that are refused, cancelled and closed, in both themes and on a phone. Then a
 * replay without a coin, a weekend, and the day checked once it is over.
 */
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { CHROMIUM_FLAGS } from "../../scripts/chromium.ts";
import { closesAt, dateText, dayAt } from "#market";
import {
  endAnimations,
  goTo,
  heightOf,
  launchBrowser,
  newVisitor,
  notice,
  type Visitor,
} from "../support/browser.ts";
import { storageOf } from "../support/browser-person.ts";
import { openSite } from "../support/browser-site.ts";
import { faultsOf } from "../support/looks.ts";
import { getCoins } from "../support/main-job.ts";
import { openHour } from "../support/open-hour.ts";
import { goByKeys, openPalette, typeAndTake } from "../support/overlays.ts";
import { signIn, signUp, type Person } from "../support/person.ts";
import { HOUR, startInstallationAt, travelClock } from "../support/time-travel.ts";

const clock = travelClock(openHour());
const site = openSite(async () => {
  const installation = await startInstallationAt(clock);
  return { url: installation.url(), close: () => installation.close() };
});

/** New York's day in which everything is traded. */
const DAY = dayAt(clock.now().getTime());
const CHECKED_MS = 60_000;

let ann: Person;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  ann = await signUp(site.url, "Ann");
  await getCoins(ann);
  visitor = await site.visit("/forex", { person: ann });
  ({ page } = visitor);
});

/** Keys act on the page while no field has the focus. */
async function press(...keys: string[]): Promise<void> {
  await page.locator("#main").focus();
  for (const key of keys) await page.keyboard.press(key);
}

const field = (label: string) => page.getByLabel(label, { exact: true });
const positionRow = () => page.getByRole("row", { name: /^EUR\/USD (Long|Short)/ });
/** With its day where the desk's is not today's, as at the weekend. */
const tradeRow = () => page.getByRole("row", { name: /^EUR\/USD (\d+ [A-Z][a-z]+, )?\d\d:\d\d/ });
const focused = (one: Locator, of = page) => one.and(of.locator(":focus")).waitFor();

test("brings coins: rate, cost and what arrives stand before the button", async () => {
  await page.getByRole("button", { name: "Bring coins" }).press("Enter");
  await page.keyboard.type("0.01");
  const dialog = page.getByRole("dialog", { name: "Move funds" });
  await dialog.getByText("60,000.00 USD").waitFor();
  await dialog.getByText("0.00002500 BTC").waitFor();
  await dialog.getByText("598.50 USD").waitFor();
  await page.keyboard.press("Enter");
  await notice(page, "Coins Brought", "0.01000000 BTC are 598.50 USD at the desk.");
  await page.getByRole("region", { name: "Account" }).getByText("598.50").first().waitFor();
  expect(visitor.faults()).toEqual([]);
});

test("sends an order with stop and target after a second look", async () => {
  await press("b");
  await focused(page.getByRole("button", { name: /^Buy 1,000 EUR at 1\.\d{5}$/ }));
  await press("ArrowUp");
  await page.getByRole("button", { name: "Pips", exact: true }).press("Enter");
  await field("Take profit").fill("200");
  await field("Stop loss").fill("100");
  const facts = page.getByRole("region", { name: "Before you send it" });
  await facts.getByText(/^\u221220\.\d\d USD/).waitFor();
  await facts.getByText(/^\+40\.\d\d USD/).waitFor();
  await facts.getByText(/^\d,?\d*\.\d %$/).waitFor();
  await page.keyboard.press("Enter");
  const look = page.getByRole("dialog", { name: "Buy EUR/USD, at market" });
  await focused(look.getByRole("button", { name: /^Buy 2,000 EUR at/ }));
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

test("closes a part, and moves the stop in the row", async () => {
  await press("x");
  const dialog = page.getByRole("dialog", { name: "Close EUR/USD" });
  await focused(dialog.getByLabel("Units to close"));
  await page.keyboard.type("2500");
  await page.keyboard.press("Enter");
  await dialog.getByText("A whole number of units, no more than are open.").waitFor();
  await dialog.getByLabel("Units to close").fill("500");
  // A page that is loaded anew in the middle of it has sent nothing.
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
  await page.getByText(/The price is beyond this stop already/).waitFor();
  await tradeRow().getByLabel("Stop loss").fill("1.000001");
  await page.keyboard.press("Enter");
  await page.getByText("Order Refused. The stop loss has too many decimals.").waitFor();
  await tradeRow().getByLabel("Stop loss").fill("1.00000");
  await page.keyboard.press("Enter");
  await notice(page, "Stops Changed");
  await tradeRow().getByText("1.00000").waitFor();
  expect(visitor.faults()).toEqual([]);
});

test("a target that is edited leaves a stop that moved meanwhile where it is", async () => {
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

test("a position that changes meanwhile is not turned round", async () => {
  await page.getByRole("button", { name: "Reverse EUR/USD" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Reverse EUR/USD" });
  const turn = dialog.getByRole("button", { name: "Sell 3,000 EUR" });
  await focused(turn);
  await ann.call("placeForexOrder", {
    body: { type: "MARKET", instrument: "EUR_USD", units: "-100", positionFill: "REDUCE_ONLY" },
  });
  await dialog.getByText("The position in EUR/USD has changed meanwhile.").waitFor();
  await turn.press("Enter");
  await page.keyboard.press("Escape");
  await positionRow().getByText("1,400", { exact: true }).waitFor();
  const { items } = await ann.call("listForexTrades", { query: { state: "OPEN" } });
  expect(items).toMatchObject([{ units: 1_400 }]);
  expect(visitor.faults()).toEqual([]);
});

test("drags the stop on the chart, moves it by keys with its worth beside it, and Esc leaves it", async () => {
  const stopOf = async () =>
    Number((await ann.call("listForexTrades", { query: { state: "OPEN" } })).items[0]?.stopLoss);
  const stop = page.getByRole("slider", { name: "stop loss" });
  await stop.scrollIntoViewIfNeeded();
  // Far below what is in sight it stands at the lower edge.
  const box = await stop.boundingBox();
  if (box === null) throw new Error("the stop has no line");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
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

test("an order whose answer was lost is sent again as it was, whatever the price is by then", async () => {
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
  const look = page.getByRole("dialog", { name: "Sell EUR/USD, at market" });
  const send = async () => {
    // While prices stand still for a moment the button sends nothing.
    await expect
      .poll(async () => {
        await page.locator("#forex-send").press("Enter");
        return look.waitFor({ timeout: 2_000 }).then(
          () => true,
          () => false,
        );
      })
      .toBe(true);
    await look.getByRole("button", { name: /^Sell 100 EUR/ }).press("Enter");
    await look.waitFor({ state: "detached" });
  };
  const bid = async () =>
    (await ann.call("getQuotes")).quotes.find(({ instrument }) => instrument === "EUR_USD")?.bid;
  await send();
  const sentAt = await bid();
  await expect.poll(bid).not.toBe(sentAt);
  // The stop in pips is another price by now, and what the ticket tells is still of what was sent.
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

test("says beside the field why an order would be refused, and sends none that is none", async () => {
  await page.getByLabel(/^Units/).fill("900000");
  await page.getByText("The account has not enough margin available for this.").waitFor();
  await page.getByLabel(/^Units/).fill("1.5");
  await page.getByText("Units have no decimals.").waitFor();
  await page.keyboard.press("Enter");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.getByLabel(/^Units/).fill("1000");
});

test("places an order that waits, finds it by the address, and cancels it", async () => {
  await press("l");
  await focused(field("Price"));
  await page.keyboard.type("1.00001");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Buy EUR/USD, limit" }).waitFor();
  await page.keyboard.press("Enter");
  await notice(page, "Order Placed", "Buy 1,000 EUR/USD at 1.00001 waits for its price.");
  await page.getByRole("button", { name: /^Orders/ }).press("Enter");
  await page.waitForURL("**/forex?list=orders");
  const row = page.getByRole("row", { name: /Limit/ });
  await row.getByRole("button", { name: "Cancel the order in EUR/USD" }).press("Enter");
  await notice(page, "Order Cancelled");
  await row.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Cancelled", exact: true }).press("Enter");
  await page.getByText("It was cancelled by its owner.").waitFor();
  expect(visitor.faults()).toEqual([]);
});

test("its keys are on the sheet and in the palette, and never act in a field", async () => {
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

test("nothing is wrong with it in either theme, on a wide screen and on a phone", async () => {
  const wrong: string[] = [];
  for (const [width, parts] of [
    [1440, ["wide"]],
    [360, ["Markets", "Chart", "Trade", "Positions"]],
  ] as const) {
    await page.setViewportSize({ width, height: heightOf(width) });
    for (const part of parts) {
      if (part !== "wide") await goToPart(part);
      // What a phone draws otherwise has the same colours: its dark is the wide page's.
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

test("on a phone: closes all of it, and the history tells the whole day in words", async () => {
  await page
    .getByRole("button", { name: /^Positions/ })
    .last()
    .press("Enter");
  await page.getByRole("button", { name: "Close EUR/USD", exact: true }).press("Enter");
  await focused(page.getByRole("dialog").getByLabel("Units to close"));
  await page.keyboard.press("Enter");
  await notice(page, "Order Filled", /Sold 1,300 EUR\/USD at/);
  await page.getByText("Nothing open", { exact: true }).waitFor();
  await page.getByRole("button", { name: "History" }).press("Enter");
  await page.getByText(/^Brought 0\.01000000 BTC at 60,000\.00 USD/).waitFor();
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

const HOUR_OF_PRICES_MS = 80_000;

test("a new account's one visit: the franc of 2015 to its end without a coin, then coins, a trade opened and closed by keys alone", async () => {
  const kim = await signUp(site.url, "Kim");
  const { page: past, faults, context } = await site.visit("/forex/replays", { person: kim });
  const day = past.getByRole("listitem").filter({ hasText: "The franc is let go" });
  await day.getByRole("button", { name: "Replay" }).press("Enter");
  await past.getByRole("heading", { name: "The franc is let go" }).waitFor();
  const account = past.getByRole("region", { name: "Account" });
  await account.getByText("10,000.00").first().waitFor();
  await past.getByRole("textbox", { name: /^Units/ }).fill("100000");
  await past.getByRole("button", { name: /^Buy 100,000 EUR at 1\.20\d{3}$/ }).press("Enter");
  await past
    .getByRole("dialog")
    .getByRole("button", { name: /^Buy 100,000 EUR at/ })
    .press("Enter");
  await notice(past, "Order Filled", /Bought 100,000 EUR\/CHF at 1\.20\d{3}\./);
  const time = past.getByRole("region", { name: "The replay's time" });
  const timeMs = async () =>
    Date.parse((await time.locator("time").getAttribute("datetime")) ?? "no time");
  for (const hour of ["10", "11"]) {
    const beforeMs = await timeMs();
    await time.getByRole("button", { name: "+1 h" }).press("Enter");
    // An hour of prices is worked through, however long this machine takes.
    const reached = time.locator("time", { hasText: `2015-01-15 ${hour}:` });
    await reached.waitFor({ timeout: HOUR_OF_PRICES_MS });
    expect((await timeMs()) - beforeMs).toBeGreaterThanOrEqual(HOUR - 60_000);
  }
  await past.reload();
  await time.locator("time", { hasText: "2015-01-15 11:" }).waitFor();
  // No more than there was is lost, however far the price had fallen when it was closed.
  await time.getByText(/^\u221210,000\.00 USD/).waitFor();
  await past.getByRole("button", { name: "History" }).press("Enter");
  await past.getByText(/^Stopped out at a level of 50 % or less: sold 100,000 EUR\/CHF/).waitFor();
  await past.getByRole("button", { name: /stopped out at a level/i }).press("Enter");
  const report = past.getByRole("dialog");
  await report.getByText(/would have left it open/).waitFor();
  await past.keyboard.press("Escape");
  await report.waitFor({ state: "hidden" });
  await time.getByRole("button", { name: "End replay" }).press("Enter");
  await past.getByRole("dialog").getByRole("button", { name: "End replay" }).press("Enter");
  await notice(past, "Replay Ended", /It ended with \u221210,000\.00 USD\./);
  await past.getByText("This replay is over.").waitFor();
  expect((await kim.call("getWallet")).availableSats).toBe(0);

  await getCoins(kim);
  await tradeByKeys(past);
  const { balanceCents, openTradeCount } = await kim.call("getForexAccount");
  const { items } = await kim.call("listForexTransactions", { query: { limit: 100 } });
  expect(items.filter(({ type }) => type === "ORDER_FILL")).toHaveLength(2);
  expect(items.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(balanceCents);
  expect(openTradeCount).toBe(0);
  expect(faults()).toEqual([]);
  await context.close();
}, 240_000);

/** From any page of somebody with coins and nothing at the desk: not one press on an element. */
async function tradeByKeys(of: Page): Promise<void> {
  const { keyboard } = of;
  await goByKeys(of, "f", "/forex");
  await of.getByText("Bring coins to trade").waitFor();
  await openPalette(of);
  await typeAndTake(of, "Move funds", /^Move funds/);
  await focused(of.getByRole("dialog", { name: "Move funds" }).getByRole("textbox"), of);
  await keyboard.type("0.01");
  await keyboard.press("Enter");
  await notice(of, "Coins Brought");
  await of.getByRole("button", { name: /^Buy 1,000 EUR at 1\.\d{5}$/ }).waitFor();
  await keyboard.press("b");
  await focused(of.getByRole("button", { name: /^Buy 1,000 EUR at/ }), of);
  await keyboard.press("Enter");
  await focused(of.getByRole("dialog").getByRole("button", { name: /^Buy 1,000 EUR at/ }), of);
  await keyboard.press("Enter");
  await notice(of, "Order Filled", /Bought 1,000 EUR\/USD at/);
  await of.getByRole("row", { name: /^EUR\/USD Long/ }).waitFor();
  await keyboard.press("x");
  await focused(of.getByRole("dialog").getByLabel("Units to close"), of);
  await keyboard.press("Enter");
  await notice(of, "Order Filled", /Sold 1,000 EUR\/USD at/);
  await of.getByText("Nothing open", { exact: true }).waitFor();
}

test("at the weekend: tells when the market opens, and takes an order that waits", async () => {
  const end = closesAt(clock.now().getTime());
  // On the last day somebody asks, so that the days until then are there.
  clock.set(new Date(end - HOUR));
  await fetch(`${site.url}/api/v1/forex/quotes`);
  clock.set(new Date(end + HOUR));
  const eve = await signUp(site.url, "Eve");
  await getCoins(eve);
  await eve.call("transferForexFunds", { body: { amountSats: 1_000_000 } });
  const { page: desk, faults, context } = await site.comeTo("/forex", { person: eve });
  await desk
    .getByText(/^Market closed, opens \d+ \w+ \d{4}/)
    .first()
    .waitFor();
  const send = desk.getByRole("button", { name: /^Buy 1,000 EUR at/ });
  await expect.poll(() => send.getAttribute("aria-disabled")).toBe("true");
  await desk.getByText(/^The market opens .*can be placed until then\.$/).waitFor();
  await desk.locator("#main").focus();
  await desk.keyboard.press("l");
  await focused(desk.getByLabel("Price", { exact: true }), desk);
  await desk.keyboard.type("1.00001");
  await desk.keyboard.press("Enter");
  await desk.getByRole("dialog", { name: "Buy EUR/USD, limit" }).waitFor();
  await desk.keyboard.press("Enter");
  await notice(desk, "Order Placed");
  expect((await eve.call("getForexAccount")).pendingOrderCount).toBe(1);
  expect(faults()).toEqual([]);
  await context.close();
});

test("the seed of a day that is over reproduces its fills in a page with the network off", async () => {
  // Thirteen million prices: here the code does get hot.
  const args = CHROMIUM_FLAGS.filter((flag) => !flag.startsWith("--js-flags"));
  const browser = await launchBrowser({ args });
  try {
    const again = await signIn(site.url, ann.email, ann.password);
    const storage = await storageOf(site.url, again);
    const options = { url: site.url, storage, isUnused: true };
    const { context, page: day, faults } = await newVisitor(browser, options);
    await goTo(day, `/forex/days/${dateText(DAY)}`);
    await day.getByRole("button", { name: "Check this day" }).click();
    await day.getByText("Everything is here").waitFor({ timeout: CHECKED_MS });
    await context.setOffline(true);
    await day.getByRole("button", { name: "Check again" }).waitFor({ timeout: CHECKED_MS });
    await day.getByText(/^(\d+) of \1 fills, stop-outs and financings agree\.$/).waitFor();
    expect(faults()).toEqual([]);
  } finally {
    await browser.close();
  }
});

async function goToPart(name: string): Promise<void> {
  const parts = page.getByRole("group", { name: "Parts of the desk" });
  await parts.getByRole("button", { name }).press("Enter");
  await parts.getByRole("button", { name, pressed: true }).waitFor();
}

/** What a finger has to hit, and is lower than 44 px. */
function smallTargets(of: Page): Promise<string[]> {
  return of.evaluate(() =>
    // The mark of the chart's makers has its size from them.
    [
      ...document.querySelectorAll<HTMLElement>(
        "main button:not([role=switch]), main a:not(#tv-attr-logo)",
      ),
    ]
      .filter((one) => one.offsetParent !== null && one.getBoundingClientRect().height < 43.5)
      .map((one) => `low target: ${one.getAttribute("aria-label") ?? one.innerText}`),
  );
}

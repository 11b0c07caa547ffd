/**
 * Tests the Forex desk on days other than the current trading day: a replay without coins, a
 * weekend, and a past day that the page verifies.
 */
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { CHROMIUM_FLAGS } from "../../scripts/chromium.ts";
import { closesAt, dateText, dayAt } from "#market";
import { goTo, launchBrowser, newVisitor, notice } from "../support/browser/browser.ts";
import { storageOf } from "../support/browser/browser-person.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { getCoins } from "../support/people/main-job.ts";
import { openHour } from "../support/money/open-hour.ts";
import { goByKeys, openPalette, typeAndTake } from "../support/browser/overlays.ts";
import { signIn, signUp, type Person } from "../support/people/person.ts";
import { HOUR, startInstallationAt, travelClock } from "../support/servers/time-travel.ts";

const clock = travelClock(openHour());
const site = openSite(async () => {
  const installation = await startInstallationAt(clock);
  return { url: installation.url(), close: () => installation.close() };
});

/** The New York trading day on which all orders are placed. */
const DAY = dayAt(clock.now().getTime());
const CHECKED_MS = 60_000;

let ann: Person;

/** Creates Ann's fills on `DAY`: a position that is opened, reduced, reversed and closed. */
beforeAll(async () => {
  ann = await signUp(site.url, "Ann");
  await getCoins(ann);
  await ann.call("transferForexFunds", { body: { amountSats: 1_000_000 } });
  for (const units of ["2000", "-500", "-3000", "1500"])
    await ann.call("placeForexOrder", { body: { type: "MARKET", instrument: "EUR_USD", units } });
});

const focused = (one: Locator, of: Page) => one.and(of.locator(":focus")).waitFor();

const HOUR_OF_PRICES_MS = 80_000;

test("a user without coins can replay a day of 2015", async () => {
  const kim = await signUp(site.url, "Kim");
  const { page: past, faults, context } = await site.visit("/forex/replays", { person: kim });
  const day = past.getByRole("listitem").filter({ hasText: "The franc is unpegged" });
  await day.getByRole("button", { name: "Replay" }).press("Enter");
  const question = past.getByRole("dialog", { name: "Before you start" });
  await question.getByRole("radio", { name: /^At 1\.1990/ }).check();
  await question.getByRole("button", { name: "Start replay" }).press("Enter");
  await past.getByRole("heading", { name: "The franc is unpegged" }).waitFor();
  const account = past.getByRole("region", { name: "Account" });
  await account.getByText("10,000.00").first().waitFor();
  await past.getByRole("textbox", { name: /^Units/ }).fill("100000");
  await past.getByRole("button", { name: /^Buy 100,000 EUR at 1\.20\d{3}$/ }).press("Enter");
  await past
    .getByRole("dialog")
    .getByRole("button", { name: /^Buy 100,000 EUR at/ })
    .press("Enter");
  await notice(past, "Order Filled", /Bought 100,000 EUR\/CHF at 1\.20\d{3}\./);
  const time = past.getByRole("region", { name: "Replay controls" });
  const timeMs = async () =>
    Date.parse((await time.locator("time").getAttribute("datetime")) ?? "no time");
  for (const hour of ["10", "11"]) {
    const beforeMs = await timeMs();
    await time.getByRole("button", { name: "+1 h" }).press("Enter");
    // Processing an hour of prices takes long on a slow machine, so wait until it is done.
    const reached = time.locator("time", { hasText: `2015-01-15 ${hour}:` });
    await reached.waitFor({ timeout: HOUR_OF_PRICES_MS });
    expect((await timeMs()) - beforeMs).toBeGreaterThanOrEqual(HOUR - 60_000);
  }
  await past.reload();
  await time.locator("time", { hasText: "2015-01-15 11:" }).waitFor();
  // The loss is limited to the balance, although the price had fallen further by the time the
  // position was closed.
  await time.getByText(/^\u221210,000\.00 USD/).waitFor();
  await past.getByRole("button", { name: "History" }).press("Enter");
  await past
    .getByText(/^Stopped out at a margin level of 50 % or less: sold 100,000 EUR\/CHF/)
    .waitFor();
  await past.getByRole("button", { name: /stopped out at a margin level/i }).press("Enter");
  const report = past.getByRole("dialog");
  await report.getByText(/would have kept the position open/).waitFor();
  await past.keyboard.press("Escape");
  await report.waitFor({ state: "hidden" });
  await time.getByRole("button", { name: "End replay" }).press("Enter");
  await past.getByRole("dialog").getByRole("button", { name: "End replay" }).press("Enter");
  await notice(past, "Replay Ended", /It ended with a result of \u221210,000\.00 USD\./);
  await past.getByText("This replay has ended.").waitFor();
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

/**
 * Deposits and trades using only the keyboard. The user has coins, but no funds at the desk yet.
 */
async function tradeByKeys(of: Page): Promise<void> {
  const { keyboard } = of;
  await goByKeys(of, "f", "/forex");
  await of.getByText("Move coins to Forex to trade").waitFor();
  await openPalette(of);
  await typeAndTake(of, "Move funds", /^Move funds/);
  await focused(of.getByRole("dialog", { name: "Move funds" }).getByRole("textbox"), of);
  await keyboard.type("0.01");
  await keyboard.press("Enter");
  await notice(of, "Moved to Forex");
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
  await of.getByText("No open positions", { exact: true }).waitFor();
}

test("at the weekend the desk shows its opening time and accepts a pending order", async () => {
  const end = closesAt(clock.now().getTime());
  // Requests quotes on the last day, which generates all days up to it.
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

test("an offline page reproduces a past day's fills from the day's seed", async () => {
  // The page computes thirteen million prices, which is too slow without V8's optimising compiler.
  const args = CHROMIUM_FLAGS.filter((flag) => !flag.startsWith("--js-flags"));
  const browser = await launchBrowser({ args });
  try {
    const again = await signIn(site.url, ann.email, ann.password);
    expect((await again.call("getForexAccount")).openTradeCount).toBe(0);
    const storage = await storageOf(site.url, again);
    const options = { url: site.url, storage, isUnused: true };
    const { context, page: day, faults } = await newVisitor(browser, options);
    await goTo(day, `/forex/days/${dateText(DAY)}`);
    await day.getByRole("button", { name: "Check this day" }).click();
    await day.getByText("All data is loaded").waitFor({ timeout: CHECKED_MS });
    await context.setOffline(true);
    await day.getByRole("button", { name: "Check again" }).waitFor({ timeout: CHECKED_MS });
    await day.getByText(/^All \d+ fills, stop-outs and financing payments match\.$/).waitFor();
    expect(faults()).toEqual([]);
  } finally {
    await browser.close();
  }
});

test("a past day shows the user's place among coin flippers, and working for it", async () => {
  const again = await signIn(site.url, ann.email, ann.password);
  const path = `/forex/days/${dateText(DAY)}`;
  const { page: day, faults, context } = await site.comeTo(path, { person: again });
  const luck = day.getByRole("region", { name: "Luck test" });
  await luck.getByRole("button", { name: "Run the luck test" }).click();
  await luck.getByText(/^\d+(st|nd|rd|th) of 100 coin flippers$/).waitFor();
  await luck.getByText(/Spread and financing cost \d+\.\d\d USD\.$/).waitFor();
  await luck.getByText(/^Too few to say: 2 trades\./).waitFor();
  await luck.getByRole("button", { name: "Show working" }).click();
  const working = day.getByRole("dialog", { name: "Show working" });
  await working.getByText(/^1 \+ 99 x .* \/ 10,000 = \d+$/).waitFor();
  expect(faults()).toEqual([]);
  await context.close();
});

test("the analysis lists a user's closed trades, and fits a phone", async () => {
  const again = await signIn(site.url, ann.email, ann.password);
  const { figures } = await again.call("getForexAnalysis", { query: {} });
  expect(figures.n).toBe(2);
  const list = "/forex?list=analysis&part=positions";
  const { page: desk, faults, context } = await site.comeTo(list, { person: again });
  const analysis = desk.getByRole("region", { name: "Analysis" });
  await analysis.getByText("Too few to say: 2 of at least 30 trades.").waitFor();
  await analysis.getByRole("row", { name: /^EUR\/USD/ }).waitFor();
  await analysis.getByRole("button", { name: "Show working: EUR/USD" }).click();
  const working = desk.getByRole("dialog", { name: "Show working: EUR/USD" });
  await working.getByText("= won / trades").waitFor();
  await desk.keyboard.press("Escape");
  await analysis.getByRole("button", { name: "Session", exact: true }).click();
  await desk.setViewportSize({ width: 360, height: 800 });
  const overflow = () => desk.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
  expect(faults()).toEqual([]);
  await context.close();
});

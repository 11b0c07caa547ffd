/**
 * Tests seasons of the live account in a browser: a dialog that shows what a new season closes, the
 * empty new season, and the lists of the old season.
 */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { endAnimations, heightOf, notice, type Visitor } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { faultsOf, leavePicture } from "../support/browser/layouts.ts";
import { getCoins } from "../support/people/main-job.ts";
import { openHour } from "../support/money/open-hour.ts";
import { signUp, type Person } from "../support/people/person.ts";
import { startInstallationAt, travelClock } from "../support/servers/time-travel.ts";

const clock = travelClock(openHour());
const site = openSite(async () => {
  const installation = await startInstallationAt(clock);
  return { url: installation.url(), close: () => installation.close() };
});

const SATS = 1_000_000;
const LAYOUTS = [
  [360, "light"],
  [768, "dark"],
  [1440, "light"],
] as const;

let ann: Person;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  ann = await signUp(site.url, "Ann");
  await getCoins(ann);
  await ann.call("transferForexFunds", { body: { amountSats: SATS } });
  const order = (body: object) =>
    ann.call("placeForexOrder", {
      body: { type: "MARKET", instrument: "EUR_USD", ...body },
    });
  await order({ units: "2000" });
  await order({ units: "-1000" });
  await order({ instrument: "USD_JPY", units: "-1000" });
  await order({ type: "LIMIT", units: "500", price: "0.90000" });
  visitor = await site.visit("/forex?list=analysis&part=positions", { person: ann });
  ({ page } = visitor);
});

/** Looks at the page in each width and theme. Returns the faults. */
async function look(name: string, place = page.locator(".desk-book")): Promise<string[]> {
  const faults: string[] = [];
  for (const [width, theme] of LAYOUTS) {
    await page.setViewportSize({ width, height: heightOf(width) });
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(`html[data-theme=${theme}]`).waitFor({ state: "attached" });
    await endAnimations(page);
    await place.evaluate((element) => element.scrollIntoView());
    await leavePicture(page, `season-${name}-${width}-${theme}`);
    const pageFaults = await faultsOf(page);
    faults.push(...pageFaults.map((fault) => `${name} ${width} ${theme}: ${fault}`));
  }
  return faults;
}

const dialog = () => page.getByRole("dialog", { name: "Start a new season" });
const figures = () => page.getByRole("region", { name: "Analysis" });

test("a new season can also be started from the dialog that moves funds", async () => {
  await page.getByRole("button", { name: "Move funds" }).click();
  const funds = page.getByRole("dialog", { name: "Move funds" });
  await funds.getByText("Added to your wallet").waitFor();
  expect(await look("funds")).toEqual([]);
  await funds.getByRole("button", { name: "Start a new season…" }).click();
  await dialog().getByText("Orders cancelled").waitFor();
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
  expect(visitor.faults()).toEqual([]);
});

test("the dialog shows positions with their values and the coins that return", async () => {
  await page.getByRole("button", { name: "Start a new season…" }).click();
  await dialog().getByText("EUR/USD, long 1,000").waitFor();
  await dialog().getByText("USD/JPY, short 1,000").waitFor();
  await dialog()
    .getByText(/^about 0\.009\d+ BTC$/)
    .waitFor();
  expect(await look("dialog")).toEqual([]);
  expect(visitor.faults()).toEqual([]);
});

test("a new season closes everything and returns the coins", async () => {
  const before = (await ann.call("getWallet")).availableSats;
  await dialog()
    .getByRole("button", { name: /^End season 1/ })
    .click();
  await notice(
    page,
    "Season 2 Started",
    /2 positions closed\. 0\.009\d+ BTC returned to your wallet\./,
  );
  await figures().getByText("This season has no closed trade.", { exact: false }).waitFor();
  const returned = (await ann.call("getWallet")).availableSats - before;
  const { items, current } = await ann.call("listForexSeasons", { query: {} });
  expect(items).toMatchObject([{ number: 1, trades: 2, returnedSats: returned }]);
  expect(current).toMatchObject({ number: 2, isEmpty: true });
  expect(await page.getByRole("button", { name: "Start a new season…" }).count()).toBe(0);
  expect(await look("empty")).toEqual([]);
  expect(visitor.faults()).toEqual([]);
});

test("the analysis and the history of the old season can be chosen", async () => {
  const choice = page.getByLabel("Season", { exact: true });
  await choice.selectOption("1");
  await figures().getByText("Profit factor").first().waitFor();
  expect(await look("analysis")).toEqual([]);
  await page.getByRole("button", { name: "History", exact: true }).click();
  await page.getByText("Season 1 ended.").waitFor();
  expect(await look("history")).toEqual([]);
  await choice.selectOption("current");
  await page.getByText("Nothing has happened in this season.", { exact: false }).waitFor();
  await choice.selectOption("all");
  await page.getByText("Season 1 ended.").waitFor();
  expect(new URL(page.url()).searchParams.get("season")).toBe("all");
  expect(visitor.faults()).toEqual([]);
});

test("the panel in Analytics shows the current season, and the old one on request", async () => {
  await page.goto(`${site.url}/analytics`);
  const panel = page.getByRole("region", { name: "Forex", exact: true });
  await panel.getByText("Too few to say: 0 of at least 30", { exact: false }).waitFor();
  await panel.getByLabel("Season", { exact: true }).selectOption("1");
  await panel.getByText("Too few to say: 2 of at least 30", { exact: false }).waitFor();
  expect(await look("analytics", panel)).toEqual([]);
  expect(visitor.faults()).toEqual([]);
});

/**
 * Tests the Forex desk while PostgreSQL is down. Orders are refused with a reason and take no
 * money, prices turn grey and show their age, and the desk recovers automatically.
 */
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { notice, type Visitor } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { getCoins } from "../support/people/main-job.ts";
import { openHour } from "../support/money/open-hour.ts";
import { signUp, type Person } from "../support/people/person.ts";
import {
  stoppableInstallation,
  type StoppableInstallation,
} from "../support/servers/stoppable-postgres.ts";
import { startInstallationAt, travelClock } from "../support/servers/time-travel.ts";

let place: StoppableInstallation;
const site = openSite(async () => {
  place = await stoppableInstallation();
  const installation = await startInstallationAt(travelClock(openHour()), { place });
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

const OUTAGE = {
  status: 503,
  code: "outage",
  title: "Not available right now",
  detail: "The database does not answer. Nothing was lost; try again in a moment.",
};
const ORDER = { type: "MARKET", instrument: "EUR_USD", units: "1000" } as const;

const euro = () => page.locator(".watch").getByRole("row", { name: /EUR\/USD/ });
const bid = () => euro().getByRole("cell").nth(2);
const prices = (state: "live" | "stale") => page.locator(`[data-prices=${state}]`);
const send = (of: Page | Locator) => of.getByRole("button", { name: /^Buy 1,000 EUR at/ });

/** Returns true if the price is shown in grey, as stale prices are. */
function isGrey(price: Locator): Promise<boolean> {
  return price.evaluate((cell) => {
    const probe = document.body.appendChild(document.createElement("span"));
    probe.style.color = "var(--fg-3)";
    const grey = getComputedStyle(probe).color;
    probe.remove();
    const written = cell.querySelector(".mono") ?? cell;
    return getComputedStyle(written).color === grey;
  });
}

async function secondsWithoutPrices(): Promise<number> {
  const text = await page.getByText(/^No prices for \d+ s$/).innerText();
  return Number(/\d+/.exec(text)?.[0]);
}

async function sendOrder(): Promise<number> {
  await send(page).press("Enter");
  const answer = page.waitForResponse(
    (response) =>
      response.request().method() === "POST" && response.url().endsWith("/api/v1/forex/orders"),
  );
  await send(page.getByRole("dialog")).press("Enter");
  return (await answer).status();
}

test("a database outage refuses orders with 503 and greys out the quotes", async () => {
  // Starts the database in case a previous attempt of this test left it stopped.
  await place.postgres.start();
  await prices("live").waitFor();
  expect(await isGrey(bid())).toBe(false);
  const { items: before } = await ann.call("listForexTrades");

  await place.postgres.stop();
  expect(await sendOrder()).toBe(OUTAGE.status);
  await page.locator("form").getByText(`${OUTAGE.title}. ${OUTAGE.detail}`).waitFor();
  await prices("stale").waitFor();
  expect(await isGrey(bid())).toBe(true);
  // The number keeps growing because it is the age of the prices, not of the notice.
  await expect.poll(secondsWithoutPrices).toBeGreaterThanOrEqual(3);
  const early = await secondsWithoutPrices();
  await expect.poll(secondsWithoutPrices).toBeGreaterThan(early);
  const asks = [
    () => ann.call("placeForexOrder", { body: ORDER }),
    () => ann.call("getForexAccount"),
    () => ann.call("getQuotes"),
  ];
  for (const ask of asks) await expect(ask()).rejects.toMatchObject({ problem: OUTAGE });

  await place.postgres.start();
  await prices("live").waitFor();
  expect(await isGrey(bid())).toBe(false);
  expect(await page.getByText(/^No prices for/).count()).toBe(0);
  // Failed requests are repeated automatically.
  await expect.poll(() => page.getByText(/^Stale since/).count()).toBe(0);
  expect(await sendOrder()).toBe(200);
  await notice(page, "Order Filled", /^.*Bought 1,000 EUR\/USD at/);
  const { items } = await ann.call("listForexTrades");
  expect(items.length - before.length).toBe(1);
  expect(visitor.faults()).toEqual([]);
}, 120_000);

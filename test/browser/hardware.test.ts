/** Hardware by real clicks: costs before the button, one order per press, a rack that tells, and what the house says no to. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appRuns, launchBrowser, newVisitor, notice, type Visitor } from "../support/browser.ts";
import { storageOf } from "../support/browser-person.ts";
import { getCoins } from "../support/main-job.ts";
import { eventually, signIn, type Person } from "../support/person.ts";
import { DAY, HOUR, startFloorAt, travelClock, type FloorInTime } from "../support/time-travel.ts";

/** One frame is 150 USD at 60,000 USD per BTC. */
const FRAME_SATS = 250_000;
const S19_SATS = 5_833_334;

// In the past, so that two days of the faucet have passed when the browser comes at its own time.
const clock = travelClock(new Date(Date.now() - 2 * DAY));
let floor: FloorInTime;
let browser: Browser;
/** Has two days of the faucet; the others have nothing. */
let owner: Person;

beforeAll(async () => {
  [floor, browser] = await Promise.all([startFloorAt(clock), launchBrowser()]);
  owner = await floor.signUp("Ann");
  await getCoins(owner);
  clock.advance(25 * HOUR);
  await eventually(
    "the faucet opens again",
    () => owner.call("getFaucet"),
    ({ isOpen }) => isOpen,
  );
  await owner.call("requestFaucet", { body: {} });
  await hasSats(owner, S19_SATS);
  clock.set(new Date());
});

afterAll(async () => {
  await browser.close();
  await floor.close();
});

const availableSats = async (person: Person) => (await person.call("getWallet")).availableSats;

async function hasSats(person: Person, sats: number): Promise<void> {
  await eventually(
    "the coins are there",
    () => availableSats(person),
    (has) => has >= sats,
  );
}

/** Opens /hardware signed in as this person, in a browser of his own. */
async function visit(person: Person, width = 1440): Promise<Visitor> {
  const url = floor.url();
  const storage = await storageOf(url, await signIn(url, person.email, person.password));
  const visitor = await newVisitor(browser, { url, storage, width });
  await goTo(visitor.page);
  return visitor;
}

async function goTo(page: Page): Promise<void> {
  await page.goto("/hardware");
  await appRuns(page);
  await page.getByRole("heading", { level: 1, name: "Hardware" }).waitFor();
}

/** Faults that the visit had; none is right. */
async function leave({ context, faults }: Visitor): Promise<string[]> {
  const seen = faults();
  await context.close();
  return seen;
}

const card = (page: Page, name: string) => page.getByRole("article", { name, exact: true });
const buyNow = (page: Page, name: string) => page.getByRole("button", { name: `Buy Now: ${name}` });
const rack = (page: Page) => page.getByRole("region", { name: "Your rigs" });
const dialogButton = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name, exact: true });

async function press(page: Page, name: string): Promise<void> {
  await buyNow(page, name).click();
  await dialogButton(page, "Buy Now").click();
}

describe("before the button", () => {
  test("each machine says what it earns and uses a day, and that it never pays back", async () => {
    const visitor = await visit(await floor.signUp("Eve"));
    const { page } = visitor;
    const rows = [
      ["S19 Pro", "$3,500", "110 TH/s · 3.25 kW", "5.00 USD", "7.80 USD", "0.0641 USD/kWh"],
      ["M30S++", "$3,800", "112 TH/s · 3.47 kW", "5.09 USD", "8.33 USD", "0.0611 USD/kWh"],
    ] as const;
    for (const [name, ...figures] of rows) {
      const text = await card(page, name).innerText();
      for (const figure of [...figures, "ASIC miner", "never pays back"])
        expect(text, `${name}: ${figure}`).toContain(figure);
    }
    const frame = await card(page, "Mining Rig Frame").innerText();
    for (const words of ["$150", "Frame", "never pays back", "Earns nothing and never pays back."])
      expect(frame).toContain(words);
    expect(await leave(visitor)).toEqual([]);
  });

  test("a rack and a list without anything say what will be there", async () => {
    const visitor = await visit(await floor.signUp("Eve"));
    const { page } = visitor;
    await page.getByText("No rigs yet").waitFor();
    await page.getByText("No orders yet").waitFor();
    expect(await leave(visitor)).toEqual([]);
  });

  test("without the coins the dialog says so, and where to get some", async () => {
    const visitor = await visit(await floor.signUp("Eve"));
    const { page } = visitor;
    await buyNow(page, "S19 Pro").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("You do not have enough BTC for S19 Pro.").waitFor();
    await dialog.getByRole("link", { name: "Get test coins" }).waitFor();
    await dialog.getByLabel("Quantity").fill("11");
    await dialog.getByText("A whole number from 1 to 10.").first().waitFor();
    expect(await leave(visitor)).toEqual([]);
  });

  test("the user's own price of electricity changes what is expected", async () => {
    const person = await floor.signUp("Eve");
    const visitor = await visit(person);
    const { page } = visitor;
    const panel = page.getByRole("region", { name: "Your electricity price" });
    await panel.getByLabel("Price").fill("1.5");
    await panel.getByRole("button", { name: "Save" }).click();
    await panel
      .getByText("Enter a price of electricity above 0 and at most 1 USD per kWh")
      .waitFor();
    await panel.getByLabel("Price").fill("0.02");
    await panel.getByRole("button", { name: "Save" }).click();
    await notice(page, "Electricity Price Saved", "Your rigs pay 0.02 USD per kWh from now on.");
    await card(page, "S19 Pro")
      .getByText(/after 1,018 days/)
      .waitFor();
    expect((await person.call("getMining")).tariff.usdPerKwh).toBe("0.02");
    expect(await leave(visitor)).toEqual([]);
  });
});

describe("an order", () => {
  test("is paid once on a double click, stands in the rack and mines", async () => {
    const before = await availableSats(owner);
    const visitor = await visit(owner);
    const { page } = visitor;
    await buyNow(page, "S19 Pro").click();
    await dialogButton(page, "Buy Now").dblclick();
    await notice(page, "Order Placed", "S19 Pro is in your rack. Start mining to put it to work.");
    expect(await availableSats(owner)).toBe(before - S19_SATS);
    await rack(page).getByText("Idle, mining is off").waitFor();
    expect((await owner.call("listOrders")).items).toHaveLength(1);
    await owner.call("startMining");
    await rack(page).getByText("Mining", { exact: true }).waitFor();
    expect(await leave(visitor)).toEqual([]);
  });

  test("that was under way at a reload is not paid twice by pressing again", async () => {
    const before = (await owner.call("listOrders")).items.length;
    const visitor = await visit(owner);
    const { page } = visitor;
    await page.route("**/api/v1/shop/orders", async (route) => {
      // The order reaches the server; its answer never reaches the page.
      await route.fetch();
      await route.abort();
    });
    await press(page, "Mining Rig Frame");
    await notice(page, "No answer");
    await eventually(
      "the order is placed",
      () => owner.call("listOrders"),
      ({ items }) => items.length === before + 1,
    );
    await page.unroute("**/api/v1/shop/orders");
    await goTo(page);
    await press(page, "Mining Rig Frame");
    await notice(page, "Order Placed");
    expect((await owner.call("listOrders")).items).toHaveLength(before + 1);
    await leave(visitor);
  });

  test("in two tabs with coins for one is placed once; the other is told", async () => {
    const person = await floor.signUp("Two");
    await getCoins(person);
    const amountSats = (await availableSats(person)) - 10 * FRAME_SATS;
    await person.call("openStake", { body: { amountSats, durationDays: 30 } });
    const tabs = [await visit(person), await visit(person)];
    for (const { page } of tabs) {
      await buyNow(page, "Mining Rig Frame").click();
      await page.getByLabel("Quantity").fill("10");
    }
    const answers = tabs.map(({ page }) =>
      page.waitForResponse((one) => one.request().method() === "POST"),
    );
    await Promise.all(tabs.map(({ page }) => dialogButton(page, "Buy Now").click()));
    const problems = await Promise.all(
      answers.map(async (answer) => ((await (await answer).json()) as { detail?: string }).detail),
    );
    expect(problems.filter((text) => text !== undefined)).toEqual([
      "You do not have enough BTC for 10 x Mining Rig Frame.",
    ]);
    expect((await person.call("listOrders")).items).toHaveLength(1);
    expect(await availableSats(person)).toBe(0);
    for (const tab of tabs) expect(await leave(tab)).toEqual([]);
  });
});

describe("the rack", () => {
  test("tells what a rig earned, what its power cost, and its payouts add up in the browser", async () => {
    await eventually(
      "power is charged",
      () => owner.call("listRigs"),
      ({ items }) => items.some(({ powerPaidSats }) => powerPaidSats > 0),
    );
    const visitor = await visit(owner);
    const { page } = visitor;
    await rack(page).getByText("Net of all rigs so far").waitFor();
    const payouts = page.getByRole("region", { name: "Payouts" });
    await payouts.getByText("adds up", { exact: true }).first().waitFor();
    expect(await payouts.getByText("does not add up").count()).toBe(0);
    expect(await leave(visitor)).toEqual([]);
  });

  test("shows a rig whose power is not paid, writes to its owner, and starts it again", async () => {
    await owner.call("setTariff", { body: { usdPerKwh: "1" } });
    const amountSats = (await availableSats(owner)) - 1;
    const stake = await owner.call("openStake", { body: { amountSats, durationDays: 30 } });
    const visitor = await visit(owner);
    const { page } = visitor;
    await rack(page).getByText("Stopped, power not paid").waitFor();
    const { items } = await owner.call("listMailbox");
    expect(items[0]?.subject).toBe("S19 Pro has stopped: power not paid");
    const startAgain = page.getByRole("button", { name: /^Start again: S19 Pro/ });
    await startAgain.click();
    await notice(
      page,
      "Insufficient Funds",
      "You do not have enough BTC for an hour of power for S19 Pro.",
    );
    await owner.call("exitPosition", { params: { positionId: stake.id } });
    await owner.call("setTariff", { body: { usdPerKwh: "0.1" } });
    await startAgain.click();
    await notice(page, "Rig Started", "S19 Pro mines again while mining is on.");
    await rack(page).getByText("Mining", { exact: true }).waitFor();
    expect(await leave(visitor)).toEqual([]);
  });

  test("sells back after a second look, by keyboard, at the posted price", async () => {
    const { items } = await owner.call("listRigs");
    const rig = items.find(({ name }) => name === "S19 Pro");
    if (!rig) throw new Error("no rig");
    const visitor = await visit(owner);
    const { page } = visitor;
    const sell = page.getByRole("button", { name: `Sell: S19 Pro ${rig.id}` });
    await sell.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("2,800.00").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await page.keyboard.press("Enter");
    await dialogButton(page, "Sell").focus();
    await page.keyboard.press("Enter");
    await notice(page, "Rig Sold", "S19 Pro was sold back for 0.04666666 BTC.");
    await rack(page).getByText("Sold back").waitFor();
    expect(await page.getByRole("button", { name: /^Sell: S19/ }).count()).toBe(0);
    expect(await leave(visitor)).toEqual([]);
  });
});

describe("an answer that is late or fails", () => {
  test("shows still lines while it is under way", async () => {
    const visitor = await visit(await floor.signUp("Eve"));
    const { page } = visitor;
    const released = Promise.withResolvers<void>();
    await page.route("**/api/v1/shop/items", async (route) => {
      await released.promise;
      await route.continue();
    });
    await goTo(page);
    await page.getByText("Loading...").first().waitFor({ state: "attached" });
    released.resolve();
    await card(page, "S19 Pro").waitFor();
    expect(await leave(visitor)).toEqual([]);
  });

  test("says what still holds, with Retry, then shows the machines", async () => {
    const visitor = await visit(await floor.signUp("Eve"));
    const { page } = visitor;
    let isDown = true;
    await page.route("**/api/v1/shop/items", async (route) => {
      if (isDown) await route.abort();
      else await route.continue();
    });
    await goTo(page);
    await page.getByText("Your rigs are on the server and go on as they are.").first().waitFor();
    isDown = false;
    expect(await card(page, "S19 Pro").count()).toBe(0);
    await page.getByRole("button", { name: "Retry" }).first().click();
    await card(page, "S19 Pro").waitFor();
    await leave(visitor);
  });

  test("a price that changed meanwhile is refused with the price of now", async () => {
    const person = await floor.signUp("Eve");
    await getCoins(person);
    const visitor = await visit(person);
    const { page } = visitor;
    await page.route("**/api/v1/shop/items", async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { items: { priceSats: number }[] };
      for (const item of body.items) item.priceSats -= 1;
      await route.fulfill({ response, json: body });
    });
    await goTo(page);
    await press(page, "Mining Rig Frame");
    await notice(
      page,
      "Price Changed",
      "The price of Mining Rig Frame is now 250000 sats. Look at it again before you confirm.",
    );
    expect((await person.call("listOrders")).items).toEqual([]);
    expect(await leave(visitor)).toEqual([]);
  });
});

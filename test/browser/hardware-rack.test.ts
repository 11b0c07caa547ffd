/**
 * Tests /hardware with real clicks: one order per click, a rack with figures, and rigs that are
 * stopped, started and sold.
 */
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { goTo, leave, notice, type Visitor } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { buyNow, dialogButton, order } from "../support/browser/hardware-page.ts";
import { fundFilled, getCoins, requestWithdrawal } from "../support/people/main-job.ts";
import { eventually, signUp, type Person } from "../support/people/person.ts";
import { sendTogether } from "../support/browser/simultaneous-posts.ts";

/** Price of a mining rig frame: 150 USD at 60,000 USD per BTC. */
const FRAME_SATS = 250_000;
const S19_SATS = 5_833_334;

/** Coins from another user, because the faucet alone does not pay enough for a rig. */
const GIFT_SATS = 4_000_000;

const site = openSite();
/** The only user with coins. They come from the faucet and from another user. */
let owner: Person;

beforeAll(async () => {
  owner = await signUp(site.url, "Ann");
  const friend = await signUp(site.url, "Bea");
  await Promise.all([getCoins(owner), getCoins(friend)]);
  const { address } = await owner.call("getDepositAddress");
  await requestWithdrawal(friend, GIFT_SATS, address, randomUUID());
  await hasSats(owner, S19_SATS);
  await fundFilled(owner);
});

const availableSats = async (person: Person) => (await person.call("getWallet")).availableSats;

async function hasSats(person: Person, sats: number): Promise<void> {
  await eventually(
    "the coins are there",
    () => availableSats(person),
    (has) => has >= sats,
  );
}

/** Opens /hardware in a separate window, signed in as this user. */
async function visit(person: Person): Promise<Visitor> {
  return site.comeTo("/hardware", { person });
}

/**
 * Stakes all but one satoshi of the balance. Retries if power is charged between reading the
 * balance and staking.
 */
async function stakeAllButOne(person: Person) {
  return eventually(
    "the stake is open",
    async () => {
      const amountSats = (await availableSats(person)) - 1;
      return person.call("openStake", { body: { amountSats, durationDays: 30 } });
    },
    () => true,
  );
}

const rack = (page: Page) => page.getByRole("region", { name: "Your rigs" });

describe("rig orders", () => {
  test("a double click pays for an order once", async () => {
    const before = await availableSats(owner);
    const visitor = await visit(owner);
    const { page } = visitor;
    await buyNow(page, "S19 Pro").click();
    await dialogButton(page, "Buy Now").dblclick();
    await notice(
      page,
      "Order Placed",
      "Added to your rigs: S19 Pro. Start mining to put it to work.",
    );
    expect(await availableSats(owner)).toBe(before - S19_SATS);
    await rack(page).getByText("Idle, mining is off").waitFor();
    expect((await owner.call("listOrders")).items).toHaveLength(1);
    await owner.call("startMining");
    await rack(page).getByText("Mining", { exact: true }).waitFor();
    expect(await leave(visitor)).toEqual([]);
  });

  test("an order that was pending during a reload is paid once", async () => {
    const before = (await owner.call("listOrders")).items.length;
    const visitor = await visit(owner);
    const { page } = visitor;
    await page.route("**/api/v1/shop/orders", async (route) => {
      // The order reaches the server, but the response does not reach the page.
      await route.fetch();
      await route.abort();
    });
    await order(page, "Mining Rig Frame");
    await notice(page, "No answer");
    await eventually(
      "the order is placed",
      () => owner.call("listOrders"),
      ({ items }) => items.length === before + 1,
    );
    await page.unroute("**/api/v1/shop/orders");
    await goTo(page, "/hardware");
    await order(page, "Mining Rig Frame");
    await notice(page, "Order Placed");
    expect((await owner.call("listOrders")).items).toHaveLength(before + 1);
    await leave(visitor);
  });

  test("two tabs with coins for one order place one order", async () => {
    const person = await signUp(site.url, "Two");
    await getCoins(person);
    const amountSats = (await availableSats(person)) - 10 * FRAME_SATS;
    await person.call("openStake", { body: { amountSats, durationDays: 30 } });
    const tabs = [await visit(person), await visit(person)];
    for (const { page } of tabs) {
      await buyNow(page, "Mining Rig Frame").click();
      await page.getByLabel("Quantity").fill("10");
    }
    await sendTogether(
      tabs.map(({ page }) => page),
      "**/api/v1/shop/orders",
    );
    const answers = tabs.map(({ page }) =>
      page.waitForResponse(
        (one) => one.request().method() === "POST" && one.url().endsWith("/shop/orders"),
      ),
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
  test("a rig's earnings and power cost are shown, and its payouts are verified", async () => {
    await eventually(
      "power is charged",
      () => owner.call("listRigs"),
      ({ items }) => items.some(({ powerPaidSats }) => powerPaidSats > 0),
    );
    const visitor = await visit(owner);
    const { page } = visitor;
    await rack(page).getByText("Net result of all rigs so far").waitFor();
    const payouts = page.getByRole("region", { name: "Payouts" });
    await payouts.getByText("adds up", { exact: true }).first().waitFor();
    expect(await payouts.getByText("does not add up").count()).toBe(0);
    expect(await leave(visitor)).toEqual([]);
  });

  test("a rig stopped for unpaid power is shown as stopped and can be started again", async () => {
    await owner.call("setTariff", { body: { usdPerKwh: "1" } });
    const stake = await stakeAllButOne(owner);
    const visitor = await visit(owner);
    const { page } = visitor;
    // At this price the rig uses 1.5 satoshis of power per second, and one satoshi is left. Power
    // is charged at full hours, and at once when mining stops.
    await setTimeout(3_000);
    await owner.call("stopMining");
    await rack(page).getByText("Stopped, power not paid").waitFor();
    const newestSubject = async () => (await owner.call("listMailbox")).items[0]?.subject;
    await expect.poll(newestSubject).toBe("S19 Pro has stopped: not enough coins for power");
    const startAgain = page.getByRole("button", { name: /^Start again: S19 Pro/ });
    await startAgain.click();
    await notice(
      page,
      "Insufficient Funds",
      "You do not have enough BTC for an hour of power for S19 Pro.",
    );
    await owner.call("exitPosition", { params: { positionId: stake.id } });
    await owner.call("setTariff", { body: { usdPerKwh: "0.1" } });
    await owner.call("startMining");
    await startAgain.click();
    await notice(page, "Rig Started", "S19 Pro mines again while mining is on.");
    await rack(page).getByText("Mining", { exact: true }).waitFor();
    expect(await leave(visitor)).toEqual([]);
  });

  test("a rig is sold at the posted price using only the keyboard", async () => {
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
    await sell.and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Enter");
    await dialogButton(page, "Sell").focus();
    await page.keyboard.press("Enter");
    await notice(page, "Rig Sold", "S19 Pro was sold back for 0.04666666 BTC.");
    await rack(page).getByText("Sold back").waitFor();
    await expect.poll(() => page.getByRole("button", { name: /^Sell: S19/ }).count()).toBe(0);
    expect(await leave(visitor)).toEqual([]);
  });
});

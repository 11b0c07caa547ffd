/**
 * Tests the Cloud Mining page in a real browser: a purchase with its confirmation, refusals, and
 * the calculator with all its inputs.
 */
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { appRuns, notice, type Visitor } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { getCoins } from "../support/people/main-job.ts";
import { signUp, type Person } from "../support/people/person.ts";

const site = openSite();
let ann: Person;

beforeAll(async () => {
  ann = await signUp(site.url, "Ann");
  await getCoins(ann);
});

async function plansFor(person: Person): Promise<Visitor> {
  return plansIn(await site.comeTo("/purchase-power", { person }));
}

/** Loads the page by its URL, as when a user types the URL or follows an external link. */
async function plansAt(address: string, person: Person): Promise<Visitor> {
  return plansIn(await site.visit(address, { person }));
}

async function plansIn(visitor: Visitor): Promise<Visitor> {
  await visitor.page.getByRole("heading", { name: "Profitability calculator" }).waitFor();
  return visitor;
}

const day = (page: Page) => page.getByRole("region", { name: "Per day" });
const dialog = (page: Page) => page.getByRole("dialog");

async function openPlan(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Purchase Plan: ${name}` }).click();
  await dialog(page)
    .getByText(/^(Left in your wallet|You still need)$/)
    .waitFor();
}

describe("plan purchases", () => {
  test.each([
    ["Starter Rig", "0.00113610", "\u221230.83", "87,140.11 USD/BTC", "57.15 T"],
    ["Pro Miner", "0.00681661", "\u221290.00", "73,203.56 USD/BTC", "68.03 T"],
    ["Enterprise Farm", "0.03408304", "+45.98", "58,650.87 USD/BTC", "84.91 T"],
  ])(
    "%s shows %s BTC earned, a result of %s USD and break-even at %s or %s",
    async (name, ...figures) => {
      const { page, context } = await plansFor(ann);
      const card = page.getByRole("article", { name });
      for (const figure of figures) await expect.poll(() => card.textContent()).toContain(figure);
      await context.close();
    },
  );

  test("a double click pays for a purchase once", async () => {
    const bob = await signUp(site.url, "Bob");
    const coins = await getCoins(bob);
    const { page, context, faults } = await plansFor(bob);
    await page.getByText("No contracts yet").waitFor();
    await openPlan(page, "Starter Rig");
    const said = (await dialog(page).textContent()) ?? "";
    for (const words of [
      "0.00165000 BTC",
      "a loss of 30.83 USD",
      "0.04835000",
      "You cannot cancel it.",
    ])
      expect(said).toContain(words);
    await dialog(page).getByRole("button", { name: "Purchase Plan" }).dblclick();
    await notice(page, "Contract Bought", "Starter Rig is running. Start mining to earn.");
    await page.getByText("day 1 of 30").filter({ visible: true }).first().waitFor();
    await page.reload();
    await page.getByText("day 1 of 30").filter({ visible: true }).first().waitFor();
    expect((await bob.call("getMining")).contracts).toHaveLength(1);
    expect((await bob.call("getWallet")).availableSats).toBe(coins - 165_000);
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("mining can be started from the purchase notice or from the contract's row", async () => {
    const bob = await signUp(site.url, "Bob");
    await getCoins(bob);
    const { page, context, faults } = await plansFor(bob);
    await openPlan(page, "Starter Rig");
    await dialog(page).getByRole("button", { name: "Purchase Plan" }).click();
    await notice(page, "Contract Bought");
    const contracts = page.getByRole("region", { name: "Your contracts" });
    const start = { name: "Start Mining" };
    await contracts.getByRole("button", start).waitFor();
    const top = async (place: Locator) => (await place.boundingBox())?.y ?? NaN;
    expect(await top(contracts)).toBeLessThan(await top(page.getByRole("article").first()));
    const notices = page.getByRole("region", { name: /^Notifications/ });
    await notices.getByRole("button", start).click();
    await notice(page, "Mining Started!", "Your rig is active.");
    await contracts.getByRole("button", start).waitFor({ state: "detached" });
    const isMining = async () => (await bob.call("getMining")).isMining;
    expect(await isMining()).toBe(true);
    await bob.call("stopMining");
    await contracts.getByRole("button", start).click();
    // The button changes its label while the request is pending, and then disappears.
    await expect.poll(isMining).toBe(true);
    await contracts.getByRole("button", start).waitFor({ state: "detached" });
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("a purchase confirmed in two tabs creates one contract", async () => {
    const bob = await signUp(site.url, "Bob");
    await getCoins(bob);
    const { page, context } = await plansFor(bob);
    const other = await context.newPage();
    await other.goto("/purchase-power");
    await appRuns(other);
    const confirmIn = async (tab: Page) => {
      await dialog(tab).getByRole("button", { name: "Purchase Plan" }).click();
      await dialog(tab).waitFor({ state: "hidden" });
      return (await bob.call("getMining")).contracts.length;
    };
    for (const tab of [page, other]) await openPlan(tab, "Starter Rig");
    expect(await confirmIn(page)).toBe(1);
    expect(await confirmIn(other)).toBe(1);
    await openPlan(page, "Starter Rig");
    expect(await confirmIn(page)).toBe(2);
    await context.close();
  });

  test("Escape and Cancel buy nothing and restore the focus", async () => {
    const { page, context } = await plansFor(ann);
    await openPlan(page, "Pro Miner");
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "hidden" });
    const opener = page.getByRole("button", { name: "Purchase Plan: Pro Miner" });
    await opener.and(page.locator(":focus")).waitFor();
    await openPlan(page, "Pro Miner");
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await dialog(page).waitFor({ state: "hidden" });
    expect((await ann.call("getMining")).contracts).toEqual([]);
    await context.close();
  });

  test("a purchase without enough coins is disabled with a reason", async () => {
    const { page, context } = await plansFor(await signUp(site.url, "Eve"));
    await openPlan(page, "Starter Rig");
    const missing = dialog(page).getByText("You still need").locator("..");
    expect(await missing.textContent()).toMatch(/need0\.00165000 BTC/);
    await dialog(page).getByText("You do not have enough BTC for Starter Rig.").waitFor();
    const button = dialog(page).getByRole("button", { name: "Purchase Plan" });
    await expect.poll(() => button.getAttribute("aria-disabled")).toBe("true");
    const link = dialog(page).getByRole("link", { name: "Get test coins" });
    await expect.poll(() => link.getAttribute("href")).toBe("/deposit");
    await context.close();
  });

  test("a purchase at an outdated price is refused with a notice above the dialog", async () => {
    const { page, context } = await plansFor(ann);
    await page.route("**/api/v1/mining/contracts", async (route) => {
      const body = route.request().postDataJSON() as { priceSats: number };
      await route.continue({ postData: JSON.stringify({ ...body, priceSats: 1 }) });
    });
    await openPlan(page, "Starter Rig");
    await dialog(page).getByRole("button", { name: "Purchase Plan" }).click();
    await notice(page, "Price Changed");
    const shown = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
    await page.keyboard.press("F8");
    await page.keyboard.press("Tab");
    await expect.poll(() => shown.evaluate((one) => one === document.activeElement)).toBe(true);
    await shown.getByRole("button", { name: "Close" }).click();
    await shown.waitFor({ state: "detached" });
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await dialog(page).waitFor({ state: "hidden" });
    expect((await ann.call("getMining")).contracts).toEqual([]);
    await context.close();
  });

  test("a purchase whose response was lost is paid once when it is repeated", async () => {
    const cid = await signUp(site.url, "Cid");
    // Leaves enough coins for only one purchase. The repeated request must succeed, although the
    // coins that remain after the first request could not pay for a second purchase.
    const amountSats = (await getCoins(cid)) - 165_001;
    await cid.call("openStake", { body: { amountSats, durationDays: 30 } });
    const { page, context } = await plansFor(cid);
    let isFirst = true;
    await page.route("**/api/v1/mining/contracts", async (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      await route.fetch();
      return route.abort();
    });
    await openPlan(page, "Starter Rig");
    await dialog(page).getByRole("button", { name: "Purchase Plan" }).click();
    await page
      .getByRole("region", { name: /^Notifications/ })
      .getByRole("listitem")
      .waitFor();
    await dialog(page).getByRole("button", { name: "Purchase Plan" }).click();
    await notice(page, "Contract Bought");
    expect((await cid.call("getMining")).contracts).toHaveLength(1);
    expect((await cid.call("getWallet")).availableSats).toBe(1);
    await context.close();
  });
});

describe("the calculator", () => {
  test("the slider moves in steps of 10 with the keyboard and updates the URL", async () => {
    const { page, context } = await plansFor(ann);
    await page.getByRole("slider", { name: "Hash rate" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByText("110 TH/s", { exact: true }).waitFor();
    await page.waitForURL("**/purchase-power?hashRateThs=110");
    // 110 TH/s x 0.000000757401 BTC = 0.00008331 BTC = 5.00 USD, less 7.20 USD for power
    await expect.poll(() => day(page).textContent()).toContain("BTC per day0.00008331");
    await expect.poll(() => day(page).textContent()).toContain("Result, USD per day\u22122.20");
    await context.close();
  });

  test("the calculator shows when the power pays back, or that it never does", async () => {
    const { page, context } = await plansFor(ann);
    await page.getByText("Does not pay back", { exact: true }).waitFor();
    await page.getByLabel("Electricity", { exact: true }).fill("0.05");
    await page.getByText("Makes a profit from the first day", { exact: true }).waitFor();
    await page.getByLabel("Up-front price", { exact: true }).fill("100");
    await page.getByText(/^Pays back on \d+ \w+ \d{4}$/).waitFor();
    await page.getByLabel("Difficulty growth", { exact: true }).fill("20");
    await page.getByText("Does not pay back", { exact: true }).waitFor();
    const chart = page.getByRole("img", { name: /^Cumulative result after 365 days/ });
    await expect
      .poll(() => chart.filter({ visible: true }).getAttribute("aria-label"))
      .toMatch(/low .* high/);
    await context.close();
  });

  test("the pool fee and downtime are subtracted", async () => {
    const { page, context } = await plansFor(ann);
    await page.getByLabel("Pool fee", { exact: true }).fill("50");
    await expect.poll(() => day(page).textContent()).toContain("BTC per day0.00003787");
    await page.getByLabel("Uptime", { exact: true }).fill("50");
    await expect.poll(() => day(page).textContent()).toContain("BTC per day0.00001893");
    await expect.poll(() => day(page).textContent()).toContain("Power, USD per day\u22123.60");
    await context.close();
  });

  test.each(["-1", "1e308", "NaN", "", "1e3", "0x10", "Infinity"])(
    "the power %j is marked as invalid and keeps the results",
    async (typed) => {
      const { page, context, faults } = await plansFor(ann);
      const field = page.getByLabel("Power", { exact: true });
      await field.fill(typed);
      await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
      await page.getByText("Enter a number between 0 and 1,000,000.").waitFor();
      await expect.poll(() => day(page).textContent()).toContain("Result, USD per day\u22122.66");
      expect(faults()).toEqual([]);
      await context.close();
    },
  );

  test.each(["0", "0,5", "1000000"])("the power %j is accepted", async (typed) => {
    const { page, context, faults } = await plansFor(ann);
    const field = page.getByLabel("Power", { exact: true });
    await field.fill(typed);
    expect(await field.getAttribute("aria-invalid")).not.toBe("true");
    expect(await day(page).textContent()).not.toContain("NaN");
    expect(faults()).toEqual([]);
    await context.close();
  });

  test.each(["?hashRateThs=1e308&powerKw=-1", "?horizonDays=0", "?usdPerKwh=abc", "?powerKw=%00"])(
    "a URL with invalid values shows the defaults (%s)",
    async (search) => {
      const { page, context, faults } = await plansAt(`/purchase-power${search}`, ann);
      await expect.poll(() => day(page).textContent()).toContain("Result, USD per day\u22122.66");
      expect(faults()).toEqual([]);
      await context.close();
    },
  );

  test("a copied link shows another user the same values", async () => {
    const { page, context } = await plansFor(ann);
    await page.getByLabel("Power", { exact: true }).fill("2.5");
    await page.getByLabel("Electricity", { exact: true }).fill("0.07");
    await page.getByRole("button", { name: "Copy link with these inputs" }).click();
    await notice(page, "Copied to Clipboard", "The link contains your inputs.");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const said = (await day(page).textContent()) ?? "";
    await context.close();
    const other = await plansAt(link.replace(site.url, ""), await signUp(site.url, "Dee"));
    const power = other.page.getByLabel("Power", { exact: true });
    await expect.poll(() => power.inputValue()).toBe("2.5");
    await expect.poll(() => day(other.page).textContent()).toBe(said);
    await other.context.close();
  });

  test("the calculator shows its formula, inputs and source", async () => {
    const { page, context } = await plansFor(ann);
    await page.getByRole("button", { name: "Show working" }).last().click();
    const text = (await dialog(page).textContent()) ?? "";
    for (const words of [
      "BTC per day = hash rate x 86,400 s x (block reward + fees) x (1 - pool fee) / (difficulty x 2^32)",
      "= 0.00007574 BTC = 4.54 USD; power 3 kW x 24 h x 0.1 = 7.20 USD",
      "83 T is a difficulty, not a hash rate",
      "In force since",
    ])
      expect(text).toContain(words);
    await context.close();
  });
});

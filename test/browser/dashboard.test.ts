/**
 * Tests the mining dashboard in a real browser: start and stop, a boost before and after its
 * payment, and the empty, loading and failed states.
 */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { axeViolations, goTo, leave, notice, type Visitor } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { buyPlan, getCoins } from "../support/people/main-job.ts";
import { signUp, type Person } from "../support/people/person.ts";

const site = openSite();
/** A user without coins or contracts. Tests must not change this user. */
let eve: Person;

beforeAll(async () => {
  eve = await signUp(site.url, "Eve");
});

async function minerWith(name: string, plan: string): Promise<Person> {
  const person = await signUp(site.url, name);
  await getCoins(person);
  await buyPlan(person, plan);
  return person;
}

async function dashboardOf(person: Person): Promise<Visitor> {
  return site.comeTo("/dashboard", { person });
}

const plate = (page: Page) => page.getByRole("region", { name: "Now" });
const accelerator = (page: Page) => page.getByRole("region", { name: "Profit accelerator" });
const startButton = (page: Page) => page.getByRole("button", { name: "Start Mining" }).first();
const stopButton = (page: Page) => page.getByRole("button", { name: "Stop Mining" }).first();

/** Moves the slider with the keyboard in steps of 0.1. */
async function boostTo(page: Page, steps: number): Promise<void> {
  const slider = page.getByRole("slider", { name: "Boost" });
  await slider.focus();
  for (let step = 0; step < steps; step += 1) await page.keyboard.press("ArrowRight");
}

const DAY_MS = 86_400_000;
const RESULT = /Projected result\u2212([\d.]+) BTC/;

test("analytics show the plan's projected result separately from its actual result", async () => {
  const boughtAfter = Date.now();
  const person = await minerWith("Cleo", "Starter Rig");
  const { items } = await person.call("listPlans");
  const plan = items.find(({ name }) => name === "Starter Rig");
  if (!plan) throw new Error("no such plan");
  const { page, context, faults } = await site.comeTo("/analytics", { person });
  const plates = page.getByRole("region", { name: /^On / });
  const minus = (sats: number) => `\u2212${(Math.abs(sats) / 1e8).toFixed(8)}`;
  await plates.getByText("Projected result").waitFor();
  const said = async () => (await plates.textContent()) ?? "";
  await expect.poll(said).toMatch(RESULT);
  const result = -Number(RESULT.exec(await said())?.[1]?.replace(".", ""));
  // Days without mining do not extend the contract.
  const missedDays = (Date.now() - boughtAfter) / DAY_MS;
  const missedSats = Math.ceil((plan.expected.earnsSats * missedDays) / plan.durationDays);
  expect(result).toBeLessThanOrEqual(plan.expected.resultSats);
  expect(result).toBeGreaterThanOrEqual(plan.expected.resultSats - missedSats);
  expect(await said()).toContain(`so far ${minus(plan.priceSats)}`);
  expect(await said()).toContain(`Result so far${minus(plan.priceSats)}`);
  const bars = page.getByRole("region", { name: "Result by product" });
  await bars
    .getByText(`so far ${minus(plan.priceSats)} BTC`)
    .first()
    .waitFor();
  await bars.getByText(/^Dashed: expected earnings until contracts end/).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await goTo(page, "/analytics?from=2026-01-01&to=2026-01-02");
  await page.getByText("No product had income or cost in this range.").waitFor();
  expect(await page.getByText("Projected result").count()).toBe(0);
  expect(faults()).toEqual([]);
  await context.close();
});

describe("start and stop", () => {
  test("the estimate rises after 'Mining Started!' and is 0 after 'Mining Stopped!'", async () => {
    const { page, context, faults } = await dashboardOf(await minerWith("Ann", "Starter Rig"));
    await plate(page).getByText("0 while mining is off").waitFor();
    await startButton(page).click();
    await notice(page, "Mining Started!", "Your rig is active.");
    // 50 TH/s earn 3,787.0044 sats per day at the initial reference values.
    const estimate = async () => (await plate(page).textContent()) ?? "";
    await expect.poll(estimate).toContain("Estimated daily BTC0.00003787");
    await plate(page).getByText("every 5 s").waitFor();
    await page.getByRole("button", { name: "Show working" }).click();
    const working = page.getByRole("dialog", { name: "Show working" });
    await working
      .getByText(
        "50.0 x 10^12 x 86,400 x 3.125 x (1 - 0.0 %) / (83,000,000,000,000.00 x 2^32) = 0.00003787004 BTC per day at your current hash rate",
      )
      .waitFor();
    await page.keyboard.press("Escape");
    await stopButton(page).click();
    await notice(page, "Mining Stopped!", "Your rig is inactive.");
    await expect.poll(estimate).toContain("Estimated daily BTC0.00000000");
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("the estimate rises regularly while mining, even without events", async () => {
    const person = await minerWith("Eli", "Starter Rig");
    await person.call("startMining");
    const { page, context } = await site.enter({ person, isUnused: true });
    await page.routeWebSocket(/\/api\/v1\/stream/, () => {});
    await page.clock.install();
    await goTo(page, "/dashboard");
    await stopButton(page).waitFor();
    let requests = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/api/v1/mining")) requests += 1;
    });
    for (const times of [1, 2])
      await expect
        .poll(async () => {
          await page.clock.runFor(5_000);
          return requests;
        })
        .toBeGreaterThanOrEqual(times);
    await context.close();
  });

  test("mining survives a reload and is shown in a second tab", async () => {
    const { page, context } = await dashboardOf(await minerWith("Bea", "Starter Rig"));
    const other = await context.newPage();
    await other.goto("/dashboard");
    await startButton(other).waitFor();
    await startButton(page).click();
    await stopButton(other).waitFor();
    await page.reload();
    await stopButton(page).waitFor();
    await stopButton(other).click();
    await startButton(page).waitFor();
    await expect.poll(() => stopButton(page).count()).toBe(0);
    await context.close();
  });

  test("a double click on Start starts mining once", async () => {
    const ida = await minerWith("Ida", "Starter Rig");
    const { page, context } = await dashboardOf(ida);
    await startButton(page).dblclick();
    await expect.poll(async () => (await ida.call("getMining")).isMining).toBe(true);
    await stopButton(page).waitFor();
    await context.close();
  });

  test("a double click starts mining once even if the response arrives between clicks", async () => {
    const may = await minerWith("May", "Starter Rig");
    const { page, context } = await dashboardOf(may);
    const clickTimes = async (clickCount: number) => {
      await page.mouse.down({ clickCount });
      await page.mouse.up({ clickCount });
    };
    await startButton(page).hover();
    await clickTimes(1);
    await notice(page, "Mining Started!");
    await clickTimes(2);
    expect((await may.call("getMining")).isMining).toBe(true);
    await stopButton(page).click();
    await notice(page, "Mining Stopped!");
    await context.close();
  });

  test("mining can start without a contract, and the page suggests the next step", async () => {
    const { page, context } = await dashboardOf(await signUp(site.url, "Eve"));
    await page.getByRole("heading", { name: "Start here" }).waitFor();
    await page.getByRole("button", { name: "Get test coins from the faucet" }).waitFor();
    await startButton(page).click();
    await notice(page, "Mining Started!");
    await expect.poll(() => plate(page).textContent()).toContain("Hash rate0.0TH/s");
    await context.close();
  });
});

describe("the boost", () => {
  test.each([
    ["min", "1"],
    ["max", "3"],
    ["step", "0.1"],
    ["value", "1"],
  ])("the slider's %s is %s", async (attribute, value) => {
    const { page, context } = await dashboardOf(eve);
    const slider = page.getByRole("slider", { name: "Boost" });
    await slider.waitFor();
    const is = attribute === "value" ? slider.inputValue() : slider.getAttribute(attribute);
    expect(await is).toBe(value);
    await context.close();
  });

  test("a double click pays for one boost", async () => {
    const cid = await minerWith("Cid", "Pro Miner");
    const { page, context, faults } = await dashboardOf(cid);
    await boostTo(page, 15);
    const panel = accelerator(page);
    await panel.getByText("2.5x", { exact: true }).waitFor();
    // (2.5 - 1) x 300 TH/s = 450 TH/s x 0.05 USD = 22.50 USD = 37,500 sats. The boost earns 34,083
    // sats, a loss of 3,417 sats.
    for (const words of [
      "Rents450.0 TH/s for 24 h",
      "Costs0.00037500 BTC",
      "Expected to earn0.00034083 BTC",
      "Expected result\u22120.00003417 BTC",
    ])
      await expect.poll(() => panel.textContent()).toContain(words);
    await plate(page).getByText("with 2.5x: 750.0 TH/s").waitFor();
    await expect.poll(() => plate(page).textContent()).toContain("Hash rate300.0TH/s");
    const before = (await cid.call("getWallet")).availableSats;
    const sent = page.waitForRequest(/\/mining\/boosts$/);
    await panel.getByRole("button", { name: "Activate Boost" }).click();
    const question = page.getByRole("dialog", { name: "Activate a boost at a loss?" });
    await question.getByText("0.00037500").waitFor();
    await question.getByRole("button", { name: "Activate Boost" }).dblclick();
    // The request contains the price shown on the page, so the server can refuse the order if the
    // price has changed.
    expect((await sent).postDataJSON()).toEqual({ multiplier: "2.5", priceSats: 37_500 });
    await notice(page, "Boost Activated", "450.0 TH/s more for 24 hours.");
    await plate(page).getByText("2.5x boost").waitFor();
    const figure = plate(page).getByText("750.0").first();
    const colour = (one: typeof figure) => one.evaluate((node) => getComputedStyle(node).color);
    expect(await colour(figure)).not.toBe(await colour(plate(page).getByText("5.0").last()));
    expect((await cid.call("getWallet")).availableSats).toBe(before - 37_500);
    await panel.getByText(/^A boost is running until/).waitFor();
    await page.reload();
    await plate(page).getByText("2.5x boost").waitFor();
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("a boost that costs more than the balance is disabled with a reason", async () => {
    const dan = await minerWith("Dan", "Enterprise Farm");
    const { availableSats } = await dan.call("getWallet");
    // About 1,668,333 sats are left. The two purchases below leave too few coins for a boost.
    expect(availableSats).toBeLessThan(1_700_000);
    await buyPlan(dan, "Pro Miner");
    await buyPlan(dan, "Pro Miner");
    const { page, context } = await dashboardOf(dan);
    await boostTo(page, 20);
    await accelerator(page).getByText("You do not have enough BTC for this boost.").waitFor();
    const button = accelerator(page).getByRole("button", { name: "Activate Boost" });
    await expect.poll(() => button.getAttribute("aria-disabled")).toBe("true");
    await context.close();
  });

  test("a boost without a contract or rig is disabled with a reason", async () => {
    const { page, context } = await dashboardOf(eve);
    await boostTo(page, 3);
    const reason = "A boost adds hash rate to a running contract or rig, and you have none.";
    await accelerator(page).getByText(reason).waitFor();
    const button = accelerator(page).getByRole("button", { name: "Activate Boost" });
    await expect.poll(() => button.getAttribute("aria-disabled")).toBe("true");
    await context.close();
  });

  test.each(["0.9", "1", "1.05", "3.1", "NaN", "-2", "1e1", " 2", "", 2, null, ["2"]])(
    "a boost of %j is refused by the server",
    async (multiplier) => {
      const refused = eve.call("buyBoost", { body: { multiplier } });
      await expect(refused).rejects.toMatchObject({
        problem: { status: expect.toSatisfy((status: number) => status === 400 || status === 422) },
      });
    },
  );
});

describe("loading and errors", () => {
  test("'Loading...' is shown until the figures arrive", async () => {
    const { page, context } = await site.enter({ person: await signUp(site.url, "Hal") });
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route("**/api/v1/mining", async (route) => {
      await promise;
      await route.continue();
    });
    await page.goto("/dashboard", { waitUntil: "commit" });
    await page.getByText("Loading...").filter({ visible: true }).first().waitFor();
    resolve();
    await startButton(page).waitFor();
    const loading = page.getByText("Loading...").filter({ visible: true });
    await expect.poll(() => loading.count()).toBe(0);
    await context.close();
  });

  test("a failed start request shows a notice, and mining stays off", async () => {
    const { page, context } = await dashboardOf(await signUp(site.url, "Jon"));
    await page.route("**/api/v1/mining/start", (route) => route.abort());
    await startButton(page).click();
    const list = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
    await list.waitFor();
    await startButton(page).waitFor();
    await page.unroute("**/api/v1/mining/start");
    await startButton(page).click();
    await notice(page, "Mining Started!");
    await expect.poll(() => stopButton(page).count()).toBe(1);
    await context.close();
  });
});

test("earnings rise in real time, are paid, and appear in the charts", async () => {
  const person = await minerWith("Ada", "Pro Miner");
  await person.call("startMining");
  const { page, context, faults } = await dashboardOf(person);
  const panel = page.getByRole("region", { name: "Earned against paid" });
  const accruing = panel.getByText(/^\+ [\d.]+ sat until the next payout$/);
  await accruing.waitFor();
  const first = await accruing.innerText();
  await expect.poll(() => accruing.innerText()).not.toBe(first);
  const drawing = (words: RegExp) => panel.getByRole("img", { name: words });
  await drawing(
    /^Earned today, UTC: [\d.]+ BTC, including earnings not paid yet. Expected by midnight: [\d.]+ BTC, (below|above|equal to) the day's cost/,
  ).waitFor();
  await panel.getByText("Cost of the day", { exact: true }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await panel.getByRole("button", { name: "Contract" }).click();
  await drawing(/^Earned so far .* expected .* BTC \(.* sat\) at the end, paid /).waitFor();
  await panel.getByText("Difficulty up or down 3 points per month").waitFor();
  expect(faults()).toEqual([]);
  await context.close();
});

test("skipped first steps stay hidden on other devices", async () => {
  const person = await signUp(site.url, "Eve");
  const visitor = await site.comeTo("/dashboard", { person });
  const steps = (page: Page) => page.getByRole("region", { name: "Start here" });
  await steps(visitor.page).getByRole("button", { name: "Skip these steps" }).click();
  await steps(visitor.page).waitFor({ state: "detached" });
  expect(await leave(visitor)).toEqual([]);
  const elsewhere = await site.comeTo("/dashboard", { person });
  await elsewhere.page.getByText("Nothing to compare yet").waitFor();
  expect(await steps(elsewhere.page).count()).toBe(0);
  expect(await leave(elsewhere)).toEqual([]);
});

test("with USD selected, the charts are in dollars and show each figure once", async () => {
  const person = await signUp(site.url, "Una");
  await getCoins(person);
  await buyPlan(person, "Pro Miner");
  const visitor = await site.comeTo("/dashboard", { person });
  const { page } = visitor;
  await page.getByRole("button", { name: "USD", exact: true }).click();
  await page.getByRole("button", { name: "Contract", exact: true }).click();
  await page.locator("svg text:visible", { hasText: "break-even: paid 499.00 USD" }).waitFor();
  await page.locator("svg text:visible", { hasText: /^400\.00$/ }).waitFor();
  const texts = (await plate(page).innerText()).split("\n").filter((line) => line.includes("USD"));
  expect(new Set(texts).size).toBe(texts.length);
  expect(await leave(visitor)).toEqual([]);
});

/** /invest and /staking by real clicks and keys: opening, every refusal, leaving, and one effect however often it is pressed. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appRuns, launchBrowser, newVisitor, notice, type Visitor } from "../support/browser.ts";
import { storageOf, signedUpStorage } from "../support/browser-person.ts";
import { getCoins } from "../support/main-job.ts";
import { eventually, signUp, type Person } from "../support/person.ts";
import { removeDataDir, startServer, type RunningServer } from "../support/server.ts";

let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ env: { BLOCK_SECONDS: "0.3" } }),
    launchBrowser(),
  ]);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
  removeDataDir(server.dataDir);
});

interface Saver extends Visitor {
  readonly person: Person;
}

/** Somebody with the faucet's coins, on one of the two pages. */
async function saver(path: string): Promise<Saver> {
  const person = await signUp(server.url, "Ann");
  await getCoins(person);
  await eventually(
    "the fund is filled",
    () => person.call("listEarnProducts"),
    ({ fund }) => fund.fundingSats > 0,
  );
  const storage = await storageOf(server.url, person);
  const visitor = await newVisitor(browser, { url: server.url, storage });
  await goTo(visitor.page, path);
  return { ...visitor, person };
}

async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await appRuns(page);
}

const amountField = (page: Page) => page.getByLabel(/^Amount/);
const stakeButton = (page: Page) => page.getByRole("button", { name: "Stake", exact: true });
const positionsOf = async ({ person }: Saver) => (await person.call("listPositions")).items;

async function confirmStake(page: Page, amount: string): Promise<void> {
  await amountField(page).fill(amount);
  await stakeButton(page).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stake" }).click();
}

describe("staking", () => {
  test("by keyboard: amount, period, estimate, confirmation, position, leaving", async () => {
    const ann = await saver("/staking");
    const { page } = ann;
    const form = page.getByRole("region", { name: "Stake" });
    expect(await form.getByRole("button", { pressed: true }).innerText()).toBe("90 days · 50%");
    await form.getByText("0.00000000 BTC").first().waitFor();
    await amountField(page).fill("0.01");
    // 0.01 x 50 % x 90 / 365, rounded down
    await form.getByText("+0.00123287 BTC").waitFor();
    await form.getByRole("button", { name: "30 days · 35%" }).press("Enter");
    await form.getByText("+0.00028767 BTC").waitFor();
    await form.getByRole("button", { name: "90 days · 50%" }).press(" ");
    await amountField(page).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Stake for 90 days" });
    await dialog.getByText("+0.00123287 BTC").waitFor();
    await dialog.getByRole("button", { name: "Stake" }).press("Enter");
    await notice(page, "Staking Initiated!", /0\.01000000 BTC are staked until/);
    await dialog.waitFor({ state: "hidden" });
    const row = page.getByRole("row", { name: /90-day staking/ });
    await row.getByText(/in 89 d 23 h/).waitFor();
    await row.getByText("of 0.00123287 set aside").waitFor();

    await row.getByRole("button", { name: /^Leave/ }).press("Enter");
    const leaving = page.getByRole("dialog", { name: "Leave 90-day staking" });
    await leaving.getByText(/goes back to the fund/).waitFor();
    await leaving.getByText("Interest given up").waitFor();
    await leaving.getByRole("button", { name: "Leave" }).press("Enter");
    await notice(page, "Position Closed", /0\.01000000 BTC are back in your wallet/);
    await page.getByRole("row", { name: /90-day staking Left/ }).waitFor();
    expect(await positionsOf(ann)).toMatchObject([{ state: "closed", outcome: "left" }]);
    expect(ann.faults()).toEqual([]);
    await ann.context.close();
  });

  test("Max stakes everything, and the letters and the history tell of it", async () => {
    const ann = await saver("/staking");
    const { page } = ann;
    await page.getByRole("button", { name: "Max: the whole balance" }).click();
    await stakeButton(page).click();
    await page.getByRole("dialog").getByRole("button", { name: "Stake" }).click();
    await notice(page, "Staking Initiated!");
    expect((await ann.person.call("getWallet")).availableSats).toBe(0);
    await goTo(page, "/history");
    await page.getByText("Staked or invested").first().waitFor();
    await page.getByRole("link", { name: /^pos_/ }).first().click();
    await page.waitForURL("**/invest");
    await goTo(page, "/mailbox");
    await page
      .getByText(/90-day staking: 0\.\d{8} BTC opened/)
      .first()
      .waitFor();
    await ann.context.close();
  });

  test("refuses with the texts of the requirement", async () => {
    const ann = await saver("/staking");
    const { page } = ann;
    for (const wrong of ["", "0", "-1", "abc"]) {
      await amountField(page).fill(wrong);
      await stakeButton(page).click();
      await notice(page, "Invalid Amount", "Please enter a valid amount to stake.");
    }
    await amountField(page).fill("21");
    await page.getByText(/The practice fund can set aside/).waitFor();
    await amountField(page).fill("0.9");
    await stakeButton(page).click();
    await notice(page, "Insufficient Funds", "You do not have enough BTC to stake that amount.");
    expect(await amountField(page).getAttribute("aria-invalid")).toBe("true");
    expect(await positionsOf(ann)).toEqual([]);
    await ann.context.close();
  });

  test("a newcomer is told what to do next", async () => {
    const storage = await signedUpStorage(server.url, "Eve");
    const { page, context, faults } = await newVisitor(browser, { url: server.url, storage });
    await goTo(page, "/staking");
    await page.getByText("No positions yet").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Get test coins" }).click();
    await page.waitForURL("**/deposit");
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("says who pays, and what a dishonest version does", async () => {
    const storage = await signedUpStorage(server.url, "Eve");
    const { page, context } = await newVisitor(browser, { url: server.url, storage });
    for (const path of ["/staking", "/invest"]) {
      await goTo(page, path);
      const panel = page.getByRole("region", { name: "Who pays" });
      await panel.getByText(/Bitcoin has no staking yield/).waitFor();
      await panel.getByText(/promised fixed returns of 20-50 % a year/).waitFor();
      await panel.getByText(/What a dishonest version does/).waitFor();
      await panel.getByText("Set aside for positions").waitFor();
      expect(await panel.getByRole("definition").count()).toBe(3);
    }
    await context.close();
  });
});

describe("pressed more than once", () => {
  test("a double click opens one position", async () => {
    const ann = await saver("/staking");
    const { page } = ann;
    await amountField(page).fill("0.002");
    await stakeButton(page).click();
    await page.getByRole("dialog").getByRole("button", { name: "Stake" }).dblclick();
    await notice(page, "Staking Initiated!");
    expect(await positionsOf(ann)).toHaveLength(1);
    await ann.context.close();
  });

  test("a reload while the answer is under way, and again, opens one position", async () => {
    const ann = await saver("/staking");
    const { page } = ann;
    const reached = Promise.withResolvers<void>();
    const keys: (string | undefined)[] = [];
    await page.route("**/api/v1/earn/stakes", async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      if (keys.length > 1) return route.continue();
      // The server has opened it, but the answer never comes: the page is loaded again before.
      await route.fetch();
      reached.resolve();
    });
    await confirmStake(page, "0.002");
    await reached.promise;
    await page.reload();
    await appRuns(page);
    await page.getByRole("row", { name: /90-day staking/ }).waitFor();
    await confirmStake(page, "0.002");
    await notice(page, "Staking Initiated!");
    expect(await positionsOf(ann)).toHaveLength(1);
    expect(keys).toEqual([keys[0], keys[0]]);
    await ann.context.close();
  });

  test("two tabs leave one position once", async () => {
    const ann = await saver("/staking");
    await ann.person.call("openStake", { body: { amountSats: 100_000, durationDays: 30 } });
    const other = await ann.context.newPage();
    const tabs = [ann.page, other];
    for (const page of tabs) {
      await goTo(page, "/staking");
      await page.getByRole("button", { name: /^Leave 30-day staking/ }).click();
    }
    await ann.page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
    await notice(ann.page, "Position Closed");
    // The other tab hears of it: its dialog goes with the position.
    await other.getByRole("dialog").waitFor({ state: "hidden" });
    await other.getByRole("row", { name: /30-day staking Left/ }).waitFor();
    expect(await positionsOf(ann)).toMatchObject([{ state: "closed" }]);
    await ann.context.close();
  });

  test("confirmed in two tabs is one position, and both say so; looked at again it is another", async () => {
    const ann = await saver("/staking");
    const other = await ann.context.newPage();
    await goTo(other, "/staking");
    const lookAt = async (page: Page) => {
      await amountField(page).fill("0.001");
      await stakeButton(page).click();
      await page.getByRole("dialog").getByRole("button", { name: "Stake" }).waitFor();
    };
    const confirmIn = async (page: Page) => {
      await page.getByRole("dialog").getByRole("button", { name: "Stake" }).click();
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      await notice(page, "Staking Initiated!");
      return (await positionsOf(ann)).length;
    };
    for (const page of [ann.page, other]) await lookAt(page);
    expect(await confirmIn(ann.page)).toBe(1);
    expect(await confirmIn(other)).toBe(1);
    await lookAt(other);
    expect(await confirmIn(other)).toBe(2);
    await ann.context.close();
  });

  test("two devices that stake everything open one position", async () => {
    const ann = await saver("/staking");
    const { availableSats } = await ann.person.call("getWallet");
    const storage = await storageOf(server.url, ann.person);
    const phone = await newVisitor(browser, { url: server.url, storage });
    await goTo(phone.page, "/staking");
    const pages = [ann.page, phone.page];
    for (const page of pages) {
      await amountField(page).fill((availableSats / 1e8).toFixed(8));
      await stakeButton(page).click();
      await page.getByRole("dialog").getByRole("button", { name: "Stake" }).waitFor();
    }
    await Promise.all(
      pages.map((page) => page.getByRole("dialog").getByRole("button", { name: "Stake" }).click()),
    );
    await Promise.race(pages.map((page) => notice(page, "Staking Initiated!")));
    await Promise.race(pages.map((page) => notice(page, "Insufficient Funds")));
    expect(await positionsOf(ann)).toHaveLength(1);
    for (const { context } of [ann, phone]) await context.close();
  });
});

describe("investing", () => {
  test("shows the three plans and opens one with the estimate before the button", async () => {
    const ann = await saver("/invest");
    const { page } = ann;
    const plans = [
      ["BTC Starter", "8% APY", "0.001 BTC", "30 days"],
      ["BTC Growth", "15% APY", "0.05 BTC", "90 days"],
      ["BTC Pro", "25%+ APY", "0.5 BTC", "flexible"],
    ] as const;
    for (const [name, ...facts] of plans) {
      const card = page.getByRole("article", { name });
      for (const fact of facts) await card.getByText(fact, { exact: true }).waitFor();
      await card.getByText(/Bitcoin itself yields nothing/).waitFor();
    }
    await page.getByRole("button", { name: "Invest: BTC Starter" }).click();
    const dialog = page.getByRole("dialog", { name: "Invest in BTC Starter" });
    await page.keyboard.type("0.001");
    await dialog.getByText("+0.00000657 BTC").waitFor();
    await page.keyboard.press("Enter");
    await notice(page, "Investment Opened!", "0.00100000 BTC are invested in BTC Starter.");
    await dialog.waitFor({ state: "hidden" });
    const portfolio = page.getByRole("region", { name: "Portfolio" });
    await portfolio.getByText("0.00100000 BTC").waitFor();
    await portfolio.getByText("0.00000657 BTC").waitFor();
    await page.getByRole("row", { name: /BTC Starter/ }).waitFor();
    expect(ann.faults()).toEqual([]);
    await ann.context.close();
  });

  test("refuses with the texts of the product", async () => {
    const ann = await saver("/invest");
    const { page } = ann;
    const tries = [
      ["BTC Starter", "", "Invalid Amount", "Please enter a valid amount to invest."],
      ["BTC Starter", "0.00099999", "Invalid Amount", "The minimum for BTC Starter is 0.001 BTC."],
      ["BTC Growth", "0.04", "Invalid Amount", "The minimum for BTC Growth is 0.05 BTC."],
      ["BTC Pro", "0.4", "Invalid Amount", "The minimum for BTC Pro is 0.5 BTC."],
      ["BTC Pro", "0.6", "Insufficient Funds", "You do not have enough BTC for BTC Pro."],
    ] as const;
    for (const [plan, amount, title, text] of tries) {
      await page.getByRole("button", { name: `Invest: ${plan}` }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(/^Amount/).fill(amount);
      await dialog.getByRole("button", { name: "Invest" }).click();
      await notice(page, title, text);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
    }
    expect(await positionsOf(ann)).toEqual([]);
    await ann.context.close();
  });

  test("an empty portfolio is zeros, with the next step", async () => {
    const storage = await signedUpStorage(server.url, "Eve");
    const { page, context } = await newVisitor(browser, { url: server.url, storage });
    await goTo(page, "/invest");
    const portfolio = page.getByRole("region", { name: "Portfolio" });
    await portfolio.getByText("Interest paid").waitFor();
    expect(await portfolio.getByText("0.00000000").count()).toBe(4);
    await page.getByText("No positions yet").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Get test coins" }).waitFor();
    await context.close();
  });
});

describe.each(["/invest", "/staking"])("%s without an answer", (path) => {
  test("keeps the room while it loads, says what failed, and Retry brings it", async () => {
    const storage = await signedUpStorage(server.url, "Eve");
    const { page, context } = await newVisitor(browser, { url: server.url, storage });
    const held = Promise.withResolvers<void>();
    let isFailing = true;
    await page.route("**/api/v1/earn/*", async (route) => {
      await held.promise;
      await (isFailing ? route.abort() : route.continue());
    });
    await goTo(page, path);
    await page.getByText("Loading...").first().waitFor({ state: "attached" });
    held.resolve();
    const alert = page.getByRole("alert").first();
    await alert.getByText("No answer.").waitFor();
    isFailing = false;
    for (let left = await page.getByRole("button", { name: "Retry" }).count(); left > 0; left -= 1)
      await page.getByRole("button", { name: "Retry" }).first().click();
    await page.getByRole("region", { name: "Who pays" }).waitFor();
    await page.getByText("No positions yet").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    await context.close();
  });
});

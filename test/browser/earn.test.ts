/**
 * Tests /invest and /staking with real clicks and keys: opening and closing a position, every
 * refusal, and the empty, loading and failed states.
 */
import { describe, expect, test } from "vitest";
import { openSite } from "../support/browser/browser-site.ts";
import { axeViolations, goTo, notice } from "../support/browser/browser.ts";
import {
  amountField,
  confirmButton,
  positionsOf,
  saver,
  stakeButton,
} from "../support/browser/earn-pages.ts";
import { signUp } from "../support/people/person.ts";

const site = openSite();

describe("staking", () => {
  test("a position can be opened and closed using only the keyboard", async () => {
    const ann = await saver(site, "/staking");
    const { page } = ann;
    const form = page.getByRole("region", { name: "Stake" });
    await expect
      .poll(() => form.getByRole("button", { pressed: true }).innerText())
      .toBe("90 days · 50%");
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
    await leaving.getByText(/returns to the fund/).waitFor();
    await leaving.getByText("Interest given up").waitFor();
    await leaving.getByRole("button", { name: "Leave" }).press("Enter");
    await notice(page, "Position Closed", /0\.01000000 BTC are back in your wallet/);
    await page.getByRole("row", { name: /90-day staking Left/ }).waitFor();
    expect(await positionsOf(ann)).toMatchObject([{ state: "closed", outcome: "left" }]);
    expect(ann.faults()).toEqual([]);
    await ann.context.close();
  });

  test("Max stakes the whole balance, and the history shows the stake", async () => {
    const ann = await saver(site, "/staking");
    const { page } = ann;
    await page.getByRole("button", { name: "Max: the whole balance" }).click();
    await stakeButton(page).click();
    await confirmButton(page).click();
    await notice(page, "Staking Initiated!");
    expect((await ann.person.call("getWallet")).availableSats).toBe(0);
    await goTo(page, "/history");
    await page.getByRole("button", { name: "90-day staking" }).waitFor();
    await page.getByRole("link", { name: "Stake", exact: true }).first().click();
    await page.waitForURL("**/staking");
    await goTo(page, "/mailbox");
    await page
      .getByText(/90-day staking: 0\.\d{8} BTC opened/)
      .first()
      .waitFor();
    await ann.context.close();
  });

  test("invalid amounts are refused with the requirement's texts", async () => {
    const ann = await saver(site, "/staking");
    const { page } = ann;
    for (const wrong of ["", "0", "-1", "abc"]) {
      await amountField(page).fill(wrong);
      await stakeButton(page).click();
      await notice(page, "Invalid Amount", "Please enter a valid amount to stake.");
    }
    for (const beyond of ["0.9", "99"]) {
      await amountField(page).fill(beyond);
      await stakeButton(page).click();
      await notice(page, "Insufficient Funds", "You do not have enough BTC to stake that amount.");
    }
    await expect.poll(() => amountField(page).getAttribute("aria-invalid")).toBe("true");
    expect(await positionsOf(ann)).toEqual([]);
    await ann.context.close();
  });

  test("a new user is shown the next step", async () => {
    const person = await signUp(site.url, "Eve");
    const { page, context, faults } = await site.comeTo("/staking", { person });
    await page.getByText("No positions yet").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Get test coins" }).click();
    await page.waitForURL("**/deposit");
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("the page shows its formula, each rate with its date, and an example", async () => {
    const { page, context } = await site.enter({ person: await signUp(site.url, "Eve") });
    for (const [path, example] of [
      // 1 BTC x 35 % x 30 / 365 = 0.02876712 BTC, rounded down
      ["/staking", /1 BTC x 35 % x 30 days0\.02876712 BTC/],
      ["/invest", /BTC Growth: 1 BTC x \d+ % x \d+ days0\.\d{8} BTC/],
    ] as const) {
      await goTo(page, path);
      await page.getByRole("button", { name: "Show working" }).click();
      const dialog = page.getByRole("dialog", { name: "Show working" });
      await dialog.getByText("interest = amount x APY % x whole days / 36,500").waitFor();
      expect(await dialog.textContent()).toMatch(example);
      await dialog.getByText(/^Rates in force since: /).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press("Escape");
    }
    await context.close();
  });

  test("the page explains who pays the interest and how a scam would pay it", async () => {
    const person = await signUp(site.url, "Eve");
    const { page, context } = await site.enter({ person });
    for (const path of ["/staking", "/invest"]) {
      await goTo(page, path);
      const panel = page.getByRole("region", { name: "Who pays" });
      await panel.getByText(/Bitcoin has no staking yield/).waitFor();
      await panel.getByText("Signs of a fraudulent offer").click();
      await panel.getByText(/promised fixed returns of 20-50 % a year/).waitFor();
      await panel.getByText("Set aside for positions").waitFor();
      await expect.poll(() => panel.getByRole("definition").count()).toBe(3);
    }
    await context.close();
  });
});

describe("investing", () => {
  test("a plan that costs more than the balance is disabled with a reason", async () => {
    const ann = await saver(site, "/invest");
    const { page } = ann;
    for (const [name, share] of [
      ["BTC Starter", "+0.65%"],
      ["BTC Growth", "+3.69%"],
      ["BTC Pro", "+2.05%"],
    ] as const)
      await page.getByRole("article", { name }).getByText(share, { exact: true }).waitFor();
    const border = (name: string) =>
      page
        .getByRole("button", { name: `Invest: ${name}` })
        .evaluate((button) => getComputedStyle(button).borderStyle);
    await expect.poll(() => border("BTC Pro")).toBe("dashed");
    expect(await border("BTC Starter")).toBe("solid");
    await page.getByRole("button", { name: "Invest: BTC Pro" }).click();
    await notice(
      page,
      "Insufficient Funds",
      "You do not have enough BTC for BTC Pro. The minimum is 0.5 BTC.",
    );
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(ann.faults()).toEqual([]);
    await ann.context.close();
  });

  test("the estimate is shown before a plan is opened", async () => {
    const ann = await saver(site, "/invest");
    const { page } = ann;
    const plans = [
      ["BTC Starter", "8% APY", "0.001 BTC", "30 days"],
      ["BTC Growth", "15% APY", "0.05 BTC", "90 days"],
      ["BTC Pro", "25%+ APY", "0.5 BTC", "flexible"],
    ] as const;
    for (const [name, ...facts] of plans) {
      const card = page.getByRole("article", { name });
      for (const fact of facts) await card.getByText(fact, { exact: true }).waitFor();
      await card.getByText(/Bitcoin itself pays no interest/).waitFor();
    }
    await page.getByRole("button", { name: "Invest: BTC Starter" }).click();
    const dialog = page.getByRole("dialog", { name: "Invest in BTC Starter" });
    await amountField(page).and(page.locator(":focus")).waitFor();
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

  test("invalid amounts are refused with the product's own texts", async () => {
    const ann = await saver(site, "/invest");
    const { page } = ann;
    const tries = [
      ["BTC Starter", "", "Invalid Amount", "Please enter a valid amount to invest."],
      ["BTC Starter", "0.00099999", "Invalid Amount", "The minimum for BTC Starter is 0.001 BTC."],
      ["BTC Growth", "0.04", "Invalid Amount", "The minimum for BTC Growth is 0.05 BTC."],
      ["BTC Starter", "0.06", "Insufficient Funds", "You do not have enough BTC for BTC Starter."],
      ["BTC Growth", "99", "Insufficient Funds", "You do not have enough BTC for BTC Growth."],
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

  test("an empty portfolio shows zeros and the next step", async () => {
    const person = await signUp(site.url, "Eve");
    const { page, context } = await site.comeTo("/invest", { person });
    const portfolio = page.getByRole("region", { name: "Portfolio" });
    await portfolio.getByText("Interest paid").waitFor();
    await expect.poll(() => portfolio.getByText("0.00000000").count()).toBe(4);
    await page.getByText("No positions yet").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Get test coins" }).waitFor();
    await context.close();
  });
});

describe.each(["/invest", "/staking"])("%s without a server response", (path) => {
  test("the page shows a loading state, then an error, and loads after Retry", async () => {
    const person = await signUp(site.url, "Eve");
    const { page, context } = await site.enter({ person });
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
    const retry = page.getByRole("button", { name: "Retry" }).first();
    // Some cards may still be loading, so click each Retry button when it appears.
    const retryNext = async () => {
      if (await retry.isVisible()) await retry.click({ timeout: 1_000 }).catch(() => undefined);
      return page.getByText("No positions yet").isVisible();
    };
    await expect.poll(retryNext).toBe(true);
    await page.getByRole("region", { name: "Who pays" }).waitFor();
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
    await context.close();
  });
});

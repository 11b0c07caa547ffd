/**
 * Tests refusals on /withdraw and their texts, the page for an empty account, and the page when the
 * server does not respond.
 */
import type { Locator } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { notice } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { getCoins, outsideAddress } from "../support/people/main-job.ts";
import { signUp, type Person } from "../support/people/person.ts";
import {
  amountField,
  chooseMethod,
  codeField,
  fillAmount,
  onWithdraw,
  review,
  submitButton,
} from "../support/browser/withdraw-page.ts";

const site = openSite();
let ann: Person;
let eve: Person;

beforeAll(async () => {
  [ann, eve] = await Promise.all([signUp(site.url, "Ann"), signUp(site.url, "Eve")]);
  await getCoins(ann);
});

const isInvalid = async (field: Locator) => (await field.getAttribute("aria-invalid")) === "true";

describe("refusals", () => {
  const METHODS = ["Wallet", "Bank", "PayPal", "Cash App"];
  const AMOUNTS = [
    ["", "Invalid Amount", "Please enter a valid amount to withdraw."],
    ["0", "Invalid Amount", "Please enter a valid amount to withdraw."],
    ["-1", "Invalid Amount", "Please enter a valid amount to withdraw."],
    ["a coin", "Invalid Amount", "Please enter a valid amount to withdraw."],
    ["0.0001", "Invalid Amount", "The amount must be more than the network fee."],
    ["20999999", "Insufficient Funds", "You do not have enough BTC to withdraw that amount."],
  ] as const;

  test.each(METHODS)("%s refuses each invalid amount, and a missing or wrong code", (method) =>
    onWithdraw(site, ann, async (page) => {
      await chooseMethod(page, method);
      if (method === "Wallet") await page.getByLabel("Wallet address").fill(outsideAddress());
      for (const [amount, title, text] of AMOUNTS) {
        await fillAmount(page, amount);
        // The previous amount's error disappears while a new amount is being typed.
        await expect.poll(() => isInvalid(amountField(page))).toBe(false);
        await review(page);
        await notice(page, title, text);
        await expect.poll(() => isInvalid(amountField(page))).toBe(true);
        expect(await submitButton(page).count()).toBe(0);
      }
      await fillAmount(page, "0.001");
      await review(page);
      await submitButton(page).click();
      await notice(
        page,
        "Security Verification Required",
        "Please enter the verification code sent to your email/phone.",
      );
      await codeField(page).fill("not it");
      await submitButton(page).click();
      await notice(page, "Security Verification Required", "That code is wrong or has expired.");
      await submitButton(page).waitFor();
    }),
  );

  test.each([
    ["Bank", "Account number", "DE89370400440532013000"],
    ["Bank", "Routing number", "021000021"],
    ["Bank", "Account holder", "Ann Example"],
    ["PayPal", "PayPal email", "ann@gmail.com"],
    ["Cash App", "Cashtag", "$ann"],
  ])("%s refuses a real-looking %s and restores the test value", (method, field, typed) =>
    onWithdraw(site, ann, async (page) => {
      const sent: string[] = [];
      page.on("request", (request) => sent.push(request.postData() ?? ""));
      await chooseMethod(page, method);
      await fillAmount(page, "0.001");
      await page.getByLabel(field).fill(typed);
      await review(page);
      await notice(
        page,
        "Test Values Only",
        `${method} is a simulator and takes only its published test values. Never type a real account here; nothing of what you typed was kept.`,
      );
      expect(sent.join(" ")).not.toContain(typed);
      const storage = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
      expect(storage).not.toContain(typed);
      await page.getByRole("button", { name: "Restore the test values" }).click();
      await review(page);
      await submitButton(page).waitFor();
    }),
  );

  test.each([
    ["Wallet", "Wallet address", "text", "Invalid Address"],
    ["Bank", "Account holder", "text", "Test Values Only"],
    ["Bank", "Account number", "text", "Test Values Only"],
    ["Bank", "Routing number", "text", "Test Values Only"],
    ["PayPal", "PayPal email", "email", "Test Values Only"],
    ["Cash App", "Cashtag", "text", "Test Values Only"],
  ])("%s requires its %s, a field of type %s", (method, label, type, title) =>
    onWithdraw(site, ann, async (page) => {
      await chooseMethod(page, method);
      await fillAmount(page, "0.001");
      const field = page.getByLabel(label, { exact: true });
      expect(await field.getAttribute("required")).not.toBeNull();
      expect((await field.getAttribute("type")) ?? "text").toBe(type);
      await field.fill("");
      await review(page);
      await notice(page, title);
      await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
      expect(await submitButton(page).count()).toBe(0);
    }),
  );

  // The second address received the reward of the first Bitcoin block.
  test.each(["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"])(
    "a main-network address is refused: %s",
    (address) =>
      onWithdraw(site, ann, async (page) => {
        await fillAmount(page, "0.001");
        const field = page.getByLabel("Wallet address");
        await field.fill(address);
        await review(page);
        await notice(page, "Invalid Address", /main network address.* regtest only/);
        await expect.poll(() => isInvalid(field)).toBe(true);
        expect(await submitButton(page).count()).toBe(0);
      }),
  );
});

test("an empty account shows a link to test coins", () =>
  onWithdraw(site, eve, async (page) => {
    await page.getByText("Nothing to withdraw yet").waitFor();
    await page.getByText("Withdrawals you make appear here").waitFor();
    await fillAmount(page, "0.001");
    await review(page);
    await notice(page, "Insufficient Funds", "You do not have enough BTC to withdraw that amount.");
    await page.getByText(/^at least 0\.\d{8}$/).waitFor();
    await page.getByRole("link", { name: "Get test coins" }).click();
    await page.waitForURL("**/deposit");
    const title = page.getByRole("heading", { level: 1 });
    await expect.poll(() => title.innerText()).toBe("Deposit");
  }));

test("a failed load of the withdrawal terms shows an error and can be retried", () =>
  onWithdraw(site, ann, async (page) => {
    let isDown = true;
    await page.route("**/api/v1/withdrawals/terms", (route) =>
      isDown ? route.fulfill({ status: 503, body: "{}" }) : route.continue(),
    );
    await page.reload();
    await page.getByRole("button", { name: "Retry" }).waitFor();
    expect(await page.getByLabel("Amount in BTC").count()).toBe(0);
    isDown = false;
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByLabel("Amount in BTC").waitFor();
  }));

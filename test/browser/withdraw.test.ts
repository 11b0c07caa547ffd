/** /withdraw by its four tabs: success up to the tracker, every refusal in its words, and never more than one withdrawal. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  payoutMethodNames,
  SIMULATED_METHODS,
  testAccounts,
  type SimulatedMethod,
} from "../../api-schema/payout-accounts.ts";
import { appRuns, launchBrowser, newVisitor, notice, type Visitor } from "../support/browser.ts";
import { storageOf, type SignedInStorage } from "../support/browser-person.ts";
import { getCoins, outsideAddress, securityCode } from "../support/main-job.ts";
import { eventually, signUp, type Person } from "../support/person.ts";
import { removeDataDir, startServer, type RunningServer } from "../support/server.ts";

let server: RunningServer;
let browser: Browser;
let ann: Person;
let storage: SignedInStorage;
let empty: SignedInStorage;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  const { url } = server;
  const [rich, poor] = await Promise.all([signUp(url, "Ann"), signUp(url, "Eve")]);
  ann = rich;
  await getCoins(ann);
  [storage, empty] = await Promise.all([storageOf(url, ann), storageOf(url, poor)]);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
  removeDataDir(server.dataDir);
});

async function onWithdraw<Result>(
  work: (page: Page, visitor: Visitor) => Promise<Result>,
  options: { readonly storage?: SignedInStorage; readonly width?: number } = {},
): Promise<Result> {
  const visitor = await newVisitor(browser, { url: server.url, storage, ...options });
  await visitor.page.goto("/withdraw");
  await appRuns(visitor.page);
  const result = await work(visitor.page, visitor);
  expect(visitor.faults()).toEqual([]);
  await visitor.context.close();
  return result;
}

const choose = (page: Page, method: string) =>
  page.getByRole("tab", { name: method, exact: true }).click();
const fillAmount = (page: Page, amount: string) => page.getByLabel("Amount in BTC").fill(amount);
const review = (page: Page) => page.getByRole("button", { name: "Review withdrawal" }).click();
const submitButton = (page: Page) => page.getByRole("button", { name: /^Withdraw \d/ });
const withdrawalsOf = async () => (await ann.call("listWithdrawals")).items;

/** Up to the press that pays, with a code that is good. */
async function prepare(page: Page, method: string, amount: string): Promise<void> {
  await choose(page, method);
  await fillAmount(page, amount);
  if (method === "Wallet") await page.getByLabel("Wallet address").fill(outsideAddress());
  await review(page);
  await page.getByLabel(/^Security code/).fill(await securityCode(ann));
}

describe("success", () => {
  test("Wallet: the notice shows the id, and after a second the tracker opens and follows the txid", () =>
    onWithdraw(async (page) => {
      await prepare(page, "Wallet", "0.001");
      await submitButton(page).click();
      await notice(page, "Withdrawal via Wallet Initiated", /wdr_/);
      await page.waitForURL("**/track-transaction/wdr_*");
      await page.waitForURL(/track-transaction\/[0-9a-f]{64}/, { timeout: 60_000 });
      const [sent] = await withdrawalsOf();
      expect(page.url()).toContain(sent?.txid ?? "no txid");
    }));

  test(
    "Bank, PayPal, Cash App: labelled as simulators, and the tracker keeps the id through all steps",
    { timeout: 150_000 },
    async () => {
      const pages: (readonly [Page, SimulatedMethod])[] = [];
      const { context, faults } = await newVisitor(browser, { url: server.url, storage });
      for (const method of SIMULATED_METHODS) {
        const page = await context.newPage();
        await page.goto("/withdraw");
        await appRuns(page);
        await paySimulated(page, method);
        pages.push([page, method]);
      }
      // The posted times are a minute: all three are followed at once.
      await Promise.all(pages.map(([page, method]) => followSimulated(page, method)));
      expect(faults()).toEqual([]);
      await context.close();
    },
  );
});

async function paySimulated(page: Page, method: SimulatedMethod): Promise<void> {
  const name = payoutMethodNames[method];
  await prepare(page, name, "0.001");
  expect(await page.getByText("Simulator", { exact: true }).count()).toBeGreaterThan(1);
  for (const [field, value] of Object.entries(testAccounts[method]))
    expect(await page.locator(`input[name=${field}]`).inputValue()).toBe(value);
  await submitButton(page).click();
  await notice(page, `Withdrawal via ${name} Initiated`, /wdr_/);
  await page.waitForURL("**/track-transaction/wdr_*");
}

async function followSimulated(page: Page, method: SimulatedMethod): Promise<void> {
  const url = page.url();
  await page.getByText(`${payoutMethodNames[method]} is a simulator: there is no`).waitFor();
  const current = page.locator("[aria-current=step]");
  for (const step of ["Processing", "Sent", "Completed"])
    await current.filter({ hasText: step }).waitFor({ timeout: 40_000 });
  expect(page.url()).toBe(url);
  expect(await page.getByRole("link", { name: /block explorer/ }).count()).toBe(0);
}

describe("what is shown before anything is asked", () => {
  test("the fee, what arrives in BTC and USD, the limits and the promise with the measured time", () =>
    onWithdraw(async (page) => {
      await fillAmount(page, "0.0101");
      const panel = page.getByRole("region", { name: "Review" });
      await panel.getByText("−0.00010000 BTC").waitFor();
      await panel.getByText("0.01000000 BTC").first().waitFor();
      // (0.0101 - 0.0001) x 60,000
      await panel.getByText("600.00 USD").waitFor();
      await page.getByText(/limits 0\.00010294 to 0\.0\d+/).waitFor();
      await page.getByText("within 24 hours").waitFor();
      await page
        .getByText(/measured here:|none measured yet/i)
        .first()
        .waitFor();
      expect(await submitButton(page).count()).toBe(0);
    }));

  test("Max takes all that is available", () =>
    onWithdraw(async (page) => {
      await page.getByRole("button", { name: "Max: withdraw the most possible" }).click();
      const { availableSats } = await ann.call("getWallet");
      const typed = await page.getByLabel("Amount in BTC").inputValue();
      expect(typed.replace(".", "").replace(/^0+/, "")).toBe(String(availableSats));
    }));
});

describe("refusals", () => {
  const METHODS = ["Wallet", "Bank", "PayPal", "Cash App"];
  const AMOUNTS = [
    ["", "Invalid Amount", "Please enter a valid amount to withdraw."],
    ["0", "Invalid Amount", "Please enter a valid amount to withdraw."],
    ["abc", "Invalid Amount", "Please enter a valid amount to withdraw."],
    ["0.0001", "Invalid Amount", "The amount must be more than the network fee."],
    ["999", "Insufficient Funds", "You do not have enough BTC to withdraw that amount."],
  ] as const;

  test.each(METHODS)(
    "%s: each amount that cannot be, and the missing and the wrong code",
    (method) =>
      onWithdraw(async (page) => {
        await choose(page, method);
        if (method === "Wallet") await page.getByLabel("Wallet address").fill(outsideAddress());
        for (const [amount, title, text] of AMOUNTS) {
          await fillAmount(page, amount);
          await review(page);
          await notice(page, title, text);
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
        await page.getByLabel(/^Security code/).fill("not it");
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
  ])(
    "%s refuses a real-looking %s, sends and keeps nothing of it, and restores the test value",
    (method, field, typed) =>
      onWithdraw(async (page) => {
        const sent: string[] = [];
        page.on("request", (request) => sent.push(request.postData() ?? ""));
        await choose(page, method);
        await fillAmount(page, "0.001");
        await page.getByLabel(field).fill(typed);
        await review(page);
        await notice(
          page,
          "Test Values Only",
          `${method} is a simulator and takes only its published test values. Never type a real account here; nothing of what you typed was kept.`,
        );
        expect(sent.join(" ")).not.toContain(typed);
        const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
        expect(kept).not.toContain(typed);
        await page.getByRole("button", { name: "Restore the test values" }).click();
        await review(page);
        await submitButton(page).waitFor();
      }),
  );

  test("an address of the main network", () =>
    onWithdraw(async (page) => {
      await fillAmount(page, "0.001");
      await page.getByLabel("Wallet address").fill("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4");
      await review(page);
      await notice(page, "Invalid Address", "main network");
      expect(await submitButton(page).count()).toBe(0);
    }));
});

describe("one withdrawal", () => {
  test("after a double click", () =>
    onWithdraw(async (page) => {
      const before = (await withdrawalsOf()).length;
      await prepare(page, "PayPal", "0.0011");
      await submitButton(page).dblclick();
      await page.waitForURL("**/track-transaction/wdr_*");
      expect((await withdrawalsOf()).length).toBe(before + 1);
    }));

  test("when the page is reloaded while the answer is under way and the same is sent again", () =>
    onWithdraw(async (page) => {
      const before = (await withdrawalsOf()).length;
      const code = await securityCode(ann);
      const fill = async () => {
        await choose(page, "Bank");
        await fillAmount(page, "0.0012");
        await review(page);
        await page.getByLabel(/^Security code/).fill(code);
      };
      await fill();
      // The request reaches the server; its answer never reaches the page.
      await page.route("**/api/v1/withdrawals", async (route) => {
        if (route.request().method() !== "POST") return route.continue();
        await route.fetch();
        await route.abort();
      });
      await submitButton(page).click();
      await eventually("it arrives", withdrawalsOf, (items) => items.length === before + 1);
      await page.unroute("**/api/v1/withdrawals");
      await page.reload();
      await appRuns(page);
      await fill();
      await submitButton(page).click();
      await notice(page, "Withdrawal via Bank Initiated");
      expect((await withdrawalsOf()).length).toBe(before + 1);
    }));

  test("when two tabs send the same code", () =>
    onWithdraw(async (page, { context }) => {
      const before = (await withdrawalsOf()).length;
      const second = await context.newPage();
      await second.goto("/withdraw");
      await appRuns(second);
      const code = await securityCode(ann);
      for (const tab of [page, second]) {
        await choose(tab, "Cash App");
        await fillAmount(tab, "0.0013");
        await review(tab);
        await tab.getByLabel(/^Security code/).fill(code);
      }
      await Promise.all([submitButton(page).click(), submitButton(second).click()]);
      await eventually("one wins", withdrawalsOf, (items) => items.length > before);
      await Promise.race([
        notice(page, "Security Verification Required"),
        notice(second, "Security Verification Required"),
      ]);
      expect((await withdrawalsOf()).length).toBe(before + 1);
    }));
});

test("going back to the details takes the code away: it was for what was seen", () =>
  onWithdraw(async (page) => {
    await choose(page, "Bank");
    await fillAmount(page, "0.001");
    await review(page);
    await page.getByLabel(/^Security code/).fill("123456");
    await page.getByRole("button", { name: "Back" }).click();
    await review(page);
    expect(await page.getByLabel(/^Security code/).inputValue()).toBe("");
  }));

test("by keyboard alone", () =>
  onWithdraw(async (page) => {
    const code = await securityCode(ann);
    await page.getByRole("tab", { name: "Wallet", exact: true }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("tab", { name: "Bank", selected: true }).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.getByLabel("PayPal email").waitFor();
    await page.getByLabel("Amount in BTC").focus();
    await page.keyboard.type("0.001");
    await page.keyboard.press("Enter");
    await page.getByLabel(/^Security code/).focus();
    await page.keyboard.type(code);
    await page.keyboard.press("Enter");
    await notice(page, "Withdrawal via PayPal Initiated");
    await page.waitForURL("**/track-transaction/wdr_*");
    const [sent] = await withdrawalsOf();
    expect(page.url()).toContain(sent?.id ?? "no id");
  }));

test("a payout can be cancelled in the list while it is requested", () =>
  onWithdraw(async (page) => {
    await prepare(page, "Bank", "0.0014");
    await submitButton(page).click();
    await page.waitForURL("**/track-transaction/wdr_*");
    await page.goto("/withdraw");
    const row = page.getByRole("row").filter({ hasText: "0.00130000" }).first();
    await row.getByText("Bank, simulated").waitFor();
    await row.getByRole("button", { name: "Cancel" }).click();
    await row.getByText("Cancelled").waitFor();
    expect(await row.getByRole("button", { name: "Cancel" }).count()).toBe(0);
  }));

test("an empty account is told so and led to test coins", () =>
  onWithdraw(
    async (page) => {
      await page.getByText("Nothing to withdraw yet").waitFor();
      await page.getByText("Withdrawals you make appear here").waitFor();
      await fillAmount(page, "0.001");
      await review(page);
      await notice(
        page,
        "Insufficient Funds",
        "You do not have enough BTC to withdraw that amount.",
      );
      await page.getByText(/^at least 0\.\d{8}$/).waitFor();
      await page.getByRole("link", { name: "Get test coins" }).click();
      await page.waitForURL("**/deposit");
      const title = page.getByRole("heading", { level: 1 });
      await expect.poll(() => title.innerText()).toBe("Deposit");
    },
    { storage: empty },
  ));

test("while the terms load there are still bars; a failure says so and can be tried again", () =>
  onWithdraw(async (page) => {
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

/**
 * Tests /withdraw with its four tabs: the figures before the review, a payment followed on the
 * tracker, and at most one withdrawal per review.
 */
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import {
  payoutMethodNames,
  SIMULATED_METHODS,
  testAccounts,
  type SimulatedMethod,
} from "../../api/payout-accounts.ts";
import { appRuns, goInside, goTo, notice, noticesSoFar } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { payAndFollow } from "../support/browser/main-job-pages.ts";
import { getCoins, securityCode } from "../support/people/main-job.ts";
import { eventually, signUp, type Person } from "../support/people/person.ts";
import {
  chooseMethod,
  codeField,
  fillAmount,
  onWithdraw,
  prepare,
  review,
  reviewWithCode,
  submitButton,
} from "../support/browser/withdraw-page.ts";

const site = openSite();
let ann: Person;
/** Page errors of the simulated payouts, which the test follows until they are completed. */
let followed: Promise<string[][]>;

beforeAll(async () => {
  const [bob] = await Promise.all([rich("Bob"), rich("Ann").then((person) => (ann = person))]);
  const { context, page, faults } = await site.enter({ person: bob });
  const following: Promise<string[]>[] = [];
  // Requests the payouts one after the other, because each needs a new single-use code. They
  // complete while other tests run.
  for (const method of SIMULATED_METHODS) {
    const tab = following.length === 0 ? page : await context.newPage();
    await paySimulated(tab, bob, method);
    const failure = (error: unknown) => [`${method}: ${String(error)}`];
    following.push(followSimulated(tab, method).then(faults, failure));
  }
  followed = Promise.all(following);
});

async function rich(name: string): Promise<Person> {
  const person = await signUp(site.url, name);
  await getCoins(person);
  return person;
}

async function paySimulated(page: Page, person: Person, method: SimulatedMethod): Promise<void> {
  const name = payoutMethodNames[method];
  await goTo(page, "/withdraw");
  await prepare(page, person, name, "0.001");
  await page.getByText("Simulator", { exact: true }).nth(1).waitFor();
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

const withdrawalsOf = async () => (await ann.call("listWithdrawals")).items;

describe("successful withdrawals", () => {
  test("the Wallet tab's notice links to the tracker, which follows the transaction", () =>
    onWithdraw(site, ann, async (page) => {
      await prepare(page, ann, "Wallet", "0.001");
      await payAndFollow(page, submitButton(page));
      for (const step of [/^Processing/, /^In Transit/, /^Confirming \(\d\/6\)/, /^Completed/])
        await page.getByText(step).first().waitFor();
      await page.waitForURL(/track-transaction\/[0-9a-f]{64}/, { timeout: 60_000 });
      const [sent] = await withdrawalsOf();
      expect(page.url()).toContain(sent?.txid ?? "no txid");
    }));
});

describe("before the review", () => {
  test("the page shows the fee, the received amount, the limits and the time", () =>
    onWithdraw(site, ann, async (page) => {
      await fillAmount(page, "0.0101");
      const panel = page.getByRole("region", { name: "Review" });
      await panel.getByText("−0.00010000 BTC").waitFor();
      await panel.getByText("0.01000000 BTC").first().waitFor();
      // (0.0101 BTC - 0.0001 BTC fee) x 60,000 USD/BTC
      await panel.getByText("600.00 USD").waitFor();
      const { availableSats } = await ann.call("getWallet");
      const remaining = ((availableSats - 1_010_000) / 1e8).toFixed(8);
      await expect.poll(() => panel.textContent()).toContain(`Left in your wallet${remaining}`);
      await page.getByText(/limits 0\.00010294 to 0\.0\d+/).waitFor();
      await page.getByText("within 24 hours").waitFor();
      await page
        .getByText(/measured here:|none measured yet/i)
        .first()
        .waitFor();
      expect(await submitButton(page).count()).toBe(0);
    }));

  test("Max enters the whole available balance", () =>
    onWithdraw(site, ann, async (page) => {
      const { availableSats } = await ann.call("getWallet");
      await page.getByText(`Available ${(availableSats / 1e8).toFixed(8)} BTC`).waitFor();
      await page.getByRole("button", { name: "Max: withdraw the most possible" }).click();
      const typedSats = async () =>
        (await page.getByLabel("Amount in BTC").inputValue()).replace(".", "").replace(/^0+/, "");
      await expect.poll(typedSats).toBe(String(availableSats));
    }));
});

describe("one withdrawal per review", () => {
  test("a double click makes one withdrawal", () =>
    onWithdraw(site, ann, async (page) => {
      const before = (await withdrawalsOf()).length;
      await prepare(page, ann, "PayPal", "0.0011");
      await submitButton(page).dblclick();
      await page.waitForURL("**/track-transaction/wdr_*");
      expect((await withdrawalsOf()).length).toBe(before + 1);
    }));

  test("a withdrawal repeated after a lost response is made once", () =>
    onWithdraw(site, ann, async (page) => {
      const before = (await withdrawalsOf()).length;
      const fill = async () => {
        await chooseMethod(page, "Bank");
        await fillAmount(page, "0.0012");
      };
      await fill();
      const code = await reviewWithCode(page, ann);
      // The request reaches the server, but the response does not reach the page.
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
      await review(page);
      await codeField(page).fill(code);
      await submitButton(page).click();
      await notice(page, "Withdrawal via Bank Initiated");
      expect((await withdrawalsOf()).length).toBe(before + 1);
    }));

  /**
   * Enters the same withdrawal and code in both tabs, up to the button that pays. The second tab's
   * page is opened first.
   */
  const reviewInBoth = async (tabs: readonly [Page, Page], amount: string) => {
    await goTo(tabs[1], "/withdraw");
    for (const tab of tabs) {
      await chooseMethod(tab, "Cash App");
      await fillAmount(tab, amount);
      await review(tab);
      await codeField(tab).waitFor();
    }
    const code = await securityCode(ann);
    for (const tab of tabs) await codeField(tab).fill(code);
  };

  test("the same withdrawal confirmed in two tabs is made once", () =>
    onWithdraw(site, ann, async (page, { context }) => {
      const before = (await withdrawalsOf()).length;
      const second = await context.newPage();
      await reviewInBoth([page, second], "0.0014");
      for (const tab of [page, second]) {
        await submitButton(tab).click();
        await notice(tab, "Withdrawal via Cash App Initiated");
      }
      expect((await withdrawalsOf()).length).toBe(before + 1);
    }));

  test("two tabs that send the same code at the same time make one withdrawal", () =>
    onWithdraw(site, ann, async (page, { context }) => {
      const before = (await withdrawalsOf()).length;
      const second = await context.newPage();
      const earlier = (await noticesSoFar(page)).length;
      await reviewInBoth([page, second], "0.0013");
      await Promise.all([submitButton(page).click(), submitButton(second).click()]);
      await eventually("one wins", withdrawalsOf, (items) => items.length > before);
      // The slower tab either repeats the faster tab's request or sends a code that has already
      // been used.
      const answer = /Withdrawal via Cash App Initiated|Security Verification Required/;
      for (const [tab, old] of [
        [page, earlier],
        [second, 0],
      ] as const) {
        await eventually(
          "it is answered",
          () => noticesSoFar(tab),
          (all) => all.slice(0, all.length - old).some((one) => answer.test(one)),
        );
      }
      expect((await withdrawalsOf()).length).toBe(before + 1);
    }));
});

describe("the withdrawal code", () => {
  const mailed = async () =>
    (await ann.call("listMailbox", { query: { limit: 100 } })).items.filter(({ text }) =>
      /\b\d{6}\b/.test(text),
    ).length;
  const isDashed = (button: Locator) =>
    button.evaluate((element) => getComputedStyle(element).borderStyle === "dashed");

  test("a code is sent once per review", () =>
    onWithdraw(site, ann, async (page) => {
      await chooseMethod(page, "Bank");
      await fillAmount(page, "0.00101");
      expect(await page.getByText("sent to a***").count()).toBe(0);
      const before = await mailed();
      await review(page);
      await notice(page, "Code Sent", "The security code is on its way to a***@");
      await page.getByText("sent to a***").first().waitFor();
      await codeField(page).fill("123456");
      await page.getByRole("button", { name: "Back" }).click();
      await review(page);
      expect(await codeField(page).inputValue()).toBe("");
      expect(await mailed()).toBe(before + 1);
      await page.getByRole("button", { name: "Back" }).click();
      await fillAmount(page, "0.00102");
      await review(page);
      await codeField(page).waitFor();
      expect(await mailed()).toBe(before + 2);
    }));

  test("a code that could not be sent shows an error and can be requested again", () =>
    onWithdraw(site, ann, async (page) => {
      await page.route("**/api/v1/withdrawals/code", (route) => route.abort());
      await chooseMethod(page, "Bank");
      await fillAmount(page, "0.00103");
      await review(page);
      await page.getByRole("button", { name: "Send code" }).waitFor();
      expect(await page.getByText("sent to a***").count()).toBe(0);
      await page.unroute("**/api/v1/withdrawals/code");
      await page.getByRole("button", { name: "Send code" }).click();
      await page.getByText("sent to a***").first().waitFor();
    }));

  test("an unavailable review button shows the reason when it is clicked", () =>
    onWithdraw(site, ann, async (page) => {
      const button = page.getByRole("button", { name: "Review withdrawal" });
      expect(await isDashed(button)).toBe(true);
      await button.click();
      await notice(page, "Invalid Amount", "Please enter a valid amount to withdraw.");
      await chooseMethod(page, "Bank");
      await fillAmount(page, "900");
      expect(await isDashed(button)).toBe(true);
      await button.click();
      await notice(page, "Insufficient Funds");
      await fillAmount(page, "0.00104");
      expect(await isDashed(button)).toBe(false);
    }));
});

test("a withdrawal can be made using only the keyboard", () =>
  onWithdraw(site, ann, async (page) => {
    await page.getByRole("tab", { name: "Wallet", exact: true }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("tab", { name: "Bank", selected: true }).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.getByLabel("PayPal email").waitFor();
    await page.getByLabel("Amount in BTC").focus();
    await page.keyboard.type("0.001");
    await page.keyboard.press("Enter");
    await codeField(page).waitFor();
    await page.keyboard.type(await securityCode(ann));
    await page.keyboard.press("Enter");
    await notice(page, "Withdrawal via PayPal Initiated");
    await page.waitForURL("**/track-transaction/wdr_*");
    const [sent] = await withdrawalsOf();
    expect(page.url()).toContain(sent?.id ?? "no id");
  }));

test("a requested payout can be cancelled in the list and in the tracker", () =>
  onWithdraw(site, ann, async (page) => {
    await prepare(page, ann, "Cash App", "0.0015");
    await submitButton(page).click();
    await page.waitForURL("**/track-transaction/wdr_*");
    const cancel = page.getByRole("main").getByRole("button", { name: "Cancel" });
    await cancel.click();
    await page.getByText("It was cancelled. The coins are back in the wallet.").waitFor();
    await cancel.waitFor({ state: "detached" });
    await goInside(page, "/withdraw");
    await prepare(page, ann, "Bank", "0.0014");
    await submitButton(page).click();
    await page.waitForURL("**/track-transaction/wdr_*");
    await goInside(page, "/withdraw");
    const row = page.getByRole("row").filter({ hasText: "0.00130000" }).first();
    await row.getByText("Bank, simulated").waitFor();
    await row.getByRole("button", { name: "Cancel" }).click();
    await row.getByText("Cancelled").waitFor();
    expect(await row.getByRole("button", { name: "Cancel" }).count()).toBe(0);
  }));

describe("simulated payouts", () => {
  test(
    "simulated payouts are labelled and keep their id through all steps",
    { timeout: 150_000 },
    async () => {
      expect((await followed).flat()).toEqual([]);
    },
  );
});

/**
 * Tests /history and the activity list with real clicks and keys. Each event is one row, which
 * expands on a click to show its postings.
 */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openSite } from "../support/browser/browser-site.ts";
import { axeViolations } from "../support/browser/browser.ts";
import {
  buyPlan,
  followToCompleted,
  getCoins,
  minePaid,
  outsideAddress,
  paidByMining,
  requestWithdrawal,
} from "../support/people/main-job.ts";
import { signUp, type Person } from "../support/people/person.ts";

const site = openSite();
let ann: Person;
let withdrawalId: string;

beforeAll(async () => {
  ann = await signUp(site.url, "Ann");
  await getCoins(ann);
  await buyPlan(ann, "Enterprise Farm");
  await minePaid(ann, 1);
  await minePaid(ann, (await paidByMining(ann)) + 1);
  await ann.call("stopMining");
  const withdrawal = await requestWithdrawal(ann, 1_000_000, outsideAddress(), randomUUID());
  withdrawalId = withdrawal.id;
  await followToCompleted(ann, withdrawalId);
}, 120_000);

const title = (page: Page, name: RegExp) => page.getByRole("button", { name });
const postings = (page: Page, of: string) =>
  page.getByRole("list", { name: `Postings: ${of}` }).getByRole("listitem");

async function sidewaysPx(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

test.each([
  [1440, [1024, 768]],
  [360, []],
])(
  "a withdrawal is one row that expands to its six postings at %i px",
  async (width, tablets: readonly number[]) => {
    const ann_ = await site.comeTo("/history", { person: ann, width });
    const { page } = ann_;
    const withdrawal = title(page, /^Withdrawal$/);
    await withdrawal.waitFor();
    expect(await withdrawal.count()).toBe(1);
    const row = page.getByRole("row").filter({ has: withdrawal });
    expect(await row.innerText()).toContain("\u22120.01000000 BTC");
    await row.getByText(/^to bcrt1/).waitFor();
    expect(await withdrawal.getAttribute("aria-expanded")).toBe("false");
    await withdrawal.click();
    expect(await withdrawal.getAttribute("aria-expanded")).toBe("true");
    await expect.poll(() => postings(page, "Withdrawal").count()).toBe(6);
    await postings(page, "Withdrawal").filter({ hasText: "Balance" }).first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await sidewaysPx(page)).toBe(0);
    // On a tablet the table may truncate descriptions, but never amounts.
    for (const tablet of tablets) {
      await page.setViewportSize({ width: tablet, height: 900 });
      expect(await sidewaysPx(page)).toBe(0);
    }
    await page.setViewportSize({ width, height: 900 });
    await withdrawal.press("Enter");
    await expect.poll(() => postings(page, "Withdrawal").count()).toBe(0);
    expect(ann_.faults()).toEqual([]);
    await ann_.context.close();
  },
);

test("a row on a phone has two lines, or three if its description is long", async () => {
  const { page, context } = await site.comeTo("/history", { person: ann, width: 360 });
  await title(page, /^Withdrawal$/).waitFor();
  const heights = await page
    .getByRole("row")
    .filter({ has: page.getByRole("button", { expanded: false }) })
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThanOrEqual(4);
  expect(Math.max(...heights)).toBeLessThan(100);
  const cut = await page
    .locator("td.full span")
    .evaluateAll((spans) =>
      spans.flatMap(({ scrollWidth, clientWidth, textContent }) =>
        scrollWidth > clientWidth ? [textContent] : [],
      ),
    );
  expect(cut).toEqual([]);
  await context.close();
});

test("a contract's payouts are one row per day with the plan's name", async () => {
  const { page, context } = await site.comeTo("/history", { person: ann });
  const run = page.getByRole("row").filter({ hasText: /^\W*Mining payouts?/ });
  await run.first().waitFor();
  const named = run.getByText(/^Enterprise Farm, 1.5 PH\/s, \d+ \w{3} UTC/);
  await expect.poll(async () => (await run.count()) - (await named.count())).toBe(0);
  await title(page, /^Mining payouts?$/)
    .first()
    .click();
  await page
    .getByRole("list", { name: /^Postings: Mining payout/ })
    .getByText("Mining payout")
    .first()
    .waitFor();
  await page.getByText("Enterprise Farm, 1.5 PH/s, 30 days").waitFor();
  const { availableSats } = await ann.call("getWallet");
  const whole = (availableSats / 100_000_000).toFixed(8);
  const proof = page.getByText("The history adds up.").locator("..");
  await expect.poll(() => proof.innerText()).toContain(`${whole} BTC available`);
  await context.close();
});

test("filters in an old URL still work", async () => {
  const { page, context } = await site.comeTo("/history?account=held", { person: ann });
  await title(page, /^Withdrawal$/).waitFor();
  expect(await page.getByRole("button", { expanded: false, name: /Contract bought/ }).count()).toBe(
    0,
  );
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const csv = await readFile(await (await saved).path(), "utf8");
  const ofWithdrawal = csv.split("\r\n").filter((line) => line.includes(withdrawalId));
  // Only four of the withdrawal's six postings change the held amount.
  expect(ofWithdrawal).toHaveLength(4);
  await context.close();
});

test("the bell lists the withdrawal once and expands it to its postings", async () => {
  const { page, context } = await site.comeTo("/dashboard", { person: ann, width: 360 });
  await page.getByRole("button", { name: /^Activity/ }).click();
  const list = page.getByRole("dialog", { name: "Activity" });
  const withdrawal = list.getByRole("button", { name: "Withdrawal", exact: true });
  await withdrawal.waitFor();
  expect(await withdrawal.count()).toBe(1);
  await withdrawal.click();
  await expect.poll(() => postings(page, "Withdrawal").count()).toBe(6);
  expect(await axeViolations(page)).toEqual([]);
  await context.close();
});

/**
 * Tests the public transaction page. A visitor can open any movement on the landing page as a
 * transaction. Only the owner sees more details on the transaction page and the tracker.
 */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { axeViolations, leave, sidewaysScroll } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import {
  followToCompleted,
  getCoins,
  outsideAddress,
  requestWithdrawal,
} from "../support/people/main-job.ts";
import { signUp, type Person } from "../support/people/person.ts";

const site = openSite();
const address = outsideAddress();
let ann: Person;
let txid: string;

beforeAll(async () => {
  ann = await signUp(site.url, "Ann");
  await getCoins(ann);
  const { id } = await requestWithdrawal(ann, 1_000_000, address, crypto.randomUUID());
  txid = (await followToCompleted(ann, id)).txid ?? "";
});

const outputs = (page: Page) => page.getByRole("region", { name: /^Outputs/ });

test("a signed-out visitor opens a movement on the landing page as a transaction", async () => {
  const visitor = await site.visit("/");
  const { page } = visitor;
  const tape = page.getByRole("region", { name: "Movements on the chain" });
  await tape.getByRole("link").first().waitFor();
  // New movements from other tests may push this link down the list, so keep a handle to the
  // element.
  const link = await tape.getByRole("link").first().elementHandle();
  const to = (await link?.getAttribute("href")) ?? "";
  expect(to).toMatch(/^\/transaction\/[\da-f]{64}$/);
  await link?.click();
  await page.waitForURL(`**${to}`);
  await page.getByRole("heading", { name: "Transaction", exact: true }).waitFor();
  await outputs(page).waitFor();
  await page.getByRole("region", { name: /^Inputs \([1-9]\d*\)$/ }).waitFor();
  await page.getByRole("link", { name: "Login" }).waitFor();
  expect(await page.getByText(/^(yours|recipient|change)$/).count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  expect(await leave(visitor)).toEqual([]);
});

test("the owner also sees the recipient and the change output", async () => {
  const visitor = await site.comeTo(`/transaction/${txid}`, { person: ann, width: 360 });
  const { page } = visitor;
  const paid = outputs(page).getByRole("listitem").filter({ hasText: "0.00990000" });
  await paid.getByText("recipient", { exact: true }).waitFor();
  await outputs(page).getByText("change", { exact: true }).first().waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  expect(await leave(visitor)).toEqual([]);
});

test("an unknown transaction id shows a not-found page", async () => {
  const visitor = await site.comeTo(`/transaction/${"ab".repeat(32)}`);
  await visitor.page.getByText("Not found.").waitFor();
  expect(await leave(visitor)).toEqual([]);
});

test("the tracker in the sidebar lists the user's own transactions with details", async () => {
  const visitor = await site.comeTo("/track-transaction/demo-tx", { person: ann });
  const { page } = visitor;
  const own = page.getByRole("region", { name: "Your transactions" });
  await own.getByText("Test coins").waitFor();
  await own.getByRole("row").filter({ hasText: "Withdrawal" }).getByRole("link").click();
  await page.waitForURL(`**/track-transaction/${txid}`);
  const panel = page.getByRole("region", { name: "Completed" });
  for (const text of ["Arrives", "0.00990000", "0.00010000", address])
    await panel.getByText(text).first().waitFor();
  expect(await panel.getByRole("progressbar").getAttribute("value")).toBe("3");
  expect(await axeViolations(page)).toEqual([]);
  expect(await leave(visitor)).toEqual([]);
});

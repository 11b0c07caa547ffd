/**
 * Tests a blind replay on the page: no view shows a date or another pair before the end, and the
 * reveal is checked against the commitment that the browser kept.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { notice } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { faultsOf } from "../support/browser/layouts.ts";
import { signUp } from "../support/people/person.ts";

const site = openSite();

/** Returns the dates, years and pairs in the page's content and in its axes and labels. */
async function datesIn(page: Page): Promise<string[]> {
  const main = page.locator("#main");
  const labels = await main
    .locator("[aria-label], [title]")
    .evaluateAll((all) =>
      all.map(
        (one) => `${one.getAttribute("aria-label") ?? ""} ${one.getAttribute("title") ?? ""}`,
      ),
    );
  const text = [await main.innerText(), ...labels].join("\n");
  return text.match(/\b(?:19|20)\d\d\b|\b[A-Z]{3}\/[A-Z]{3}\b/g) ?? [];
}

test("a blind replay shows no date or other pair until its end, and then its secret", async () => {
  const kim = await signUp(site.url, "Kim");
  const { page, faults, context } = await site.visit("/forex/replays", { person: kim });
  await page.getByRole("button", { name: "Start blind" }).press("Enter");
  await page.getByRole("heading", { name: "Blind replay", exact: true }).waitFor();
  await page.getByText("This browser keeps their SHA-256 and checks it at the end.").waitFor();
  const controls = page.getByRole("region", { name: "Replay controls" });
  await controls.locator("time", { hasText: /^Week 1 (Mon|Tue|Wed|Thu|Fri), 07:00:00$/ }).waitFor();
  await page.getByRole("button", { name: /^Buy 1,000 BLIND at/ }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /^Buy 1,000 BLIND at/ }).press("Enter");
  await notice(page, "Order Filled", /Bought 1,000 BLIND\/USD at/);
  await page.getByRole("row", { name: /^BLIND\/USD Long/ }).waitFor();
  expect(await datesIn(page)).toEqual([]);
  for (const list of ["Orders", "History", "Analysis", "Journal"]) {
    await page.getByRole("button", { name: list, exact: true }).press("Enter");
    await page.waitForLoadState("networkidle");
    expect([list, await datesIn(page)]).toEqual([list, []]);
  }
  await page.getByRole("button", { name: "History", exact: true }).press("Enter");
  await page
    .getByRole("button", { name: /report/i })
    .first()
    .press("Enter");
  await dialog
    .getByText(/latency/i)
    .first()
    .waitFor();
  expect((await dialog.innerText()).match(/\b(?:19|20)\d\d\b/g)).toBeNull();
  await page.keyboard.press("Escape");
  // The address can name another pair, but the replay has only one.
  await page.goto(page.url().replace("instrument=BLIND_USD", "instrument=GBP_USD"));
  await page.getByRole("heading", { name: "BLIND/USD" }).waitFor();
  await controls.getByRole("button", { name: "End replay" }).press("Enter");
  await dialog.getByRole("button", { name: "End replay" }).press("Enter");
  await notice(page, "Replay Ended", /It ended with a result of/);
  await page
    .getByText("OK. The text has the SHA-256 that this browser saw at the start.")
    .waitFor();
  await page
    .getByRole("heading", { name: /^Blind replay: [A-Z]{3}\/[A-Z]{3} from \d{4}-/ })
    .waitFor();
  expect(await faultsOf(page)).toEqual([]);
  const pair = await page.locator("dd").first().innerText();
  await page.getByRole("button", { name: "Open this day as an ordinary replay" }).press("Enter");
  await page.getByRole("heading", { name: new RegExp(`^${pair}, \\d{4}-`) }).waitFor();
  await page.getByRole("heading", { name: pair, exact: true }).waitFor();
  expect(faults()).toEqual([]);
  await context.close();
}, 120_000);

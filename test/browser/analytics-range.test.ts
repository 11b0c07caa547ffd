/**
 * Tests the analytics page's date range, set on the page or in the URL, and the CSV export of that
 * range.
 */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { btc, openAnalyticsSite, sumLine, tagOf } from "../support/browser/analytics-site.ts";
import type { Visitor } from "../support/browser/browser.ts";

const LABEL = "Practice - test coins, no value";

const { site, accounts } = openAnalyticsSite();

describe("the date range", () => {
  test("the range is in the URL, and Back restores the previous range", async () => {
    const { page, context } = await open("/analytics");
    const pressed = page.getByRole("group", { name: "Range" }).locator("[aria-pressed=true]");
    await expect.poll(() => pressed.innerText()).toBe("30 d");
    await page.getByRole("button", { name: "90 d" }).click();
    await page.waitForURL("**/analytics?range=90d");
    const [from, to] = [daysAgo(20), daysAgo(11)];
    await page.getByLabel("First day").fill(from);
    await page.getByLabel("Last day").fill(to);
    await page.getByRole("button", { name: "Show" }).click();
    await page.waitForURL(`**/analytics?from=${from}&to=${to}`);
    await page.getByText(`${dayText(from)} to ${dayText(to)}`, { exact: true }).waitFor();
    await expect.poll(() => pressed.count()).toBe(0);
    await page.reload();
    await page.getByText(`${dayText(from)} to ${dayText(to)}`, { exact: true }).waitFor();
    await page.getByLabel("Last day").fill(daysAgo(1));
    await page.goBack();
    await page.waitForURL("**/analytics?range=90d");
    await expect.poll(() => pressed.innerText()).toBe("90 d");
    await page.getByText(`${dayText(daysAgo(89))} to `).waitFor();
    expect(await page.getByLabel("Last day").inputValue()).toBe(daysAgo(0));
    await context.close();
  });

  test("the opening balance is the balance before the first day of the range", async () => {
    const { page, context } = await open("/analytics?range=7d");
    expect(await tagOf(page)).toBe("Adds up");
    const [opening = "", ...rest] = await sumLine(page);
    expect(opening).toMatch(/^Opening 0\.\d{8}$/);
    expect(opening).not.toBe(`Opening ${btc(0n)}`);
    expect(rest.at(-1)).toBe(`Closing = ${btc(accounts().totals.closing)}`);
    await context.close();
  });

  test("a first day after the last day is rejected without a request", async () => {
    const { page, context } = await open("/analytics");
    expect(await tagOf(page)).toBe("Adds up");
    await page.getByLabel("First day").fill(daysAgo(1));
    await page.getByLabel("Last day").fill(daysAgo(2));
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByText("The first day must not be after the last day.").waitFor();
    expect(new URL(page.url()).search).toBe("");
    await context.close();
  });

  test.each([
    ["from=2026-03-02&to=2026-03-01", "The first day must not be after the last day."],
    ["from=9999-12-31", "Give each day as YYYY-MM-DD, between 2009-01-03 and 2099-12-31."],
    ["from=2026&to=now", "Give each day as YYYY-MM-DD, between 2009-01-03 and 2099-12-31."],
    ["from=2010-01-01", "A range has at most five years."],
    ["from=2098-01-01", "The first day lies in the future."],
  ])("a range entered in the URL as %s is refused with a reason", async (search, text) => {
    const { page, context } = await open(`/analytics?${search}`);
    await page.getByRole("alert").filter({ hasText: text }).waitFor();
    await page.getByRole("button", { name: "All" }).click();
    expect(await tagOf(page)).toBe("Adds up");
    await context.close();
  });

  test("a range that ends in the future is shortened to end today", async () => {
    const { page, context } = await open(`/analytics?from=${daysAgo(3)}&to=2099-01-01`);
    expect(await tagOf(page)).toBe("Adds up");
    const shown = page.getByText(`${dayText(daysAgo(3))} to ${dayText(daysAgo(0))}`);
    await expect.poll(() => shown.count()).toBe(1);
    await context.close();
  });

  test("a range can be selected using only the keyboard", async () => {
    const { page, context } = await open("/analytics");
    expect(await tagOf(page)).toBe("Adds up");
    await page.getByRole("button", { name: "Export CSV" }).focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect.poll(() => focused(page)).toBe("30 d");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/analytics?range=90d");
    await page.getByText(`${dayText(daysAgo(89))} to `).waitFor();
    expect(await focused(page)).toBe("90 d");
    await page.getByLabel("First day").fill(daysAgo(5));
    await page.getByLabel("Last day").fill(daysAgo(4));
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/analytics?from=${daysAgo(5)}&to=${daysAgo(4)}`);
    await context.close();
  });
});

describe("the CSV export", () => {
  test("the CSV has the same days and totals as the page", async () => {
    const { page, context } = await open("/analytics?range=all");
    expect(await tagOf(page)).toBe("Adds up");
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toBe("hashfloor-practice-analytics-all-today.csv");
    const text = await readFile(await download.path(), "utf8");
    const [header = "", ...rows] = text.trimEnd().split("\r\n");
    expect(rows.pop()).toBe(`"${LABEL}"`);
    const names = header.split(",");
    const read = (row: string, name: string) => satsOf(row.split(",")[names.indexOf(name)] ?? "");
    const closings = rows.map((row) => {
      const closing = read(row, "Closing BTC");
      const flows =
        read(row, "Contributions BTC") + read(row, "Income BTC") - read(row, "Cost BTC");
      const remaining = read(row, "Withdrawals BTC") - read(row, "Converted BTC");
      expect(read(row, "Opening BTC") + flows - remaining).toBe(closing);
      return closing;
    });
    expect(closings).toHaveLength(366 + 1);
    expect(closings.at(-1)).toBe(accounts().totals.closing);
    expect(closings.at(-2)).toBe(accounts().totals.closing);
    expect(read(rows.at(-1) ?? "", "Income BTC")).toBe(accounts().totals.income);
    expect(text).not.toMatch(/(^|,)[=+@\t]/m);
    await context.close();
  });

  test("a failed CSV export shows a notice", async () => {
    const { page, context } = await open("/analytics");
    await page.route("**/api/v1/analytics.csv*", (route) => route.abort());
    await page.getByRole("button", { name: "Export CSV" }).click();
    const said = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
    await expect.poll(() => said.innerText()).toContain("The server does not answer.");
    await context.close();
  });
});

async function open(path: string): Promise<Visitor> {
  const visitor = await site.comeTo(path, { person: accounts().year });
  await visitor.page.getByRole("heading", { level: 1, name: "Analytics" }).waitFor();
  return visitor;
}

async function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent ?? "");
}

function satsOf(text: string): bigint {
  expect(text).toMatch(/^-?\d+\.\d{8}$/);
  return BigInt(text.replace(".", ""));
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

function dayText(day: string): string {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
  return format.format(new Date(day));
}

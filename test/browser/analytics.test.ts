/**
 * Tests the analytics page with the real server: three accounts, the loading state, errors, and the
 * printed page.
 */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  btc,
  equityTable,
  flat,
  openAnalyticsSite,
  sumLine,
  tagOf,
} from "../support/browser/analytics-site.ts";
import { appRuns, leave, type Theme, type Visitor } from "../support/browser/browser.ts";
import { faultsOf, seeOnce } from "../support/browser/layouts.ts";
import type { Person } from "../support/people/person.ts";

const LABEL = "Practice - test coins, no value";
const ANALYTICS = "**/api/v1/analytics?*";

const { site, accounts } = openAnalyticsSite();

describe("content", () => {
  test("an empty account shows the next step", async () => {
    const { page, faults, context } = await open("/analytics", accounts().empty);
    await page.getByText("No movements yet").waitFor();
    await expect
      .poll(() => page.getByRole("link", { name: "Analytics" }).getAttribute("aria-current"))
      .toBe("page");
    await page.getByRole("link", { name: "Get test coins" }).click();
    await page.waitForURL("**/deposit");
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("a single deposit is shown as a contribution", async () => {
    const { page, faults, context } = await open("/analytics", accounts().oneDeposit);
    expect(await tagOf(page)).toBe("Adds up");
    expect(await figure(page, "Total value")).toContain("0.01500000BTC");
    expect(await figure(page, "Net deposits")).toContain("0.01500000BTC");
    expect(await figure(page, "Result so far")).toContain("0.00000000BTC");
    await page.getByText("No product had income or cost in this range.").waitFor();
    await page.getByText("Nothing was mined or expected in this range.").waitFor();
    await chart(page).waitFor();
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("the figures for a year of history add up to the satoshi", async () => {
    const { page, faults, context } = await open("/analytics?range=all", accounts().year);
    expect(await tagOf(page)).toBe("Adds up");
    expect(await sumLine(page)).toEqual([
      `Opening ${btc(0n)}`,
      `Contributions + ${btc(accounts().totals.contributions)}`,
      `Income + ${btc(accounts().totals.income)}`,
      `Cost \u2212 ${btc(accounts().totals.cost)}`,
      `Withdrawals \u2212 ${btc(accounts().totals.withdrawals)}`,
      `Closing = ${btc(accounts().totals.closing)}`,
    ]);
    const putIn = accounts().totals.contributions - accounts().totals.withdrawals;
    expect(await figure(page, "Total value")).toContain(`${btc(accounts().totals.closing)}BTC`);
    expect(await figure(page, "Net deposits")).toContain(`${btc(putIn)}BTC`);
    const summary = page.getByRole("img", { name: /^\d+ \w+ \d{4} to / });
    await expect
      .poll(() => summary.getAttribute("aria-label"))
      .toContain(
        `final value ${btc(accounts().totals.closing)} BTC, net deposits ${btc(putIn)} BTC`,
      );
    await page.getByRole("cell", { name: "Cloud mining" }).waitFor();
    await page.getByRole("cell", { name: "Fees" }).waitFor();
    const mining = page.getByRole("img", { name: /^Mining, \d+ \w+ \d{4} to / });
    await expect
      .poll(() => mining.getAttribute("aria-label"))
      .toMatch(/: earned 0\.(?!0{8})\d{8}, expected 0\.\d{8} BTC\.$/);
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("the table shows the same figures as the chart", async () => {
    const { page, context } = await open("/analytics?range=7d", accounts().year);
    await page.getByRole("button", { name: "Table" }).click();
    const table = equityTable(page);
    await table.waitFor();
    await expect.poll(() => table.locator("tbody tr").count()).toBe(7);
    expect(flat(await table.locator("tbody tr").first().innerText())).toContain(
      btc(accounts().totals.closing),
    );
    expect(await page.locator("canvas").count()).toBe(0);
    await context.close();
  });

  test("amounts are shown in the unit selected with the unit switch", async () => {
    const { page, context } = await open("/analytics?range=all", accounts().year);
    expect(await tagOf(page)).toBe("Adds up");
    await page.getByRole("group", { name: "Unit" }).getByRole("button", { name: "sat" }).click();
    await expect
      .poll(() => figure(page, "Total value"))
      .toContain(`${accounts().totals.closing.toLocaleString("en")}sat`);
    await page.getByRole("columnheader", { name: "Income, sat" }).waitFor();
    await context.close();
  });

  const wrongIn = seeOnce(async (looks) => {
    const visitor = await open("/analytics?range=year", accounts().year);
    await looks.see(visitor.page, "a year", async (page, isThemeNew) => {
      await chart(page).waitFor();
      return faultsOf(page, isThemeNew);
    });
    return leave(visitor);
  });

  test.each<[Theme, number]>([
    ["dark", 1440],
    ["light", 1440],
    ["dark", 360],
    ["light", 360],
  ])("a year of history has no layout or accessibility faults, %s, %i px", async (theme, width) => {
    expect(await wrongIn({ theme, width })).toEqual([]);
  });
});

describe("loading and errors", () => {
  test("the page shows a loading state until its figures arrive", async () => {
    const { page, context } = await site.enter({ person: accounts().year });
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(ANALYTICS, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/analytics");
    await appRuns(page);
    await page.getByRole("heading", { level: 1, name: "Analytics" }).waitFor();
    await page.getByText("Loading...").first().waitFor({ state: "attached" });
    release();
    expect(await tagOf(page)).toBe("Adds up");
    await context.close();
  });

  test("Retry reloads the page after an error", async () => {
    const { page, context } = await site.enter({ person: accounts().year });
    await page.route(ANALYTICS, (route) => route.abort());
    await page.goto("/analytics");
    await page.getByRole("alert").filter({ hasText: "The server does not answer." }).waitFor();
    await page.unroute(ANALYTICS);
    await page.getByRole("button", { name: "Retry" }).click();
    expect(await tagOf(page)).toBe("Adds up");
    await context.close();
  });
});

test("a printed page shows the practice label and the table but no sidebar", async () => {
  const { page, context } = await open("/analytics?range=30d", accounts().year);
  expect(await tagOf(page)).toBe("Adds up");
  await page.emulateMedia({ media: "print" });
  await page.getByText(LABEL, { exact: true }).waitFor();
  await equityTable(page).waitFor();
  await page.getByRole("link", { name: "Dashboard" }).first().waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Export CSV" }).waitFor({ state: "hidden" });
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(ground).toBe("rgb(255, 255, 255)");
  await context.close();
});

test("hovering over the chart shows each movement in an account's first hour", async () => {
  const { page, context, faults } = await open("/analytics", accounts().oneDeposit);
  await page.getByText("In the first two days every movement is shown").waitFor();
  const box = await chart(page).boundingBox();
  if (box === null) throw new Error("no chart is to be seen");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await chart(page)
    .getByText(/^\d+ \w+ \d{4}, \d\d:\d\d \S+: total value 0\.01500000, net deposits 0\.01500000$/)
    .waitFor();
  expect(faults()).toEqual([]);
  await context.close();
});

async function open(path: string, person: Person): Promise<Visitor> {
  const visitor = await site.comeTo(path, { person });
  await visitor.page.getByRole("heading", { level: 1, name: "Analytics" }).waitFor();
  return visitor;
}

function chart(page: Page) {
  return page.getByRole("img", { name: /: final value .* BTC, net deposits/ });
}

/** Returns the figure with this label as one line, including its unit. */
async function figure(page: Page, label: string): Promise<string> {
  const plates = page.getByRole("region", { name: /^On \d/ });
  const plate = plates
    .locator(":scope > div")
    .filter({ has: page.getByText(label, { exact: true }) });
  return flat(await plate.innerText());
}

/**
 * The analytics page against the real server: an empty account, one with a single deposit, one with a year of history. The
 * server works on a database of this test, which dates the history back through the ledger's own door.
 */
import { readFile } from "node:fs/promises";
import { outsideAccount, userAccount } from "#ledger";
import { newUuid, openDatabase, silentLog, startPostgres, type Database } from "#platform";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  appRuns,
  axeViolations,
  launchBrowser,
  newVisitor,
  sidewaysScroll,
  type Theme,
} from "../support/browser.ts";
import { storageOf, type SignedInStorage } from "../support/browser-person.ts";
import { postDated } from "../support/dated-transfers.ts";
import { signUp, type Person } from "../support/person.ts";
import {
  removeDataDir,
  startServer,
  temporaryDataDir,
  type RunningServer,
} from "../support/server.ts";
import { postYear, type YearTotals } from "../support/year-of-history.ts";

const LABEL = "Practice - test coins, no value";
const PAYOUTS_PER_DAY = 4;
const ANALYTICS = "**/api/v1/analytics?*";

const databaseDir = temporaryDataDir();
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let database: Database;
let server: RunningServer;
let browser: Browser;
let year: SignedInStorage;
let oneDeposit: SignedInStorage;
let empty: SignedInStorage;
let totals: YearTotals;

beforeAll(async () => {
  postgres = await startPostgres({ dataDir: databaseDir, log: silentLog });
  database = openDatabase(postgres.url);
  const env = { DATABASE_URL: postgres.url };
  [server, browser] = await Promise.all([startServer({ env }), launchBrowser()]);
  const { url } = server;
  const [ann, bob, eve] = await Promise.all(["Ann", "Bob", "Eve"].map((name) => signUp(url, name)));
  if (!ann || !bob || !eve) throw new Error("somebody could not sign up");
  const now = new Date();
  const userId = await idOf(ann);
  totals = await postYear(database, { userId, now, payoutsPerDay: PAYOUTS_PER_DAY });
  const deposit = {
    id: newUuid(),
    debit: outsideAccount("chain"),
    credit: userAccount(await idOf(bob), "available", "BTC"),
    amount: 1_500_000n,
    code: "deposit",
  } as const;
  await postDated(database, [{ at: new Date(now.getTime() - 3_600_000), transfers: [deposit] }]);
  year = await storageOf(url, ann);
  oneDeposit = await storageOf(url, bob);
  empty = await storageOf(url, eve);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
  await database.close();
  await postgres.stop();
  removeDataDir(server.dataDir);
  removeDataDir(databaseDir);
});

describe("what it shows", () => {
  test("an empty account is told what to do next", async () => {
    const { page, faults, close } = await open("/analytics", empty);
    await page.getByText("Nothing has moved yet").waitFor();
    expect(await page.getByRole("link", { name: "Analytics" }).getAttribute("aria-current")).toBe(
      "page",
    );
    await page.getByRole("link", { name: "Get test coins" }).click();
    await page.waitForURL("**/deposit");
    expect(faults()).toEqual([]);
    await close();
  });

  test("an account with one deposit has what it put in, and no product yet", async () => {
    const { page, faults, close } = await open("/analytics", oneDeposit);
    expect(await tagOf(page)).toBe("Adds up");
    expect(await figure(page, "What you have")).toContain("0.01500000BTC");
    expect(await figure(page, "What you put in")).toContain("0.01500000BTC");
    expect(await figure(page, "Difference")).toContain("0.00000000BTC");
    await page.getByText("No product has earned or cost anything in these days.").waitFor();
    await page.getByText("Nothing was mined and nothing was expected in these days.").waitFor();
    await chartLink(page).waitFor();
    expect(faults()).toEqual([]);
    await close();
  });

  test("a year of history adds up to the satoshi", async () => {
    const { page, faults, close } = await open("/analytics?range=all", year);
    expect(await tagOf(page)).toBe("Adds up");
    expect(await sumLine(page)).toEqual([
      `Opening ${btc(0n)}`,
      `Contributions + ${btc(totals.contributions)}`,
      `Income + ${btc(totals.income)}`,
      `Cost \u2212 ${btc(totals.cost)}`,
      `Withdrawals \u2212 ${btc(totals.withdrawals)}`,
      `Closing = ${btc(totals.closing)}`,
    ]);
    const putIn = totals.contributions - totals.withdrawals;
    expect(await figure(page, "What you have")).toContain(`${btc(totals.closing)}BTC`);
    expect(await figure(page, "What you put in")).toContain(`${btc(putIn)}BTC`);
    const summary = page.getByRole("img", { name: /^\d+ \w+ \d{4} to / });
    expect(await summary.getAttribute("aria-label")).toContain(
      `at the end ${btc(totals.closing)} BTC, of which you put in ${btc(putIn)} BTC`,
    );
    await page.getByRole("cell", { name: "Cloud mining" }).waitFor();
    await page.getByRole("cell", { name: "Fees" }).waitFor();
    expect(faults()).toEqual([]);
    await close();
  });

  test("the table says what the chart draws", async () => {
    const { page, close } = await open("/analytics?range=7d", year);
    await page.getByRole("button", { name: "Table" }).click();
    const table = equityTable(page);
    await table.waitFor();
    expect(await table.locator("tbody tr").count()).toBe(7);
    expect(flat(await table.locator("tbody tr").first().innerText())).toContain(
      btc(totals.closing),
    );
    expect(await page.locator("canvas").count()).toBe(0);
    await close();
  });

  test("amounts follow the unit switch", async () => {
    const { page, close } = await open("/analytics?range=all", year);
    expect(await tagOf(page)).toBe("Adds up");
    await page.getByRole("group", { name: "Unit" }).getByRole("button", { name: "sat" }).click();
    expect(await figure(page, "What you have")).toContain(
      `${totals.closing.toLocaleString("en")}sat`,
    );
    await page.getByRole("columnheader", { name: "Income, sat" }).waitFor();
    await close();
  });

  test.each<[Theme, number]>([
    ["dark", 1440],
    ["light", 1440],
    ["dark", 360],
    ["light", 360],
  ])("a year, %s, %i px: no violation, no sideways scroll", async (theme, width) => {
    const { page, faults, close } = await open("/analytics?range=year", year, { theme, width });
    await chartLink(page).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    expect(faults()).toEqual([]);
    await close();
  });

  test("the chart is drawn again in the colours of the other theme", async () => {
    const { page, faults, close } = await open("/analytics?range=year", year);
    await chartLink(page).waitFor();
    const dark = await chartGround(page);
    await page.getByRole("button", { name: "Switch theme" }).click();
    await expect.poll(() => chartGround(page)).not.toEqual(dark);
    expect(faults()).toEqual([]);
    await close();
  });
});

describe("the range", () => {
  test("is in the address, and back returns to the one before", async () => {
    const { page, close } = await open("/analytics", year);
    const pressed = page.getByRole("group", { name: "Range" }).locator("[aria-pressed=true]");
    expect(await pressed.innerText()).toBe("30 d");
    await page.getByRole("button", { name: "90 d" }).click();
    await page.waitForURL("**/analytics?range=90d");
    const [from, to] = [daysAgo(20), daysAgo(11)];
    await page.getByLabel("First day").fill(from);
    await page.getByLabel("Last day").fill(to);
    await page.getByRole("button", { name: "Show" }).click();
    await page.waitForURL(`**/analytics?from=${from}&to=${to}`);
    await page.getByText(`${dayText(from)} to ${dayText(to)}`, { exact: true }).waitFor();
    expect(await pressed.count()).toBe(0);
    await page.reload();
    await page.getByText(`${dayText(from)} to ${dayText(to)}`, { exact: true }).waitFor();
    await page.goBack();
    await page.waitForURL("**/analytics?range=90d");
    expect(await pressed.innerText()).toBe("90 d");
    await page.getByText(`${dayText(daysAgo(89))} to `).waitFor();
    await close();
  });

  test("takes what was there before it as its opening", async () => {
    const { page, close } = await open("/analytics?range=7d", year);
    expect(await tagOf(page)).toBe("Adds up");
    const [opening = "", ...rest] = await sumLine(page);
    expect(opening).toMatch(/^Opening 0\.\d{8}$/);
    expect(opening).not.toBe(`Opening ${btc(0n)}`);
    expect(rest.at(-1)).toBe(`Closing = ${btc(totals.closing)}`);
    await close();
  });

  test("with the first day after the last is refused before it is sent", async () => {
    const { page, close } = await open("/analytics", year);
    expect(await tagOf(page)).toBe("Adds up");
    await page.getByLabel("First day").fill(daysAgo(1));
    await page.getByLabel("Last day").fill(daysAgo(2));
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByText("The first day must not be after the last day.").waitFor();
    expect(new URL(page.url()).search).toBe("");
    await close();
  });

  test.each([
    ["from=2026-03-02&to=2026-03-01", "The first day must not be after the last day."],
    ["from=9999-12-31", "Give each day as YYYY-MM-DD, between 2009-01-03 and 2099-12-31."],
    ["from=2026&to=now", "Give each day as YYYY-MM-DD, between 2009-01-03 and 2099-12-31."],
    ["from=2010-01-01", "A range has at most five years."],
    ["from=2098-01-01", "The first day lies in the future."],
  ])("typed into the address as %s is refused in words", async (search, text) => {
    const { page, close } = await open(`/analytics?${search}`, year);
    await page.getByRole("alert").filter({ hasText: text }).waitFor();
    await page.getByRole("button", { name: "All" }).click();
    expect(await tagOf(page)).toBe("Adds up");
    await close();
  });

  test("ends today when it was asked for longer", async () => {
    const { page, close } = await open(`/analytics?from=${daysAgo(3)}&to=2099-01-01`, year);
    expect(await tagOf(page)).toBe("Adds up");
    const shown = page.getByText(`${dayText(daysAgo(3))} to ${dayText(daysAgo(0))}`);
    expect(await shown.count()).toBe(1);
    await close();
  });

  test("can be chosen by keyboard alone", async () => {
    const { page, close } = await open("/analytics", year);
    expect(await tagOf(page)).toBe("Adds up");
    await page.getByRole("button", { name: "Export CSV" }).focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("30 d");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/analytics?range=90d");
    await page.getByLabel("First day").fill(daysAgo(5));
    await page.getByLabel("Last day").fill(daysAgo(4));
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/analytics?from=${daysAgo(5)}&to=${daysAgo(4)}`);
    await close();
  });
});

describe("the CSV", () => {
  test("has the days of the page, under the practice label, and adds up", async () => {
    const { page, close } = await open("/analytics?range=all", year);
    expect(await tagOf(page)).toBe("Adds up");
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toBe("hashfloor-practice-analytics-all-today.csv");
    const text = await readFile(await download.path(), "utf8");
    const [label, header = "", ...rows] = text.trimEnd().split("\r\n");
    expect(label).toBe(LABEL);
    const names = header.split(",");
    const read = (row: string, name: string) => satsOf(row.split(",")[names.indexOf(name)] ?? "");
    const closings = rows.map((row) => {
      const closing = read(row, "Closing BTC");
      const flows =
        read(row, "Contributions BTC") + read(row, "Income BTC") - read(row, "Cost BTC");
      const left = read(row, "Withdrawals BTC") - read(row, "Converted BTC");
      expect(read(row, "Opening BTC") + flows - left).toBe(closing);
      return closing;
    });
    expect(closings).toHaveLength(366 + 1);
    expect(closings.at(-1)).toBe(totals.closing);
    expect(closings.at(-2)).toBe(totals.closing);
    expect(read(rows.at(-1) ?? "", "Income BTC")).toBe(totals.income);
    expect(text).not.toMatch(/(^|,)[=+@\t]/m);
    await close();
  });

  test("that fails says so in a notice", async () => {
    const { page, close } = await open("/analytics", year);
    await page.route("**/api/v1/analytics.csv*", (route) => route.abort());
    await page.getByRole("button", { name: "Export CSV" }).click();
    const said = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
    expect(await said.innerText()).toContain("The server does not answer.");
    await close();
  });
});

describe("while it loads and when it fails", () => {
  test("the page says that it is loading, then shows the figures", async () => {
    const visitor = await newVisitor(browser, { url: server.url, storage: year });
    const { page } = visitor;
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
    await visitor.context.close();
  });

  test("an error has a Retry that works", async () => {
    const visitor = await newVisitor(browser, { url: server.url, storage: year });
    const { page } = visitor;
    await page.route(ANALYTICS, (route) => route.abort());
    await page.goto("/analytics");
    await page.getByRole("alert").filter({ hasText: "The server does not answer." }).waitFor();
    await page.unroute(ANALYTICS);
    await page.getByRole("button", { name: "Retry" }).click();
    expect(await tagOf(page)).toBe("Adds up");
    await visitor.context.close();
  });

  test("without the file of the chart the table is still there", async () => {
    const visitor = await newVisitor(browser, { url: server.url, storage: year });
    const { page } = visitor;
    await page.route("**/assets/EquityChart-*", (route) => route.abort());
    await page.goto("/analytics");
    await page.getByText("The chart could not be loaded.").waitFor();
    await page.getByRole("button", { name: "Table" }).click();
    expect(await equityTable(page).locator("tbody tr").count()).toBe(30);
    await visitor.context.close();
  });
});

test("on paper there is the practice label and the table, not the sidebar", async () => {
  const { page, close } = await open("/analytics?range=30d", year);
  expect(await tagOf(page)).toBe("Adds up");
  await page.emulateMedia({ media: "print" });
  expect(await page.getByText(LABEL, { exact: true }).isVisible()).toBe(true);
  await equityTable(page).waitFor();
  expect(await page.getByRole("link", { name: "Dashboard" }).first().isVisible()).toBe(false);
  expect(await page.getByRole("button", { name: "Export CSV" }).isVisible()).toBe(false);
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(ground).toBe("rgb(255, 255, 255)");
  await close();
});

test("the chart library is loaded with this page only", async () => {
  const { page, close } = await open("/analytics", year);
  const scripts = () =>
    page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  await chartLink(page).waitFor();
  expect((await scripts()).filter((name) => name.includes("EquityChart"))).toHaveLength(1);
  await page.goto("/dashboard");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  expect((await scripts()).filter((name) => name.includes("EquityChart"))).toEqual([]);
  await close();
});

async function open(
  path: string,
  storage: SignedInStorage,
  look: { readonly theme?: Theme; readonly width?: number } = {},
) {
  const { context, page, faults } = await newVisitor(browser, {
    url: server.url,
    storage,
    ...look,
  });
  await page.goto(path);
  await appRuns(page);
  await page.getByRole("heading", { level: 1, name: "Analytics" }).waitFor();
  return { page, faults, close: () => context.close() };
}

/** What the page says about its sum, once it is there. */
async function tagOf(page: Page): Promise<string> {
  return page.getByText(/^(Adds up|Does not add up)$/).innerText();
}

function equityTable(page: Page) {
  return page.getByRole("table", { name: "What you have against what you put in" });
}

async function idOf(person: Person): Promise<string> {
  const { data } = await person.auth.getUser();
  if (!data.user) throw new Error("nobody is signed in");
  return data.user.id;
}

/** The mark of the chart's makers: it stands when the chart does. */
function chartLink(page: Page) {
  return page.getByRole("link", { name: "Charting by TradingView" });
}

/** The plate with this label, in one line; its unit follows without a space. */
async function figure(page: Page, label: string): Promise<string> {
  const plates = page.getByRole("region", { name: /^On \d/ });
  const plate = plates
    .locator(":scope > div")
    .filter({ has: page.getByText(label, { exact: true }) });
  return flat(await plate.innerText());
}

/** `Income + 0.08320516`, term by term. */
async function sumLine(page: Page): Promise<string[]> {
  const terms = page.getByLabel("The sum, BTC").locator(":scope > div");
  return (await terms.allInnerTexts()).map(flat);
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

async function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent ?? "");
}

/** Colour of the chart's first pixel. */
async function chartGround(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const context = document.querySelector("canvas")?.getContext("2d");
    return [...(context?.getImageData(2, 2, 1, 1).data ?? [])];
  });
}

function btc(sats: bigint): string {
  return `${sats / 100_000_000n}.${(sats % 100_000_000n).toString().padStart(8, "0")}`;
}

function satsOf(text: string): bigint {
  expect(text).toMatch(/^-?\d+\.\d{8}$/);
  return BigInt(text.replace(".", ""));
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** `21 Nov 2026` */
function dayText(day: string): string {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
  return format.format(new Date(day));
}

/** What every signed-in page has: palette, keyboard shortcuts, activity list, unit switch, notices, and what happens when a page fails. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  appRuns,
  axeViolations,
  launchBrowser,
  newVisitor,
  notice,
  sidewaysScroll,
  type Theme,
} from "../support/browser.ts";
import { storageOf, type SignedInStorage } from "../support/browser-person.ts";
import { getCoins } from "../support/main-job.ts";
import { signUp, type Person } from "../support/person.ts";
import { removeDataDir, startServer, type RunningServer } from "../support/server.ts";

const LOOKS: readonly (readonly [Theme, number])[] = [
  ["dark", 1440],
  ["light", 1440],
  ["dark", 360],
  ["light", 360],
];

let server: RunningServer;
let browser: Browser;
let ann: Person;
let storage: SignedInStorage;
let deposit: { txid: string; address: string };

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  ann = await signUp(server.url, "Ann");
  await getCoins(ann);
  const [first] = (await ann.call("listDeposits")).items;
  if (first === undefined) throw new Error("no deposit");
  deposit = first;
  storage = await storageOf(server.url, ann);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
  removeDataDir(server.dataDir);
});

async function visit(path: string, options: { theme?: Theme; width?: number } = {}) {
  const visitor = await newVisitor(browser, { url: server.url, storage, ...options });
  await visitor.page.goto(path);
  await shown(visitor.page);
  return visitor;
}

async function shown(page: Page): Promise<void> {
  await appRuns(page);
  await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
}

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const palette = (page: Page) => dialog(page, "Search and go to");

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await palette(page).getByRole("combobox").waitFor();
}

test("Ctrl + K opens the palette with the focus in its field, Escape closes it", async () => {
  const { page, context, faults } = await visit("/dashboard");
  await openPalette(page);
  expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("combobox");
  await page.keyboard.press("Escape");
  await palette(page).waitFor({ state: "hidden" });
  expect(faults()).toEqual([]);
  await context.close();
});

test("the Search button opens the palette, and has the focus again after it", async () => {
  const { page, context } = await visit("/dashboard", { width: 360 });
  await page.getByRole("button", { name: "Search" }).click();
  await palette(page).getByRole("button", { name: "Close" }).click();
  await palette(page).waitFor({ state: "hidden" });
  const focused = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  expect(focused).toBe("Search");
  await context.close();
});

test("typing a name and Enter goes to the page; every page of the sidebar is listed", async () => {
  const { page, context, faults } = await visit("/dashboard");
  const links = page.getByRole("complementary", { name: "Main" }).getByRole("navigation");
  const labels = await links.getByRole("link").allInnerTexts();
  expect(labels.length).toBeGreaterThan(5);
  await openPalette(page);
  for (const label of labels) {
    await palette(page).getByRole("option", { name: label }).first().waitFor();
  }
  await page.keyboard.type("withdr");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/withdraw");
  await shown(page);
  await openPalette(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await palette(page).waitFor({ state: "hidden" });
  expect(new URL(page.url()).pathname).not.toBe("/withdraw");
  expect(faults()).toEqual([]);
  await context.close();
});

test("a pasted txid opens its tracker or its transaction, an address what used it", async () => {
  const { page, context, faults } = await visit("/dashboard");
  await openPalette(page);
  await page.keyboard.insertText(` ${deposit.txid} `);
  await palette(page).getByRole("option", { name: "Track this transaction" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/track-transaction/${deposit.txid}`);
  await shown(page);
  await openPalette(page);
  await page.keyboard.insertText(deposit.txid);
  await palette(page).getByRole("option", { name: "Show this transaction on the chain" }).click();
  await page.waitForURL(`**/transaction/${deposit.txid}`);
  await shown(page);
  await openPalette(page);
  await page.keyboard.insertText(deposit.address);
  await palette(page).getByRole("option", { name: "Deposit with this address" }).first().click();
  await page.waitForURL(`**/track-transaction/${deposit.txid}`);
  expect(faults()).toEqual([]);
  await context.close();
});

test("unit, theme and deposit address from the palette; the unit stays after a reload", async () => {
  const { page, context, faults } = await visit("/wallet");
  await openPalette(page);
  await page.keyboard.type("amounts in sat");
  await page.keyboard.press("Enter");
  const unit = page.getByRole("group", { name: "Unit" }).getByRole("button", { name: "sat" });
  await page.waitForFunction(() => localStorage.getItem("unit") === "sat");
  expect(await unit.getAttribute("aria-pressed")).toBe("true");
  await openPalette(page);
  await page.keyboard.type("light theme");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.documentElement.dataset["theme"] === "light");
  await openPalette(page);
  await page.keyboard.type("copy deposit");
  await page.keyboard.press("Enter");
  await notice(page, "Copied to Clipboard", "The Bitcoin deposit address has been copied.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^bcrt1/);
  await page.reload();
  await shown(page);
  expect(await unit.getAttribute("aria-pressed")).toBe("true");
  expect(faults()).toEqual([]);
  await context.close();
});

test("logout from the palette leads to the landing page", async () => {
  const { page, context } = await visitFresh("Leo");
  await openPalette(page);
  await page.keyboard.type("logout");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/");
  await page.getByRole("link", { name: "Login" }).first().waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem("notices"))).toBe("[]");
  await context.close();
});

test("g and a key goes to its page, / opens the search, ? the sheet of shortcuts", async () => {
  const { page, context, faults } = await visit("/dashboard");
  for (const [key, path] of [
    ["w", "/wallet"],
    ["p", "/deposit"],
    ["h", "/history"],
    ["d", "/dashboard"],
  ]) {
    await page.keyboard.press("g");
    await page.keyboard.press(key ?? "");
    await page.waitForURL(`**${path}`);
    await shown(page);
  }
  await page.keyboard.press("/");
  await palette(page).getByRole("combobox").waitFor();
  expect(await palette(page).getByRole("combobox").inputValue()).toBe("");
  await page.keyboard.press("Escape");
  await palette(page).waitFor({ state: "hidden" });
  await page.keyboard.press("?");
  const sheet = dialog(page, "Keyboard shortcuts");
  await sheet.getByText("Cloud Mining").waitFor();
  // Nothing acts behind an open dialog.
  await page.keyboard.press("g");
  await page.keyboard.press("w");
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  expect(new URL(page.url()).pathname).toBe("/dashboard");
  expect(faults()).toEqual([]);
  await context.close();
});

test("shortcuts stay out of fields", async () => {
  const { page, context } = await visit("/track-transaction/demo-tx");
  const field = page.getByRole("main").getByRole("textbox").first();
  await field.fill("");
  await field.pressSequentially("g d/?");
  expect(await field.inputValue()).toBe("g d/?");
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe("/track-transaction/demo-tx");
  await context.close();
});

test("the bell counts what is new and lists notices, letters and movements", async () => {
  const { page, context, faults } = await visit("/deposit");
  const bell = page.getByRole("button", { name: /^Activity/ });
  await page.getByRole("button", { name: "Activity, 1 new" }).or(bell).first().waitFor();
  await page.getByRole("button", { name: "Copy address" }).first().click();
  await notice(page, "Copied to Clipboard");
  await page.getByRole("button", { name: /^Activity, \d+ new$/ }).click();
  const list = dialog(page, "Activity");
  await list.getByText("The Bitcoin deposit address has been copied.").waitFor();
  await list.getByText("Deposit from faucet").or(list.getByText("Deposit")).first().waitFor();
  await list.getByRole("link", { name: "Mailbox" }).waitFor();
  await list.getByRole("link", { name: "History" }).click();
  await page.waitForURL("**/history");
  await page.getByRole("button", { name: "Activity", exact: true }).waitFor();
  expect(faults()).toEqual([]);
  await context.close();
});

test.each(LOOKS)(
  "palette, sheet and activity list have no fault, %s, %i px",
  async (theme, width) => {
    const { page, context, faults } = await visit("/dashboard", { theme, width });
    for (const [open, name] of [
      [() => page.keyboard.press("Control+k"), "Search and go to"],
      [() => page.keyboard.press("?"), "Keyboard shortcuts"],
      [() => page.getByRole("button", { name: /^Activity/ }).click(), "Activity"],
    ] as const) {
      await open();
      await dialog(page, name).waitFor();
      await page.waitForLoadState("networkidle");
      expect(await axeViolations(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBe(0);
      await page.keyboard.press("Escape");
      await dialog(page, name).waitFor({ state: "hidden" });
    }
    expect(faults()).toEqual([]);
    await context.close();
  },
);

async function visitFresh(name: string) {
  const person = await signUp(server.url, name);
  const visitor = await newVisitor(browser, {
    url: server.url,
    storage: await storageOf(server.url, person),
  });
  await visitor.page.goto("/dashboard");
  await shown(visitor.page);
  return visitor;
}

test("the unit switch is remembered, and hover tells an amount in the other two units", async () => {
  const { page, context } = await visit("/dashboard");
  const amount = page.getByRole("main").locator("[title*=' sat']").first();
  await amount.waitFor();
  expect(await amount.getAttribute("title")).toMatch(/ sat · .+ USD$/);
  await page.getByRole("group", { name: "Unit" }).getByRole("button", { name: "USD" }).click();
  const dollars = page.getByRole("main").locator("[title*=' BTC']").first();
  expect(await dollars.getAttribute("title")).toMatch(/ BTC · .+ sat$/);
  await page.reload();
  await shown(page);
  expect(await page.evaluate(() => localStorage.getItem("unit"))).toBe("USD");
  await context.close();
});

async function drag(page: Page, pixels: number): Promise<void> {
  const toast = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
  const box = await toast.boundingBox();
  if (box === null) throw new Error("no notice to drag");
  const [x, y] = [box.x + 60, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let moved = 10; moved <= pixels; moved += 10) await page.mouse.move(x + moved, y);
  await page.mouse.up();
}

test("a notice dragged 40 px stays, dragged 60 px it goes; a new one replaces the old", async () => {
  const { page, context, faults } = await visit("/deposit");
  const copy = page.getByRole("button", { name: "Copy address" }).first();
  const items = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
  await copy.click();
  await notice(page, "Copied to Clipboard");
  await copy.click();
  await notice(page, "Copied to Clipboard");
  expect(await items.count()).toBe(1);
  await drag(page, 40);
  // It would be gone within its fading; the pointer on it stops its clock.
  await page.waitForTimeout(400);
  expect(await items.count()).toBe(1);
  await drag(page, 60);
  await items.waitFor({ state: "detached" });
  expect(faults()).toEqual([]);
  await context.close();
});

test("a page that fails to draw itself says so and leaves the shell standing", async () => {
  const { page, context } = await visit("/wallet");
  await page.route("**/api/v1/mining", (route) => route.fulfill({ json: [] }));
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await page.getByRole("heading", { name: "This page could not be shown" }).waitFor();
  expect(await page.title()).toMatch(/Practice - test coins, no value$/);
  await page.getByRole("link", { name: "Wallet", exact: true }).first().click();
  await page.getByRole("heading", { level: 1, name: "Wallet" }).waitFor();
  await page.unroute("**/api/v1/mining");
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
  await context.close();
});

test("a card that could not be loaded names the request and tries again, the others stay", async () => {
  const { page, context } = await visit("/history");
  const problem = {
    status: 503,
    contentType: "application/problem+json",
    body: JSON.stringify({
      title: "Not reachable",
      detail: "The database does not answer.",
      code: "outage",
      requestId: "req-77",
    }),
  };
  await page.route("**/api/v1/me/mailbox*", (route) => route.fulfill(problem));
  await page.reload();
  await shown(page);
  await page.getByRole("button", { name: /^Activity/ }).click();
  const list = dialog(page, "Activity");
  await list.getByText("request req-77").waitFor();
  await list.getByText("Newest movements").waitFor();
  await page.unroute("**/api/v1/me/mailbox*");
  await list.getByRole("button", { name: "Retry" }).click();
  await list.getByText("Welcome to Hashfloor").waitFor();
  expect(await list.getByText("request req-77").count()).toBe(0);
  await context.close();
});

test("an address without a page: 404, its own page, ways out", async () => {
  const { page, context } = await newVisitor(browser, { url: server.url });
  const answer = await page.goto("/no/such/page");
  expect(answer?.status()).toBe(404);
  await page.getByRole("heading", { name: "There is nothing at this address" }).waitFor();
  expect(await page.title()).toMatch(/^Page not found .*Practice - test coins, no value$/);
  await appRuns(page);
  await page.getByRole("link", { name: "Start page" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await context.close();
});

test.each(["/dashboard", "/history"])("on paper %s has the label and no chrome", async (path) => {
  const { page, context } = await visit(path);
  await page.emulateMedia({ media: "print" });
  await page.getByText("Practice - test coins, no value", { exact: true }).waitFor();
  const display = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => getComputedStyle(one).display);
  expect(await display("[data-part=practice-strip]")).toBe("table-header-group");
  expect(await display("aside")).toBe("none");
  expect(await display("header")).toBe("none");
  expect(await page.getByRole("button").count()).toBe(0);
  const ink = await page.evaluate(() => getComputedStyle(document.body).color);
  expect(ink).toBe("rgb(0, 0, 0)");
  await context.close();
});

test("the statement as CSV carries the practice label", async () => {
  const { page, context } = await visit("/history");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toContain("practice");
  const stream = await download.createReadStream();
  let text = "";
  for await (const chunk of stream) text += String(chunk);
  expect(text).toContain("Practice - test coins, no value");
  await context.close();
});

test("the connection is told: connected, or reconnecting and then stale, with the numbers dimmed", async () => {
  const { page, context } = await visit("/dashboard");
  const mark = page.getByRole("banner").getByRole("status");
  await expect.poll(() => mark.innerText()).toBe("Connected");
  await page.routeWebSocket("**/api/v1/stream", (socket) => void socket.close());
  await page.reload();
  await expect.poll(() => mark.innerText()).toBe("Reconnecting...");
  await expect.poll(() => mark.innerText(), { timeout: 20_000 }).toBe("No live connection");
  const [figure, title] = await page.evaluate(() => {
    const colour = (one: Element | null) => (one === null ? "none" : getComputedStyle(one).color);
    return [
      colour(document.querySelector("main .figure")),
      colour(document.querySelector("main h1")),
    ];
  });
  expect(figure).toBe("rgb(146, 146, 136)");
  expect(title).not.toBe(figure);
  await context.close();
});

/**
 * Tests the treasury page, a user's page and the audit log as administrators use them. Also tests
 * what users see of administrators' actions, and how changed or removed audit entries are detected.
 */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase, type Database } from "#platform";
import { behindTheGuard } from "../support/servers/without-triggers.ts";
import {
  axeViolations,
  goInside,
  goTo,
  notice,
  sidewaysScroll,
} from "../support/browser/browser.ts";
import { authenticatorOf } from "../support/people/authenticator.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { getCoins } from "../support/people/main-job.ts";
import { signIn, signUp, type Person } from "../support/people/person.ts";
import { startServer } from "../support/servers/server.ts";
import { addAdministrator, withSecondFactor } from "../support/people/two-administrators.ts";

const ADMIN = { email: "admin@example.test", password: `long enough ${randomUUID()}` };

let database: Database;
let admin: Person;
let secured: Person;
let rich: Person;
let richId: string;

const site = openSite(async () => {
  const env = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
  const server = await startServer({ env });
  database = openDatabase(server.databaseUrl, { connectionsMax: 1 });
  return server;
});

beforeAll(async () => {
  secured = await withSecondFactor(await signIn(site.url, ADMIN.email, ADMIN.password));
  admin = await withSecondFactor(await addAdministrator(site.url, secured, "Second"));
  rich = await signUp(site.url, "Rich");
  await getCoins(rich);
  ({ id: richId } = await rich.call("getMe"));
});
afterAll(() => database.close());

const dialog = (page: Page) => page.getByRole("dialog");
async function unfoldAll(page: Page): Promise<void> {
  await page.locator("summary").first().waitFor();
  for (const fold of await page.locator("main summary:has(h2)").all()) await fold.click();
}
const squeezed = (text: string) => text.replaceAll(/\s+/g, " ");

describe("/admin/treasury", () => {
  test("the page shows obligations, house accounts and a zero trial balance", async () => {
    const { page, context, faults } = await site.comeTo("/admin/treasury", { person: admin });
    const coins = page.getByRole("region", { name: "All coins in the books" });
    const inBar = squeezed(await coins.innerText());
    expect(inBar).toMatch(/Owed to users 0\.05\d{6} ?BTC .* Free \d+\.\d{8} ?BTC/);
    await unfoldAll(page);
    for (const name of [
      "Obligations",
      "House accounts",
      "Trial balance, BTC",
      "Trial balance, USD",
    ])
      await page.getByRole("table", { name }).waitFor();
    await page.getByText("Debits equal credits").first().waitFor();
    const house = squeezed(await page.getByRole("table", { name: "House accounts" }).innerText());
    expect(house).toMatch(/Forex loss .* no transfer yet no transfer yet/);
    await page
      .getByRole("region", { name: "Node wallet and books" })
      .getByText("agrees")
      .first()
      .waitFor();
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("large figures fit even if the bar has an additional segment", async () => {
    const trader = await signUp(site.url, "Trader");
    await getCoins(trader);
    await trader.call("transferForexFunds", { body: { amountSats: 100_000 } });
    const { page, context } = await site.comeTo("/admin/treasury", { person: admin });
    const figures = page.getByRole("region", { name: "The bar in figures" });
    await figures.getByText("At the desk or being sent").waitFor();
    const all = figures.locator("[data-figure]");
    await all.last().evaluate((figure) => (figure.textContent = "20,999,999.97690000 BTC"));
    for (const width of [1440, 1280, 1024, 360]) {
      await page.setViewportSize({ width, height: 900 });
      const cut = await all.evaluateAll((each) =>
        each.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
      );
      expect(cut).toEqual([0, 0, 0, 0, 0]);
      expect(await sidewaysScroll(page)).toBe(0);
    }
    await context.close();
  });

  test("no treasury or dashboard figure is wider than its cell at 360 px", async () => {
    const { page, context } = await site.enter({ person: admin, width: 360 });
    const tooWide = () =>
      page
        .locator("td")
        .evaluateAll((cells) =>
          cells.flatMap(({ scrollWidth, clientWidth, textContent }) =>
            scrollWidth > clientWidth ? [textContent] : [],
          ),
        );
    await page.goto("/admin/treasury");
    await unfoldAll(page);
    await page.getByRole("table", { name: "Trial balance, BTC" }).waitFor();
    expect(await tooWide()).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    await goInside(page, "/admin/dashboard");
    await unfoldAll(page);
    await page.getByText("Table of the days").click();
    await page.getByRole("table", { name: "Last 30 days" }).waitFor();
    expect(await tooWide()).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    await context.close();
  });

  test("a double click on Move coins fills a fund once", async () => {
    const { page, context, faults } = await site.comeTo("/admin/treasury", { person: secured });
    const before = await secured.call("getTreasury");
    await page.getByRole("button", { name: "Fund a reserve" }).click();
    const form = dialog(page);
    await form.getByRole("button", { name: "Move coins" }).click();
    await form.getByText("Enter an amount above zero").waitFor();
    await form.getByText("Enter a reason").waitFor();
    await form.getByRole("button", { name: "Mining", exact: true }).click();
    await form.getByLabel("Amount").fill("100000");
    await form.getByText("The treasury holds only").waitFor();
    await form.getByLabel("Amount").fill("0.25");
    await form.getByRole("region", { name: "Before and after" }).getByText("0.25000000").waitFor();
    await form.getByLabel("Reason").fill("A busy week begins");
    await form.getByRole("button", { name: "Move coins" }).dblclick();
    await notice(page, "Coins moved");
    const after = await secured.call("getTreasury");
    expect(after.house.mining.sats - before.house.mining.sats).toBe(25_000_000);
    await goInside(page, "/admin/audit?action=treasury.fund");
    const row = page.getByRole("row").filter({ hasText: "A busy week begins" });
    await row.waitFor();
    expect(squeezed(await row.innerText())).toMatch(/Moved house coins: to mining, 0.25000000 BTC/);
    expect(await row.count()).toBe(1);
    expect(faults()).toEqual([]);
    await context.close();
  });
});

describe("a user's page", () => {
  test("a user's page shows balances, ledger, deposits and sign-ins", async () => {
    const { page, context, faults } = await site.comeTo(
      `/admin/users?search=${encodeURIComponent(rich.email)}`,
      { person: admin },
    );
    await page.getByRole("link", { name: "Rich" }).click();
    await page.waitForURL(`**/admin/users/${richId}`);
    await page.getByRole("heading", { level: 1, name: "Rich" }).waitFor();
    const balances = await page.getByRole("region", { name: "Balances" }).innerText();
    expect(balances.replaceAll(/\s/g, "")).toContain("0.05000000BTC");
    await page.getByRole("table", { name: "Ledger" }).getByText("Deposit").first().waitFor();
    await page.getByRole("table", { name: "Deposits" }).getByText("Credited").waitFor();
    await page.getByRole("table", { name: "Sign-ins" }).getByText("Signed in").first().waitFor();
    await page.getByText("No withdrawals yet.").waitFor();
    // The link back to the users table preserves the search text.
    await page.locator("main").getByRole("link", { name: "Users", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe(rich.email);
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("a user's page shows its other lists if one fails to load", async () => {
    const { page, context } = await site.enter({ person: admin, width: 360 });
    let isDown = true;
    await page.route("**/entries*", (route) =>
      isDown ? route.fulfill({ status: 503, json: { title: "Down" } }) : route.continue(),
    );
    await page.goto(`/admin/users/${richId}`);
    await page.getByRole("alert").getByText("Down").waitFor();
    await page.getByRole("table", { name: "Deposits" }).waitFor();
    isDown = false;
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByRole("table", { name: "Ledger" }).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    await context.close();
  });

  test("the longest name and address fit at 360 px", async () => {
    const email = `${"a".repeat(24)}${randomUUID()}@${"b".repeat(60)}.${"c".repeat(60)}.example.test`;
    const { id } = await admin.call("addPerson", {
      body: { name: "W".repeat(120), email, password: "long enough for a test", reason: "a test" },
    });
    const { page, context } = await site.comeTo(`/admin/users/${id}`, {
      person: admin,
      width: 360,
    });
    await page.getByText(email).first().waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    await page.getByRole("button", { name: "Propose adjustment" }).click();
    const cut = await dialog(page).evaluate((box) => box.scrollWidth - box.clientWidth);
    expect(cut).toBe(0);
    await context.close();
  });

  test("an administrator can remove a user's lost authenticator", async () => {
    const person = await withSecondFactor(await signUp(site.url, "Lost"));
    const { id } = await person.call("getMe");
    const them = await site.visit("/login");
    const logIn = async () => {
      await them.page.getByLabel("Email").fill(person.email);
      await them.page.getByLabel("Password", { exact: true }).fill(person.password);
      await them.page.getByRole("button", { name: "Login", exact: true }).click();
    };
    await logIn();
    await them.page.getByText("Lost the phone and the recovery codes? Write to support").waitFor();

    const { page, context, faults } = await site.comeTo(`/admin/users/${id}`, { person: secured });
    await page.getByRole("button", { name: "Remove authenticator" }).click();
    const question = "How did you check the user's identity?";
    await dialog(page).getByLabel(question).fill("Met at the desk");
    expect(await axeViolations(page)).toEqual([]);
    await dialog(page).getByRole("button", { name: "Remove authenticator" }).dblclick();
    await notice(page, "Authenticator removed");
    const button = page.getByRole("button", { name: "Remove authenticator" });
    await button.waitFor({ state: "detached" });
    const trail = page.getByRole("table", { name: "Administrators' actions" });
    await trail.getByText("Met at the desk").waitFor();

    await them.page.getByRole("button", { name: "Use another account" }).click();
    await logIn();
    await them.page.waitForURL("**/dashboard");
    await goTo(them.page, "/settings/two-factor");
    await them.page.getByRole("button", { name: "Set Up Authenticator" }).click();
    const secret = await them.page.getByRole("code").innerText();
    const app = authenticatorOf("", secret.replaceAll(" ", ""));
    await them.page.getByLabel("Authentication code").fill(await app.freshCode());
    await them.page.getByRole("button", { name: "Switch On" }).click();
    await notice(them.page, "Two-Factor Auth On");
    expect([...faults(), ...them.faults()]).toEqual([]);
    await them.context.close();
    await context.close();
  });

  test("an unknown user id shows an error", async () => {
    const { page, context } = await site.comeTo(`/admin/users/${randomUUID()}`, { person: admin });
    await page.getByText("This id has never belonged to a user.").waitFor();
    await page.getByRole("link", { name: "All users" }).click();
    await page.waitForURL("**/admin/users");
    await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/admin/users");
    await context.close();
  });

  test("users see administrators' actions without the administrator's name", async () => {
    const body = { name: "Richard", reason: "Asked at the desk" };
    await admin.call("changePerson", { params: { userId: richId }, body });
    const { page, context, faults } = await site.comeTo("/settings/login-history", {
      person: rich,
    });
    const table = page.getByRole("table", { name: "Actions on your account" });
    await table.getByText("Asked at the desk").waitFor();
    await table.getByText("Viewed the account").first().waitFor();
    const text = await table.innerText();
    expect(text).toContain("An administrator");
    expect(text).not.toContain(ADMIN.email);
    expect(faults()).toEqual([]);
    await context.close();
  });
});

describe("the audit log", () => {
  test("the audit log can be searched, and the search is in the URL", async () => {
    const body = { name: "Rick", reason: "Asked at the counter" };
    await admin.call("changePerson", { params: { userId: richId }, body });
    const { page, context, faults } = await site.comeTo("/admin/audit", { person: admin });
    const form = page.getByRole("form", { name: "Search the audit log" });
    await form.getByLabel("Person").fill(rich.email);
    await form.getByLabel("Text").fill("COUNTER");
    await form.getByRole("button", { name: "Search" }).click();
    await page.waitForURL("**/admin/audit?*text=COUNTER*");
    await page.getByText("End of results.").waitFor();
    expect(await page.getByRole("row").count()).toBe(2);
    await page.reload();
    expect(await form.getByLabel("Text").inputValue()).toBe("COUNTER");
    await form.getByLabel("Text").fill("nothing like this");
    await form.getByLabel("Text").press("Enter");
    await page.getByText("Nothing found").waitFor();
    await form.getByRole("button", { name: "Reset" }).click();
    const trail = page.getByRole("table", { name: "Audit log" });
    await trail.getByText("Changed a user").first().waitFor();
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("the audit log detects changed and removed entries", async () => {
    const { page, context } = await site.comeTo("/admin/audit", { person: admin });
    await page.getByRole("button", { name: "Copy as checkpoint" }).click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toMatch(/^\d+ [0-9a-f]{64}$/);
    const clipboard = await copied();
    const check = page.getByRole("button", { name: "Check the hash chain" });
    await page.getByLabel("Earlier checkpoint").fill("no head");
    await check.click();
    await page.getByText("Enter a number, a space and 64 digits").waitFor();
    await page.getByLabel("Earlier checkpoint").fill(clipboard);
    await check.click();
    await page.getByText("The log contains your checkpoint unchanged.").waitFor();
    await behindTheGuard(database, "update audit_entries set reason = 'forged' where seq = 2");
    await check.click();
    await page.getByText("Entry 2 was changed: its hash does not match.").waitFor();
    await behindTheGuard(database, "update audit_entries set reason = 'a test' where seq = 2");
    await check.click();
    await page.getByText("The log contains your checkpoint unchanged.").waitFor();
    await behindTheGuard(
      database,
      "delete from audit_entries where seq = (select max(seq) from audit_entries)",
    );
    await check.click();
    await page.getByText("does not match the checkpoint").waitFor();
    await context.close();
  });
});

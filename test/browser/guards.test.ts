/** Tests page access, and the page that opens after sign-in, as the requirement specifies. */
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { appRuns, noticesSoFar, type Visitor } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { signUp, type Person } from "../support/people/person.ts";

const site = openSite();
let ann: Person;

beforeAll(async () => {
  ann = await signUp(site.url, "Ann");
});

describe("sign-in", () => {
  test("a page that requires sign-in opens after the sign-in", async () => {
    const { page, context, faults } = await site.enter();
    await page.goto("/history?asset=BTC");
    await page.waitForURL("**/login?redirect=*");
    expect(new URL(page.url()).searchParams.get("redirect")).toBe("/history?asset=BTC");
    await signIn(page);
    await page.waitForURL("**/history?asset=BTC");
    expect(faults()).toEqual([]);
    await context.close();
  });

  test.each(["//evil.example", "/\\evil.example", "https://evil.example", "/\t/evil.example"])(
    "sign-in never redirects to another site: %j",
    async (target) => {
      const login = `/login?redirect=${encodeURIComponent(target)}`;
      const { page, context } = await site.comeTo(login);
      await signIn(page);
      await page.waitForURL("**/dashboard");
      expect(new URL(page.url()).origin).toBe(site.url);
      await context.close();
    },
  );

  test("a form submitted before the app starts keeps the typed text", async () => {
    const { page, context } = await site.enter();
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.goto("/login");
    await page.getByLabel("Email").fill("ann@example.test");
    await page.getByLabel("Password", { exact: true }).fill("typed early");
    await page.getByRole("button", { name: "Login" }).click();
    expect(new URL(page.url()).pathname).toBe("/login");
    await expect.poll(() => page.getByLabel("Email").inputValue()).toBe("ann@example.test");
    await context.close();
  });

  test("a button clicked before the app starts works once the app has started", async () => {
    const { page, context, faults } = await site.enter();
    let letIn = () => {};
    const held = new Promise<void>((resolve) => (letIn = resolve));
    await page.route("**/assets/*.js", (route) => held.then(() => route.continue()));
    await page.goto("/login");
    const theme = () => page.locator("html").getAttribute("data-theme");
    const before = await theme();
    await page.getByRole("button", { name: "Live chat" }).click();
    await page.getByRole("button", { name: "Switch theme" }).click();
    letIn();
    await expect.poll(theme).not.toBe(before);
    await appRuns(page);
    expect(await theme()).not.toBe(before);
    await page.getByRole("button", { name: "Live chat" }).click();
    await page.getByRole("region", { name: "Live chat", exact: true }).waitFor();
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("a form submitted before the app starts is sent once the app has started", async () => {
    const { page, context, faults } = await site.enter();
    let letIn = () => {};
    const held = new Promise<void>((resolve) => (letIn = resolve));
    await page.route("**/assets/*.js", (route) => held.then(() => route.continue()));
    await page.goto("/login");
    await page.getByLabel("Email").fill(ann.email);
    await page.getByLabel("Password", { exact: true }).fill(ann.password);
    await page.keyboard.press("Enter");
    letIn();
    await page.waitForURL("**/dashboard");
    await page.getByRole("heading", { level: 1, name: "Mining Dashboard" }).waitFor();
    expect(faults()).toEqual([]);
    await context.close();
  });
});

describe("signed in", () => {
  test.each(["/login", "/register"])("%s redirects to the dashboard", async (path) => {
    const { page, context } = await signedIn();
    await page.goto(path);
    await page.waitForURL("**/dashboard");
    await page.getByRole("heading", { level: 1, name: "Mining Dashboard" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/dashboard");
    await context.close();
  });

  test("a page uses the stored session and loads the auth client only to renew it", async () => {
    const una = await signUp(site.url, "Una");
    const { page, context, faults } = await site.enter({ person: una, isUnused: true });
    let clients = 0;
    page.on("request", (request) => {
      if (request.url().includes("/official-client")) clients += 1;
    });
    await page.goto("/deposit");
    await page.getByRole("button", { name: "account of Una" }).waitFor();
    await page.getByText("Connected", { exact: true }).first().waitFor();
    expect(clients).toBe(0);
    const renewed = page.waitForResponse("**/auth/v1/token?grant_type=refresh_token");
    await page.evaluate(() => {
      for (const [key, text] of Object.entries(localStorage)) {
        if (!/^sb-.+-auth-token$/.test(key)) continue;
        const session = { ...JSON.parse(String(text)), expires_at: Date.now() / 1000 + 60 };
        localStorage.setItem(key, JSON.stringify(session));
      }
      // Simulates a return to the tab.
      document.dispatchEvent(new Event("visibilitychange"));
    });
    expect((await renewed).status()).toBe(200);
    expect(clients).toBe(1);
    await page.getByRole("link", { name: "Wallet" }).first().click();
    await page.getByRole("heading", { level: 1, name: "Wallet" }).waitFor();
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("Logout ends the session in every tab and opens the start page", async () => {
    const { page, context } = await signedIn(await signUp(site.url, "Leo"));
    const other = await context.newPage();
    await other.goto("/deposit");
    await other.getByRole("heading", { level: 1, name: "Deposit" }).waitFor();
    await page.goto("/dashboard");
    await page.getByRole("button", { name: "Start Mining" }).first().waitFor();
    await page.getByRole("button", { name: "Logout" }).click();
    await page.waitForURL(`${site.url}/`);
    await other.waitForURL("**/login?redirect=*");
    const sessionKeys = async () => {
      const keys = await page.evaluate(() => Object.keys(localStorage));
      return keys.filter((key) => key.startsWith("sb-"));
    };
    await expect.poll(sessionKeys).toEqual([]);
    await page.goto("/dashboard");
    await page.waitForURL("**/login?redirect=*");
    await context.close();
  });

  test("a user who signs in after a logout sees nothing of the previous user", async () => {
    const eve = await signUp(site.url, "Eve");
    const { page, context } = await signedIn(eve);
    await page.goto("/mailbox");
    const hers = [{ title: "Withdrawal Sent", isProblem: false, at: Date.now() }];
    await page.evaluate(
      (notices) => sessionStorage.setItem("notices", notices),
      JSON.stringify(hers),
    );
    await page.reload();
    await avatarOf(page, "Eve").waitFor();
    await page.getByRole("link", { name: /Welcome to Hashfloor/ }).waitFor();
    await page.getByRole("button", { name: /^Live chat/ }).click();
    await page.getByRole("textbox", { name: "Message" }).fill("Only for me");
    const other = await context.newPage();
    await other.goto("/deposit");
    await other.getByRole("heading", { level: 1, name: "Deposit" }).waitFor();
    await other.getByRole("button", { name: "Logout" }).click();
    await page.waitForURL("**/login?redirect=*");
    // Checks the same tab without a reload, before the server responds.
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\/api\/v1\/(?!chat\/visitor)/, async (route) => {
      await held;
      await route.continue();
    });
    await signIn(page);
    await page.getByRole("heading", { level: 1, name: "Mailbox" }).waitFor();
    expect(await avatarOf(page, "Eve").count()).toBe(0);
    expect(await page.getByText(/Welcome to Hashfloor/).count()).toBe(0);
    answer();
    await avatarOf(page, "Ann").waitFor();
    expect(await page.getByRole("textbox", { name: "Message" }).inputValue()).toBe("");
    expect(await noticesSoFar(page)).toEqual([expect.stringContaining("Login Successful!")]);
    await context.close();
  });
});

async function signedIn(person = ann): Promise<Visitor> {
  return site.enter({ person });
}

async function signIn(page: Page, password = ann.password): Promise<void> {
  await appRuns(page);
  await page.getByLabel("Email").fill(ann.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

function avatarOf(page: Page, name: string): Locator {
  return page.getByRole("button", { name: `account of ${name}` });
}

/**
 * Sign-up, sign-in and sign-out in a real browser: every notice of the forms, loading and failed
 * states, and the keyboard.
 */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { goTo, notice, type Visitor } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { signUp, type Person } from "../support/people/person.ts";

const PASSWORD = "correct horse battery";

const site = openSite();
let ann: Person;

beforeAll(async () => {
  ann = await signUp(site.url, "Ann");
});

/** A new user on the dashboard. */
async function signedIn(name: string): Promise<Visitor> {
  const person = await signUp(site.url, name);
  const visitor = await site.comeTo("/dashboard", { person });
  await visitor.page.getByRole("button", { name: "Start Mining" }).first().waitFor();
  return visitor;
}

async function fillRegister(page: Page, input: Partial<Record<string, string>> = {}) {
  const fields = {
    "Full Name": "Ben Example",
    Email: `ben-${process.hrtime.bigint()}@example.test`,
    Password: PASSWORD,
    "Confirm Password": PASSWORD,
    ...input,
  };
  for (const [label, text] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(text ?? "");
}

async function fillLogin(page: Page, email: string, password: string) {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
}

/** Keys under which the official client stores its session. */
async function sessionKeys(page: Page): Promise<string[]> {
  const keys = await page.evaluate(() => Object.keys(localStorage));
  return keys.filter((key) => key.startsWith("sb-"));
}

/** Counts requests to a path of the sign-in service from now on. */
function countCalls(page: Page, path: string): () => number {
  let calls = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes(path)) calls += 1;
  });
  return () => calls;
}

/** Holds back the answers of a path until the returned function is called. */
async function hold(page: Page, glob: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(glob, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Runs in the page: makes the stored session due for renewal. */
function endSoon(): void {
  for (const [key, text] of Object.entries(localStorage)) {
    if (!/^sb-.+-auth-token$/.test(key)) continue;
    const session = { ...JSON.parse(String(text)), expires_at: Date.now() / 1000 + 60 };
    localStorage.setItem(key, JSON.stringify(session));
  }
}

describe("login", () => {
  test("says 'Login Successful!' and goes to the dashboard", async () => {
    const { page, context, faults } = await site.comeTo("/login");
    await fillLogin(page, ann.email, ann.password);
    await page.getByRole("button", { name: "Login" }).click();
    await notice(page, "Login Successful!", "Welcome back! Redirecting to your dashboard.");
    await page.waitForURL("**/dashboard");
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("says 'Logging in...' and locks its fields for the request, and sends it once", async () => {
    const { page, context } = await site.comeTo("/login");
    const calls = countCalls(page, "/auth/v1/token");
    const goOn = await hold(page, "**/auth/v1/token?**");
    await fillLogin(page, ann.email, ann.password);
    await page.getByRole("button", { name: "Login" }).dblclick();
    await page.getByRole("button", { name: "Logging in..." }).waitFor();
    for (const label of ["Email", "Password"])
      await expect.poll(() => page.getByLabel(label, { exact: true }).isDisabled()).toBe(true);
    goOn();
    await page.waitForURL("**/dashboard");
    expect(calls()).toBe(1);
    await context.close();
  });

  test("a wrong password says 'Sign in Failed', and the right one still works", async () => {
    const { page, context } = await site.comeTo("/login");
    await fillLogin(page, ann.email, "not the password");
    await page.keyboard.press("Enter");
    await notice(page, "Sign in Failed", "Invalid login credentials");
    expect(new URL(page.url()).pathname).toBe("/login");
    // The focus is back in the field, although it was disabled in between.
    const password = page.getByLabel("Password", { exact: true });
    await expect
      .poll(() => password.evaluate((field) => field === document.activeElement))
      .toBe(true);
    await fillLogin(page, ann.email, ann.password);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/dashboard");
    expect(new URL(page.url()).pathname).toBe("/dashboard");
    await context.close();
  });

  test("an error without a message says 'Something went wrong', and can be retried", async () => {
    const { page, context } = await site.comeTo("/login");
    await page.route("**/auth/v1/token?**", (route) => route.fulfill({ status: 400, json: {} }));
    await fillLogin(page, ann.email, ann.password);
    await page.getByRole("button", { name: "Login" }).click();
    await notice(page, "Sign in Failed", "Something went wrong");
    await page.unroute("**/auth/v1/token?**");
    await page.getByRole("button", { name: "Login" }).click();
    await page.waitForURL("**/dashboard");
    expect(new URL(page.url()).pathname).toBe("/dashboard");
    await context.close();
  });

  test.each([
    ["", "", "Enter an e-mail address, such as name@example.org."],
    ["ann", "x", "Enter an e-mail address, such as name@example.org."],
    ["ann@example.test", "", "Enter your password."],
  ])("e-mail %j, password %j: sends nothing and says %j", async (email, password, text) => {
    const { page, context } = await site.comeTo("/login");
    const calls = countCalls(page, "/auth/v1/token");
    await fillLogin(page, email, password);
    await page.getByRole("button", { name: "Login" }).click();
    await page.getByText(text).first().waitFor();
    expect(calls()).toBe(0);
    await context.close();
  });
});

describe("register", () => {
  test("says 'Registration Successful!' and goes to the dashboard", async () => {
    const { page, context, faults } = await site.comeTo("/register");
    await fillRegister(page);
    await page.getByRole("button", { name: "Create Account" }).click();
    await notice(page, "Registration Successful!", "Welcome! You are now logged in.");
    await page.waitForURL("**/dashboard");
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("says 'Creating Account...' and locks its fields, and sends one request", async () => {
    const { page, context } = await site.comeTo("/register");
    const calls = countCalls(page, "/auth/v1/signup");
    const goOn = await hold(page, "**/auth/v1/signup**");
    await fillRegister(page);
    await page.getByRole("button", { name: "Create Account" }).dblclick();
    await page.getByRole("button", { name: "Creating Account..." }).waitFor();
    for (const label of ["Full Name", "Email", "Password", "Confirm Password"])
      await expect.poll(() => page.getByLabel(label, { exact: true }).isDisabled()).toBe(true);
    goOn();
    await page.waitForURL("**/dashboard");
    expect(calls()).toBe(1);
    await context.close();
  });

  test("two different passwords are refused, and nothing is sent", async () => {
    const { page, context } = await site.comeTo("/register");
    const calls = countCalls(page, "/auth/v1/signup");
    await fillRegister(page, { "Confirm Password": "correct horse" });
    await page.getByRole("button", { name: "Create Account" }).click();
    await notice(page, "Passwords do not match", "Please check your passwords and try again.");
    expect(calls()).toBe(0);
    await context.close();
  });

  test("an address that is taken says 'Sign up Failed' and why", async () => {
    const { page, context } = await site.comeTo("/register");
    await fillRegister(page, { Email: ann.email });
    await page.getByRole("button", { name: "Create Account" }).click();
    await notice(page, "Sign up Failed", "User already registered");
    expect(new URL(page.url()).pathname).toBe("/register");
    await context.close();
  });

  test("sends is_admin false, and a forged value makes no user an administrator", async () => {
    const { page, context } = await site.comeTo("/register");
    await page.route("**/auth/v1/signup**", async (route) => {
      const body = route.request().postDataJSON() as { data: { is_admin: boolean } };
      expect(body.data.is_admin).toBe(false);
      body.data.is_admin = true;
      await route.continue({ postData: JSON.stringify(body) });
    });
    await fillRegister(page);
    await page.getByRole("button", { name: "Create Account" }).click();
    await page.waitForURL("**/dashboard");
    // Otherwise the wait below would catch an answer to the first page load.
    await page.waitForLoadState("networkidle");
    const me = page.waitForResponse("**/api/v1/me");
    await page.reload();
    expect(await (await me).json()).toMatchObject({ isAdmin: false });
    await context.close();
  });

  test.each([
    ["Full Name", "", "Enter your name."],
    ["Email", "ann@", "Enter an e-mail address, such as name@example.org."],
    ["Email", "a@b.test\r\nBcc: c@d.test", "Enter an e-mail address, such as name@example.org."],
    ["Password", "1234567", "At least 8 characters."],
    ["Password", "x".repeat(257), "At most 256 characters."],
  ])("%s %j: sends nothing and says %j", async (label, input, text) => {
    const { page, context } = await site.comeTo("/register");
    const calls = countCalls(page, "/auth/v1/signup");
    const confirm = label === "Password" ? { "Confirm Password": input } : {};
    await fillRegister(page, { [label]: input, ...confirm });
    await page.getByRole("button", { name: "Create Account" }).click();
    const field = page.getByLabel(label, { exact: true });
    await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
    await page.getByText(text).last().waitFor();
    expect(calls()).toBe(0);
    await context.close();
  });

  test.each([
    ["eight characters", "74qv92xz"],
    ["256 characters", "four words and more ".repeat(13).slice(0, 256)],
    ["letters of other scripts", "пароль-語言-é"],
  ])("a password of %s is accepted, and logs in again", async (_name, password) => {
    const { page, context } = await site.comeTo("/register");
    const email = `len-${process.hrtime.bigint()}@example.test`;
    await fillRegister(page, { Email: email, Password: password, "Confirm Password": password });
    await page.getByRole("button", { name: "Create Account" }).click();
    await page.waitForURL("**/dashboard");
    await page.getByRole("button", { name: "Logout" }).click();
    await page.waitForURL(`${site.url}/`);
    await goTo(page, "/login");
    await fillLogin(page, email, password);
    await page.getByRole("button", { name: "Login" }).click();
    await page.waitForURL("**/dashboard");
    expect(new URL(page.url()).pathname).toBe("/dashboard");
    await context.close();
  });
});

describe("logout", () => {
  test.each([401, 404])("a logout succeeds although the server answers %i", async (status) => {
    const { page, context } = await signedIn("Lea");
    await page.route("**/auth/v1/logout**", (route) =>
      route.fulfill({ status, json: { code: "gone", message: "gone" } }),
    );
    await page.getByRole("button", { name: "Logout" }).click();
    await page.waitForURL(`${site.url}/`);
    await expect.poll(() => sessionKeys(page)).toEqual([]);
    await context.close();
  });

  test("a refused logout says 'Sign out Failed', why, and what is still open", async () => {
    const { page, context } = await signedIn("Lou");
    await page.route("**/auth/v1/logout**", (route) =>
      route.fulfill({ status: 500, json: { code: "unexpected", message: "The service is away." } }),
    );
    await page.getByRole("button", { name: "Logout" }).click();
    await notice(
      page,
      "Sign out Failed",
      "The service is away. You are signed out in this browser, but the server may still keep the session open.",
    );
    // The client discards its session before it asks the server, so the user is signed out in the
    // browser.
    await page.waitForURL("**/login?redirect=*");
    await expect.poll(() => sessionKeys(page)).toEqual([]);
    await context.close();
  });
});

describe("without a session", () => {
  // These pages are loaded. The others are reached by navigation inside the application.
  const LOADED = ["/dashboard", "/settings", "/purchase-power"];

  test.each([
    ...LOADED,
    "/withdraw",
    "/invest",
    "/staking",
    "/hardware",
    "/wallet",
    "/analytics",
    "/deposit",
    "/support",
    "/track-transaction/demo-tx",
  ])("%s leads to /login", async (path) => {
    const { page, context } = await site[LOADED.includes(path) ? "visit" : "comeTo"](path);
    await page.waitForURL("**/login?redirect=*");
    expect(new URL(page.url()).searchParams.get("redirect")).toBe(path);
    await context.close();
  });

  test("'Loading...' is shown until it is known whether there is one", async () => {
    const { page, context } = await site.enter({ person: await signUp(site.url, "Lea") });
    const goOn = await hold(page, "**/config.json");
    await page.addInitScript(endSoon);
    await page.goto("/dashboard", { waitUntil: "commit" });
    await page.getByText("Loading...").filter({ visible: true }).first().waitFor();
    goOn();
    await page.getByRole("heading", { level: 1, name: "Mining Dashboard" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/dashboard");
    await context.close();
  });
});

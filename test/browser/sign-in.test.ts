/**
 * Tests sign-up, sign-in and sign-out in a real browser: every notice of the forms, the loading and
 * failed states, and keyboard use.
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

/** Signs up a new user and returns a window with the user's dashboard. */
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

/** Returns the keys under which the official client stores its session. */
async function sessionKeys(page: Page): Promise<string[]> {
  const keys = await page.evaluate(() => Object.keys(localStorage));
  return keys.filter((key) => key.startsWith("sb-"));
}

/**
 * Starts counting requests to a path of the sign-in service. Returns a function that returns the
 * count so far.
 */
function countCalls(page: Page, path: string): () => number {
  let calls = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes(path)) calls += 1;
  });
  return () => calls;
}

/** Delays all responses for a path until the returned function is called. */
async function hold(page: Page, glob: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(glob, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Makes the stored session due for renewal. This function runs in the page. */
function endSoon(): void {
  for (const [key, text] of Object.entries(localStorage)) {
    if (!/^sb-.+-auth-token$/.test(key)) continue;
    const session = { ...JSON.parse(String(text)), expires_at: Date.now() / 1000 + 60 };
    localStorage.setItem(key, JSON.stringify(session));
  }
}

describe("login", () => {
  test("a sign-in shows 'Login Successful!' and opens the dashboard", async () => {
    const { page, context, faults } = await site.comeTo("/login");
    await fillLogin(page, ann.email, ann.password);
    await page.getByRole("button", { name: "Login" }).click();
    await notice(page, "Login Successful!", "Welcome back! Redirecting to your dashboard.");
    await page.waitForURL("**/dashboard");
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("a pending sign-in shows 'Logging in...' and locks the form", async () => {
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

  test("a wrong password shows 'Sign in Failed' and can be corrected", async () => {
    const { page, context } = await site.comeTo("/login");
    await fillLogin(page, ann.email, "not the password");
    await page.keyboard.press("Enter");
    await notice(page, "Sign in Failed", "Invalid login credentials");
    expect(new URL(page.url()).pathname).toBe("/login");
    // The password field regains the focus, which it lost while it was disabled during the request.
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

  test("an error without a message shows 'Something went wrong'", async () => {
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
  ])("e-mail %j with password %j sends no request and shows %j", async (email, password, text) => {
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
  test("a sign-up shows 'Registration Successful!' and opens the dashboard", async () => {
    const { page, context, faults } = await site.comeTo("/register");
    await fillRegister(page);
    await page.getByRole("button", { name: "Create Account" }).click();
    await notice(page, "Registration Successful!", "Welcome! You are now logged in.");
    await page.waitForURL("**/dashboard");
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("a pending sign-up shows 'Creating Account...' and locks the form", async () => {
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

  test("two different passwords are refused in the form", async () => {
    const { page, context } = await site.comeTo("/register");
    const calls = countCalls(page, "/auth/v1/signup");
    await fillRegister(page, { "Confirm Password": "correct horse" });
    await page.getByRole("button", { name: "Create Account" }).click();
    await notice(page, "Passwords do not match", "Please check your passwords and try again.");
    expect(calls()).toBe(0);
    await context.close();
  });

  test("a taken e-mail address shows 'Sign up Failed' with the reason", async () => {
    const { page, context } = await site.comeTo("/register");
    await fillRegister(page, { Email: ann.email });
    await page.getByRole("button", { name: "Create Account" }).click();
    await notice(page, "Sign up Failed", "User already registered");
    expect(new URL(page.url()).pathname).toBe("/register");
    await context.close();
  });

  test("a forged is_admin does not make the user an administrator", async () => {
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
    // Waits until the page has loaded. Otherwise the wait below would match a response from the
    // first page load.
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
  ])("%s %j sends no request and shows %j", async (label, input, text) => {
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
  ])("a password of %s is accepted at sign-up and sign-in", async (_name, password) => {
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
  test.each([401, 404])("a logout succeeds even if the server responds with %i", async (status) => {
    const { page, context } = await signedIn("Lea");
    await page.route("**/auth/v1/logout**", (route) =>
      route.fulfill({ status, json: { code: "gone", message: "gone" } }),
    );
    await page.getByRole("button", { name: "Logout" }).click();
    await page.waitForURL(`${site.url}/`);
    await expect.poll(() => sessionKeys(page)).toEqual([]);
    await context.close();
  });

  test("a refused logout shows 'Sign out Failed' with the reason", async () => {
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
    // The client discards its session before it sends the request, so the user is signed out in the
    // browser.
    await page.waitForURL("**/login?redirect=*");
    await expect.poll(() => sessionKeys(page)).toEqual([]);
    await context.close();
  });
});

describe("private pages for signed-out visitors", () => {
  // Pages loaded from the server. All other pages are opened by navigation inside the application.
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
  ])("%s redirects to /login", async (path) => {
    const { page, context } = await site[LOADED.includes(path) ? "visit" : "comeTo"](path);
    await page.waitForURL("**/login?redirect=*");
    expect(new URL(page.url()).searchParams.get("redirect")).toBe(path);
    await context.close();
  });

  test("'Loading...' is shown until the session has been looked up", async () => {
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

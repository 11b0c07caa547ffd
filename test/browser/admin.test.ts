/** The administrators' pages as people use them: who gets in, the four figures, every button of the users table. */
import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appRuns, launchBrowser, newVisitor, notice, type Visitor } from "../support/browser.ts";
import { storageOf } from "../support/browser-person.ts";
import { getCoins } from "../support/main-job.ts";
import { signIn, signUp, type Person } from "../support/person.ts";
import { removeDataDir, startServer, type RunningServer } from "../support/server.ts";

const ADMIN = { email: "admin@example.test", password: `long enough ${randomUUID()}` };
const PAGES = [
  "/admin/dashboard",
  "/admin/users",
  "/admin/withdrawals",
  "/admin/adjustments",
  "/admin/treasury",
  "/admin/settings",
  "/admin/audit",
];

let server: RunningServer;
let browser: Browser;
let admin: Person;
let rich: Person;

beforeAll(async () => {
  const env = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
  [server, browser] = await Promise.all([startServer({ env }), launchBrowser()]);
  admin = await signIn(server.url, ADMIN.email, ADMIN.password);
  rich = await signUp(server.url, "Rich");
  await getCoins(rich);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
  removeDataDir(server.dataDir);
});

async function visitorAs(person: Person, width = 1440): Promise<Visitor> {
  const storage = await storageOf(server.url, person);
  return newVisitor(browser, { url: server.url, storage, width });
}

async function usersPage(search = ""): Promise<Visitor> {
  const visitor = await visitorAs(admin);
  await visitor.page.goto(`/admin/users?search=${encodeURIComponent(search)}`);
  await visitor.page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
  await visitor.page.getByRole("table", { name: "People" }).waitFor();
  return visitor;
}

const rowOf = (page: Page, email: string) => page.getByRole("row").filter({ hasText: email });
const dialog = (page: Page) => page.getByRole("dialog");

describe("who gets in", () => {
  test.each(PAGES)("%s leads to /login without a session", async (path) => {
    const { page, context } = await newVisitor(browser, { url: server.url });
    await page.goto(path);
    await page.waitForURL("**/login?redirect=*");
    expect(new URL(page.url()).searchParams.get("redirect")).toBe(path);
    await context.close();
  });

  test.each(PAGES)("%s leads who is no administrator to /dashboard", async (path) => {
    const { page, context, faults } = await visitorAs(rich);
    await page.goto(path);
    await page.waitForURL("**/dashboard");
    await page.getByRole("heading", { level: 1, name: "Mining Dashboard" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/dashboard");
    expect(await page.getByRole("link", { name: "Admin Panel" }).count()).toBe(0);
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("Admin Panel is in an administrator's sidebar; Back to User View leads back", async () => {
    const { page, context, faults } = await visitorAs(admin);
    await page.goto("/dashboard");
    await page.getByRole("link", { name: "Admin Panel" }).click();
    await page.waitForURL("**/admin/dashboard");
    const pages = page.getByRole("navigation", { name: "Admin pages" }).first();
    await pages.getByRole("link", { name: "Audit" }).waitFor();
    expect(await pages.getByRole("link").allInnerTexts()).toEqual([
      "Dashboard",
      "Users",
      "Withdrawals",
      "Adjustments",
      "Treasury",
      "Support Desk",
      "Site Settings",
      "Audit",
    ]);
    await page.getByRole("link", { name: "Back to User View" }).click();
    await page.waitForURL(`${server.url}/dashboard`);
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("who loses the role loses the pages", async () => {
    const second = await newAdministrator("Second");
    const { page, context } = await visitorAs(second);
    await page.goto("/admin/users");
    await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
    await changeByApi(second, { isAdmin: false });
    await page.waitForURL(`${server.url}/dashboard`);
    expect(await page.getByRole("link", { name: "Admin Panel" }).count()).toBe(0);
    await context.close();
  });
});

test("the dashboard shows the four figures as the API counts them", async () => {
  const { page, context, faults } = await visitorAs(admin);
  const stats = await admin.call("getAdminStats");
  await page.goto("/admin/dashboard");
  const figures = page.getByRole("region", { name: "This installation" });
  await figures.getByText("signed up in the last 7 days").waitFor();
  const text = await figures.innerText();
  for (const label of ["Total Users", "Total Balance", "Active Miners", "New Users"])
    expect(text).toContain(label);
  expect(text).toContain(String(stats.totalUsers));
  expect(text.replaceAll(/\s/g, "")).toContain("0.05000000BTC");
  await page.getByText("Not monitored").waitFor();
  await page.getByText("Node wallet against books").waitFor();
  expect(faults()).toEqual([]);
  await context.close();
});

test("figures that cannot be loaded say so, and Retry brings them", async () => {
  const { page, context } = await visitorAs(admin);
  let isDown = true;
  await page.route("**/api/v1/admin/stats", (route) =>
    isDown
      ? route.fulfill({ status: 503, json: { title: "Not available right now" } })
      : route.continue(),
  );
  await page.goto("/admin/dashboard");
  await page.getByRole("alert").getByText("Not available right now").waitFor();
  isDown = false;
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByRole("region", { name: "Bitcoin node" }).waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  await context.close();
});

describe("the users table", () => {
  test("labels each person Admin or User, with state and balance", async () => {
    const { page, context } = await usersPage();
    await expect.poll(() => rowOf(page, ADMIN.email).innerText()).toMatch(/Admin\s+Active/);
    const row = (await rowOf(page, rich.email).innerText()).replaceAll(/\s+/g, " ");
    expect(row).toMatch(/^Rich .*User Active .* 0\.05000000/);
    for (const name of ["Edit Rich", "E-mail Rich", "Delete Rich"])
      expect(await page.getByRole("button", { name }).count()).toBe(1);
    await context.close();
  });

  test("search and selection stand in the address, survive a reload and find nobody politely", async () => {
    const { page, context, faults } = await usersPage();
    await page.getByRole("searchbox").fill(rich.email.slice(0, 10).toUpperCase());
    await page.waitForURL("**/admin/users?search=RICH*");
    await rowOf(page, ADMIN.email).waitFor({ state: "detached" });
    await page.reload();
    await rowOf(page, rich.email).waitFor();
    await expect
      .poll(() => page.getByRole("searchbox").inputValue())
      .toBe(rich.email.slice(0, 10).toUpperCase());
    await page.getByRole("button", { name: "Admins" }).click();
    await page.getByText("Nobody found").waitFor();
    await page.getByRole("link", { name: "Show all users" }).click();
    await rowOf(page, ADMIN.email).waitFor();
    await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("");
    await page.getByRole("searchbox").fill("%");
    await page.getByText("Nobody found").waitFor();
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("pages go forward and back and stand in the address", async () => {
    const mark = randomUUID().slice(0, 8);
    for (let one = 0; one < 27; one += 1) await signUp(server.url, mark);
    const { page, context } = await usersPage(mark);
    await page.getByText("This is the first page.").waitFor();
    await expect.poll(() => page.getByRole("row").count()).toBe(26);
    await page.getByRole("link", { name: "Next" }).click();
    await page.getByText("This is the last page.").waitFor();
    await expect.poll(() => page.getByRole("row").count()).toBe(3);
    expect(page.url()).toContain("cursor=after_");
    await page.reload();
    await page.getByRole("link", { name: "Previous" }).click();
    await page.getByText("This is the first page.").waitFor();
    await expect.poll(() => page.getByRole("row").count()).toBe(26);
    await context.close();
  });
});

describe("changing people", () => {
  test("who is added with a generated password can sign in, and a wrong form says why", async () => {
    const email = `${randomUUID()}@example.test`;
    const { page, context, faults } = await usersPage();
    await page.getByRole("button", { name: "Add user" }).click();
    const form = dialog(page);
    await form.getByRole("button", { name: "Add user" }).click();
    for (const text of [
      "Enter a name.",
      "Enter an e-mail address",
      "At least 8 characters.",
      "Say why",
    ])
      await form.getByText(text).waitFor();
    await form.getByLabel("Full Name").fill("Grace");
    await form.getByLabel("E-mail").fill(rich.email);
    await form.getByRole("button", { name: "Generate" }).click();
    const password = await form.getByLabel("Initial password").inputValue();
    await form.getByLabel("Reason").fill("Asked at the desk");
    await form.getByRole("button", { name: "Add user" }).click();
    await form.getByRole("alert").getByText("There is an account with this e-mail").waitFor();
    await form.getByLabel("E-mail").fill(email);
    await form.getByRole("button", { name: "Add user" }).dblclick();
    await notice(page, "User added", `${email} can sign in with the initial password.`);
    await rowOf(page, email).waitFor();
    expect(await rowOf(page, email).count()).toBe(1);
    const grace = await signIn(server.url, email, password);
    expect(await grace.call("getMe")).toMatchObject({ name: "Grace", isAdmin: false });
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("an edit is saved with its reason and shown in another tab and in the audit trail", async () => {
    const person = await signUp(server.url, "Before");
    const { page, context } = await usersPage(person.email);
    const other = await context.newPage();
    await other.goto("/admin/audit");
    await other.getByRole("heading", { level: 1, name: "Audit" }).waitFor();
    await page.getByRole("button", { name: "Edit Before" }).click();
    const form = dialog(page);
    await form.getByText("Nothing is changed yet.").waitFor();
    await form.getByLabel("Full Name").fill("After");
    await form.getByRole("button", { name: "Admin", exact: true }).click();
    await form.getByText("An administrator can do everything on these pages").waitFor();
    await form.getByRole("button", { name: "Save Changes" }).click();
    await form.getByText("Say why").waitFor();
    await form.getByLabel("Reason").fill("Runs the course");
    await form.getByRole("button", { name: "Save Changes" }).click();
    await notice(page, "Changes saved");
    await expect.poll(() => rowOf(page, person.email).innerText()).toMatch(/^After[\s\S]*Admin/);
    await other.reload();
    const entry = other.getByRole("row").filter({ hasText: person.email }).first();
    await expect
      .poll(() => entry.innerText())
      .toMatch(/User to Admin, Name changed[\s\S]*Runs the course/);
    await changeByApi(person, { isAdmin: false });
    await context.close();
  });

  test("who is disabled is signed out at once and told so when signing in", async () => {
    const person = await signUp(server.url, "Dis");
    const them = await visitorAs(person);
    await them.page.goto("/deposit");
    await them.page.getByRole("heading", { level: 1, name: "Deposit" }).waitFor();
    const { page, context } = await usersPage(person.email);
    await page.getByRole("button", { name: "Edit Dis" }).click();
    await dialog(page).getByRole("button", { name: "Disabled" }).click();
    await dialog(page).getByText("All sessions of this user end at once").waitFor();
    await dialog(page).getByLabel("Reason").fill("Shared the password");
    await dialog(page).getByRole("button", { name: "Save Changes" }).click();
    await notice(page, "Changes saved");
    await them.page.waitForURL("**/login?redirect=*");
    await appRuns(them.page);
    await them.page.getByLabel("Email").fill(person.email);
    await them.page.getByLabel("Password").fill(person.password);
    await them.page.getByRole("button", { name: "Login" }).click();
    await notice(them.page, "Sign in Failed", "User is banned");
    expect(new URL(them.page.url()).pathname).toBe("/login");
    await them.context.close();
    await context.close();
  });

  test("an e-mail arrives in the other browser's mailbox, under the practice label", async () => {
    const person = await signUp(server.url, "Mia");
    const them = await visitorAs(person);
    await them.page.goto("/mailbox");
    await them.page.getByRole("link", { name: /Welcome to Hashfloor/ }).waitFor();
    const { page, context } = await usersPage(person.email);
    await page.getByRole("button", { name: "E-mail Mia" }).click();
    await dialog(page).getByRole("button", { name: "Send" }).click();
    await dialog(page).getByText("Enter a subject.").waitFor();
    await dialog(page).getByLabel("Subject").fill("The course <b>begins</b>");
    await dialog(page).getByLabel("Message").fill("On Monday at nine.");
    await dialog(page).getByRole("button", { name: "Send" }).dblclick();
    await notice(page, "E-mail sent", "It is in the mailbox of Mia.");
    const letter = them.page.getByRole("link", { name: /The course <b>begins<\/b>/ });
    await letter.click();
    await them.page.getByText("On Monday at nine.").waitFor();
    expect(await letter.count()).toBe(1);
    await them.context.close();
    await context.close();
  });

  test("deleting is refused with money and done without", async () => {
    const person = await signUp(server.url, "Gone");
    const { page, context } = await usersPage(rich.email);
    await page.getByRole("button", { name: "Delete Rich" }).click();
    await dialog(page).getByText("This user holds money.").waitFor();
    const press = dialog(page).getByRole("button", { name: "Delete user" });
    await expect.poll(() => press.getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Escape");
    await page.getByRole("searchbox").fill(person.email);
    await page.getByRole("button", { name: "Delete Gone" }).click();
    await press.click();
    await dialog(page).getByText("Say why").waitFor();
    await dialog(page).getByLabel("Reason").fill("Asked for it");
    await press.click();
    await notice(page, "User deleted", `${person.email} is free again.`);
    await rowOf(page, person.email).waitFor({ state: "detached" });
    await expect(signIn(server.url, person.email, person.password)).rejects.toThrow(
      "Invalid login credentials",
    );
    await context.close();
  });

  test("money that came in after the table was read still keeps the account", async () => {
    const person = await signUp(server.url, "Late");
    const { page, context } = await usersPage(person.email);
    await getCoins(person);
    await page.getByRole("button", { name: "Delete Late" }).click();
    await dialog(page).getByLabel("Reason").fill("Asked for it");
    await dialog(page).getByRole("button", { name: "Delete user" }).click();
    await dialog(page).getByRole("alert").getByText("0.05000000 BTC").waitFor();
    expect(await person.call("getMe")).toMatchObject({ name: "Late" });
    await context.close();
  });

  test("the last administrator can neither step down nor go", async () => {
    const { items } = await admin.call("listPeople", { query: { filter: "admins" } });
    expect(items.map(({ email }) => email)).toEqual([ADMIN.email]);
    const { page, context } = await usersPage(ADMIN.email);
    await page.getByRole("button", { name: "Edit Administrator" }).click();
    await dialog(page).getByRole("button", { name: "User", exact: true }).click();
    await dialog(page).getByLabel("Reason").fill("Holiday");
    await dialog(page).getByRole("button", { name: "Save Changes" }).click();
    await dialog(page).getByRole("alert").getByText("This is the last administrator").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Delete Administrator" }).click();
    await dialog(page).getByLabel("Reason").fill("Holiday");
    await dialog(page).getByRole("button", { name: "Delete user" }).click();
    await dialog(page).getByRole("alert").getByText("This is the last administrator").waitFor();
    await context.close();
  });

  test("with the keyboard alone: search, edit, leave by Escape with the focus back, save", async () => {
    const person = await signUp(server.url, "Kay");
    const { page, context } = await usersPage();
    await page.getByRole("searchbox").focus();
    await page.keyboard.type(person.email);
    await page.keyboard.press("Enter");
    await rowOf(page, ADMIN.email).waitFor({ state: "detached" });
    const edit = page.getByRole("button", { name: "Edit Kay" });
    await tabUntil(page, "Edit Kay");
    await page.keyboard.press("Enter");
    await dialog(page).waitFor();
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    expect(await edit.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await dialog(page).getByLabel("Full Name").focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("Kay Board");
    await dialog(page).getByLabel("Reason").focus();
    await page.keyboard.type("Full name");
    await page.keyboard.press("Enter");
    await notice(page, "Changes saved");
    await rowOf(page, "Kay Board").waitFor();
    await context.close();
  });
});

test("the audit trail lists what was done, newest first, and its chain is whole", async () => {
  const person = await addByApi("Trail");
  const { page, context, faults } = await visitorAs(admin);
  await page.goto("/admin/audit");
  const first = page.getByRole("row").nth(1);
  await expect
    .poll(() => first.innerText())
    .toMatch(new RegExp(`Added a user[\\s\\S]*${person.email}`));
  await page.getByRole("button", { name: "Check the chain" }).click();
  await page.getByText("The chain is whole").waitFor();
  expect(faults()).toEqual([]);
  await context.close();
});

async function tabUntil(page: Page, label: string): Promise<void> {
  for (let tab = 0; tab < 60; tab += 1) {
    const focused = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    if (focused === label) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${label} is not reached by Tab`);
}

const reason = "a test";

function addByApi(name: string) {
  const email = `${randomUUID()}@example.test`;
  const body = { name, email, password: "long enough for a test", reason };
  return admin.call("addPerson", { body });
}

async function changeByApi(person: Person, change: object): Promise<void> {
  const { id: userId } = await person.call("getMe");
  await admin.call("changePerson", { params: { userId }, body: { ...change, reason } });
}

async function newAdministrator(name: string): Promise<Person> {
  const person = await signUp(server.url, name);
  await changeByApi(person, { isAdmin: true });
  return person;
}

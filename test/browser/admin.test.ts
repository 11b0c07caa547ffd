/**
 * Tests the administrator pages: access, the four figures, the users table, the audit log, and
 * console errors.
 */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { goToAdminPage, openAdminSite, rowOf } from "../support/browser/admin-site.ts";
import type { VisitOptions } from "../support/browser/browser-site.ts";
import { faultsOfPages, NARROW_LAYOUT, WIDE_LAYOUT } from "../support/browser/every-layout.ts";
import { signUp } from "../support/people/person.ts";

const LAYOUTS = [
  ["dark then light", 1440, WIDE_LAYOUT],
  ["light then dark", 360, NARROW_LAYOUT],
] as const;

const PAGES = [
  "/admin/dashboard",
  "/admin/users",
  "/admin/withdrawals",
  "/admin/adjustments",
  "/admin/treasury",
  "/admin/pool",
  "/admin/settings",
  "/admin/audit",
  "/admin/operations",
  "/admin/security",
];

const office = openAdminSite();
const { site } = office;

describe("access", () => {
  // Pages loaded from the server. All other pages are opened by navigation inside the application.
  const LOADED = PAGES.slice(0, 3);
  const open = (path: string, options?: VisitOptions) =>
    site[LOADED.includes(path) ? "visit" : "comeTo"](path, options);

  test.each(PAGES)("%s redirects signed-out visitors to /login", async (path) => {
    const { page, context } = await open(path);
    await page.waitForURL("**/login?redirect=*");
    expect(new URL(page.url()).searchParams.get("redirect")).toBe(path);
    await context.close();
  });

  test.each(PAGES)("%s redirects users who are not administrators to /dashboard", async (path) => {
    const { page, context, faults } = await open(path, { person: office.rich });
    await page.waitForURL("**/dashboard");
    await page.getByRole("heading", { level: 1, name: "Mining Dashboard" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/dashboard");
    expect(await page.getByRole("link", { name: "Admin Panel" }).count()).toBe(0);
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("the sidebar links an administrator to Admin Panel and back to User View", async () => {
    const { page, context, faults } = await site.comeTo("/dashboard", { person: office.admin });
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
      "Pool",
      "Operations",
      "Support Desk",
      "Site Settings",
      "Audit",
      "Security",
    ]);
    await page.getByRole("link", { name: "Back to User View" }).click();
    await page.waitForURL(`${site.url}/dashboard`);
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("a user who loses the administrator role is redirected away from admin pages", async () => {
    const second = await office.newAdministrator("Second");
    const { page, context } = await site.comeTo("/admin/users", { person: second });
    await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
    await office.changeByApi(second, { isAdmin: false });
    await page.waitForURL(`${site.url}/dashboard`);
    await expect.poll(() => page.getByRole("link", { name: "Admin Panel" }).count()).toBe(0);
    await context.close();
  });
});

test("the dashboard shows the same four figures as the API", async () => {
  const { page, context, faults } = await office.visitorAs(office.admin);
  const stats = await office.admin.call("getAdminStats");
  await page.goto("/admin/dashboard");
  const figures = page.getByRole("region", { name: "This installation" });
  await figures.getByText("signed up in the last 7 days").waitFor();
  const text = await figures.innerText();
  for (const label of ["Total Users", "Total Balance", "Active Miners", "New Users"])
    expect(text).toContain(label);
  expect(text).toContain(String(stats.totalUsers));
  expect(text.replaceAll(/\s/g, "")).toContain("0.05000000BTC");
  const books = page.getByRole("region", { name: "Books" });
  await books.getByRole("heading", { name: "The books add up" }).waitFor();
  const bookedSats = stats.books?.bookedSats ?? 0;
  expect(bookedSats).toBeGreaterThan(0);
  expect(stats.books?.walletSats).toBe(bookedSats);
  await page.getByText("Database and machine", { exact: true }).click();
  await page.getByText("Not monitored").first().waitFor();
  // Even the maximum coin supply must fit, because a truncated figure would be wrong.
  await page.setViewportSize({ width: 1280, height: 900 });
  const cut = await figures
    .locator("[data-figure]")
    .nth(1)
    .evaluate((figure) => {
      figure.textContent = "20,999,999.97690000 BTC";
      return figure.scrollWidth - figure.clientWidth;
    });
  expect(cut).toBe(0);
  expect(faults()).toEqual([]);
  await context.close();
});

test("the dashboard links to every pending administrator task", async () => {
  const { page, context, faults } = await site.comeTo("/admin/dashboard", { person: office.admin });
  const underWay = page.getByRole("region", { name: "In progress" });
  await underWay.getByText("Nothing else is in progress").waitFor();
  const { id: userId } = await office.rich.call("getMe");
  const body = { userId, amountSats: 5, reason: "Counted twice" };
  await office.admin.call("proposeAdjustment", { body });
  const subject = "Where is it?";
  await office.rich.call("createTicket", { body: { subject, message: "Nothing came." } });
  await page.reload();
  await page.getByRole("link", { name: "1 to decide" }).click();
  await page.getByRole("heading", { level: 1, name: "Adjustments" }).waitFor();
  await page.getByText("Counted twice").waitFor();
  await goToAdminPage(page, "Dashboard");
  await page.getByRole("link", { name: "1 open", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Support Desk" }).waitFor();
  expect(faults()).toEqual([]);
  await context.close();
});

describe("the users table", () => {
  test("the table shows each user's role, state and balance", async () => {
    const { page, context } = await office.usersPage();
    await expect.poll(() => rowOf(page, office.admin.email).innerText()).toMatch(/Admin\s+Active/);
    const row = (await rowOf(page, office.rich.email).innerText()).replaceAll(/\s+/g, " ");
    expect(row).toMatch(/^Rich .*User Active .* 0\.05000000/);
    for (const name of ["Edit Rich", "E-mail Rich", "Delete Rich"])
      expect(await page.getByRole("button", { name }).count()).toBe(1);
    await context.close();
  });

  test("search and filter are in the URL, and no match shows an empty state", async () => {
    const { page, context, faults } = await office.usersPage();
    await page.getByRole("searchbox").fill(office.rich.email.slice(0, 10).toUpperCase());
    await page.waitForURL("**/admin/users?search=RICH*");
    await rowOf(page, office.admin.email).waitFor({ state: "detached" });
    await page.reload();
    await rowOf(page, office.rich.email).waitFor();
    await expect
      .poll(() => page.getByRole("searchbox").inputValue())
      .toBe(office.rich.email.slice(0, 10).toUpperCase());
    await page.getByRole("button", { name: "Admins" }).click();
    await page.getByText("No users found").waitFor();
    await page.getByRole("link", { name: "Show all users" }).click();
    await rowOf(page, office.admin.email).waitFor();
    await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("");
    // The rows of the previous search are marked as busy until the response arrives.
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route("**/api/v1/admin/users?*search=%25*", async (route) => {
      await held;
      await route.continue();
    });
    const shown = page.locator("[aria-busy=true]").filter({ has: page.getByRole("table") });
    await page.getByRole("searchbox").fill("%");
    await shown.waitFor();
    letGo();
    await page.getByText("No users found").waitFor();
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("the search text is kept if a filter is clicked before the search starts", async () => {
    const { page, context, faults } = await office.usersPage();
    await page.getByRole("searchbox").fill("no such person");
    await page.getByRole("button", { name: "Admins" }).click();
    await page.waitForURL(
      ({ searchParams }) =>
        searchParams.get("search") === "no such person" && searchParams.get("filter") === "admins",
    );
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("paging forwards and backwards updates the URL", async () => {
    const mark = randomUUID().slice(0, 8);
    for (let one = 0; one < 27; one += 1) await signUp(site.url, mark);
    const { page, context } = await office.usersPage(mark);
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

test("the audit log lists the newest action first and verifies its hash chain", async () => {
  const person = await office.addByApi("Trail");
  const { page, context, faults } = await site.comeTo("/admin/audit", { person: office.admin });
  const first = page.getByRole("row").nth(1);
  await expect
    .poll(() => first.innerText())
    .toMatch(new RegExp(`Added a user[\\s\\S]*${person.email}`));
  await page.getByRole("button", { name: "Check the hash chain" }).click();
  await page.getByText("The hash chain is intact").waitFor();
  expect(faults()).toEqual([]);
  await context.close();
});

test.each(LAYOUTS)(
  "administrator pages have no layout or accessibility faults, %s, %i px",
  async (_, width, layout) => {
    const person = await office.newAdministrator("Third");
    const pages = [...PAGES, "/admin/support"];
    expect(await faultsOfPages(site, pages, { width, ...layout, person })).toEqual({});
  },
);

/**
 * Checks every label on the first screens of a visitor, a user and an administrator against
 * docs/seed-parity.md.
 */
import type { Locator } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { COMMON_ADMIN } from "../support/servers/common-server.ts";
import { openSeedScreens } from "../support/browser/seed-screens.ts";
import { shown, type Kind } from "../support/browser/screen.ts";

const screens = openSeedScreens();

/** Returns each link's name and target. */
async function linksOf(part: Locator): Promise<(string | null)[][]> {
  const links = await part.getByRole("link").all();
  return Promise.all(
    links.map(async (link) => [await link.textContent(), await link.getAttribute("href")]),
  );
}

describe("landing page", () => {
  screens.open("/");

  test.each<[Kind, string]>([
    ["text", "High-performance ASIC mining"],
    ["text", "Instant setup"],
    ["text", "Secure infrastructure"],
    ["text", "Analytics"],
    ["text", "Global markets"],
    ["text", "Live trading"],
  ])("the page shows the %s %j", async (kind, name) => {
    expect(await screens.isShown(kind, name)).toBe(true);
  });

  test.each([
    ["Login", "/login"],
    ["Sign Up", "/register"],
    ["Open a practice account", "/register"],
    ["Mining", "#mining"],
    ["Forex", "#forex"],
    ["About", "#about"],
  ])("the link %j opens %s", async (name, path) => {
    expect(await screens.targetsOf(name)).toEqual([path]);
  });

  test("the hero links to /register and to the figures below it", async () => {
    const hero = screens.page.locator("main > div").filter({ has: screens.page.locator("h1") });
    expect(await linksOf(hero)).toEqual([
      ["Open a practice account", "/register"],
      ["See the numbers first", "#mining"],
    ]);
    expect(await hero.getByRole("button").count()).toBe(0);
  });

  test("every link in the call to action opens /register", async () => {
    const section = screens.page.locator("main > section").last();
    expect(await linksOf(section)).toEqual([["Sign Up", "/register"]]);
    expect(await section.getByRole("button").count()).toBe(0);
  });

  test.each(["#mining", "#forex", "#about"])("the page has a section %s", async (id) => {
    expect(await screens.page.locator(`section${id}`).count()).toBe(1);
  });

  test.each(["Go to Dashboard"])("visitors do not see %j", async (name) => {
    await expect
      .poll(() => screens.page.getByRole("link", { name }).filter({ visible: true }).count())
      .toBe(0);
  });

  test.each([
    ["Hash rate", "2.5 EH/s"],
    ["Active miners", "15,000+"],
    ["Uptime", "99.9%"],
    ["Daily volume", "$2.5B+"],
    ["Active traders", "50,000+"],
    ["Success rate", "87%"],
  ])("the figure %j %s is marked as a sample", async (measure, figure) => {
    const row = screens.page.locator("dl > div").filter({ hasText: measure });
    await row.getByText(figure).waitFor();
    const text = ((await row.textContent()) ?? "").replace("Sample ", "Sample");
    expect(text).toContain(`Sample${figure}`);
  });

  test.each([
    ["0.52", "Sample person A", "Lisbon", "2 hours ago", "Withdrew in an hour, everything smooth."],
    ["1.15", "Sample person B", "Toronto", "5 hours ago", "The best platform I have used so far."],
    [
      "0.89",
      "Sample person C",
      "Singapore",
      "1 day ago",
      "My rigs pay for themselves every month.",
    ],
  ])("the testimonial of %s BTC by %s, %s, %s: %s is a sample", async (amount, ...fields) => {
    const card = screens.page.locator("figure").filter({ hasText: `${amount} BTC` });
    const text = (await card.textContent()) ?? "";
    for (const field of [...fields, "Sample"]) expect(text).toContain(field);
  });
});

describe("landing page for signed-in users", () => {
  screens.open("/", "eve");

  test.each([["Go to Dashboard", "/dashboard"]])("the link %j opens %s", async (name, path) => {
    expect(await screens.targetsOf(name)).toEqual([path]);
  });

  test.each(["Login"])("the header does not show %j", async (name) => {
    await shown(screens.page, "link", "Go to Dashboard").waitFor();
    const link = screens.page.getByRole("banner").getByRole("link", { name, exact: true });
    await expect.poll(() => link.filter({ visible: true }).count()).toBe(0);
  });

  test.each(["Open a practice account"])("the link %j still opens /register", async (name) => {
    expect(await screens.targetsOf(name)).toEqual(["/register"]);
  });
});

describe("/login", () => {
  screens.open("/login");

  test.each<[Kind, string]>([
    ["heading", "Login"],
    ["field", "Email"],
    ["field", "Password"],
    ["button", "Login"],
  ])("the page shows the %s %j", async (kind, name) => {
    expect(await screens.isShown(kind, name)).toBe(true);
  });

  test.each([["Sign Up", "/register"]])("the link %j opens %s", async (name, path) => {
    expect(await screens.targetsOf(name)).toEqual([path]);
  });
});

describe("/register", () => {
  screens.open("/register");

  test.each<[Kind, string]>([
    ["heading", "Create Account"],
    ["field", "Full Name"],
    ["field", "Email"],
    ["field", "Password"],
    ["field", "Confirm Password"],
    ["button", "Create Account"],
  ])("the page shows the %s %j", async (kind, name) => {
    expect(await screens.isShown(kind, name)).toBe(true);
  });

  test.each([["Login", "/login"]])("the link %j opens %s", async (name, path) => {
    expect(await screens.targetsOf(name)).toEqual([path]);
  });

  test.each([
    ["Full Name", "text"],
    ["Email", "email"],
    ["Password", "password"],
    ["Confirm Password", "password"],
  ])("the field %j is required and of type %s", async (label, type) => {
    const field = screens.page.getByLabel(label, { exact: true });
    expect((await field.getAttribute("type")) ?? "text").toBe(type);
    expect(await field.getAttribute("required")).not.toBeNull();
  });
});

describe("sidebar", () => {
  screens.open("/dashboard", "eve");

  const ENTRIES = [
    ["Dashboard", "/dashboard"],
    ["Forex", "/forex"],
    ["Invest", "/invest"],
    ["Staking", "/staking"],
    ["Cloud Mining", "/purchase-power"],
    ["Mining Workers", "/mining"],
    ["Hardware", "/hardware"],
    ["Wallet", "/wallet"],
    ["Deposit", "/deposit"],
    ["Withdraw", "/withdraw"],
    ["Track Transaction", "/track-transaction/demo-tx"],
    ["Analytics", "/analytics"],
    ["Settings", "/settings"],
    ["Support", "/support"],
  ] as const;
  const links = () =>
    screens.page
      .getByRole("navigation", { name: "Pages" })
      .getByRole("link")
      .filter({ visible: true });

  test.each(ENTRIES)("the link %j opens %s", async (name, path) => {
    const link = links().filter({ has: screens.page.getByText(name, { exact: true }) });
    expect(await link.getAttribute("href")).toBe(path);
  });

  test("the links are in the requirement's order, without Admin Panel for a user", async () => {
    await expect.poll(() => links().allInnerTexts()).toEqual(ENTRIES.map(([name]) => name));
  });

  test.each<[Kind, string]>([["button", "Logout"]])(
    "the sidebar shows the %s %j",
    async (kind, name) => {
      expect(await screens.isShown(kind, name)).toBe(true);
    },
  );
});

describe("an administrator's sidebar", () => {
  screens.open("/dashboard", "admin");

  test.each([["Admin Panel", "/admin/dashboard"]])("the link %j opens %s", async (name, path) => {
    expect(await screens.targetsOf(name)).toEqual([path]);
  });
});

describe("/admin/dashboard", () => {
  beforeAll(() => screens.person("ann").call("startMining"));
  screens.open("/admin/dashboard", "admin");

  test.each<[Kind, string]>([
    ["heading", "Admin Dashboard"],
    ["text", "Total Users"],
    ["text", "Total Balance"],
    ["text", "Active Miners"],
    ["text", "New Users"],
  ])("the page shows the %s %j", async (kind, name) => {
    expect(await screens.isShown(kind, name)).toBe(true);
  });

  test("Active Miners shows the number of users who are mining", async () => {
    const counted = async () =>
      (await screens.person("admin").call("getAdminStats")).activeMiners.toLocaleString("en-US");
    expect(await counted()).not.toBe("0");
    const plate = screens.page
      .getByRole("region", { name: "This installation" })
      .locator(":scope > div")
      .filter({ has: screens.page.getByText("Active Miners", { exact: true }) });
    const shownNow = async () => plate.locator("[data-figure]").innerText();
    // Users from other tests start and stop mining at the same time, so poll until both counts
    // agree.
    await expect.poll(async () => (await shownNow()) === (await counted())).toBe(true);
  });

  test.each([
    ["Users", "/admin/users"],
    ["Back to User View", "/dashboard"],
  ])("the link %j opens %s", async (name, path) => {
    expect(await screens.targetsOf(name)).toEqual([path]);
  });
});

describe("/admin/users", () => {
  // Searches for Ann, because other tests sign up users at the same time.
  screens.open(() => `/admin/users?search=${screens.person("ann").email}`, "admin");

  test.each<[Kind, string]>([
    ["heading", "Users"],
    ["button", "Add user"],
    ["button", "Edit Ann"],
    ["button", "E-mail Ann"],
    ["button", "Delete Ann"],
    ["text", "Ann"],
    ["text", "User"],
  ])("the page shows the %s %j", async (kind, name) => {
    expect(await screens.isShown(kind, name)).toBe(true);
  });

  test.each<[Kind, string]>([["text", "Admin"]])("the page shows the %s %j", async (kind, name) => {
    await screens.page.getByRole("searchbox").fill("");
    await screens.page.keyboard.press("Enter");
    await screens.page.waitForURL("**/admin/users");
    await screens.page.getByRole("button", { name: "Admins" }).click();
    const row = screens.page.getByRole("row").filter({ hasText: COMMON_ADMIN.email });
    await row.getByText(name, { exact: true }).waitFor();
    expect(await screens.isShown(kind, name)).toBe(true);
  });
});

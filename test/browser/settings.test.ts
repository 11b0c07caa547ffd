/** Settings by real clicks: what is saved stays, what fails moves back, what is switched off is not sent. */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appRuns, launchBrowser, newVisitor, notice, type Visitor } from "../support/browser.ts";
import { storageOf } from "../support/browser-person.ts";
import { eventually, signIn, signUp, type Person } from "../support/person.ts";
import { removeDataDir, startServer, type RunningServer } from "../support/server.ts";

const SETTINGS_CALL = "**/api/v1/me/notification-settings";

let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
  removeDataDir(server.dataDir);
});

interface Settler extends Visitor {
  readonly person: Person;
}

async function open(path: string, width = 1440): Promise<Settler> {
  const person = await signUp(server.url, "Ann");
  const storage = await storageOf(server.url, person);
  const visitor = await newVisitor(browser, { url: server.url, storage, width });
  await goTo(visitor.page, path);
  return { ...visitor, person };
}

async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await appRuns(page);
  await page.getByRole("heading", { level: 1 }).waitFor();
}

/** Faults that the visit had; none is right. */
async function leave({ context, faults }: Visitor): Promise<string[]> {
  const seen = faults();
  await context.close();
  return seen;
}

const toggle = (page: Page, group: "Email" | "SMS", name: string): Locator =>
  page.getByRole("group", { name: group }).getByRole("switch", { name, exact: true });

const isOn = (control: Locator): Promise<boolean> =>
  control.getAttribute("aria-checked").then((checked) => checked === "true");

const TOGGLES = [
  ["Email", "New Logins", true],
  ["Email", "Withdrawals", true],
  ["Email", "Deposits", true],
  ["Email", "Promotions & News", false],
  ["SMS", "New Logins", false],
  ["SMS", "Withdrawal Approvals", false],
] as const;

describe("profile", () => {
  test("Full Name, Phone Number for SMS alerts and mining name are saved by Save Changes and survive a reload", async () => {
    const visitor = await open("/settings");
    const { page, person } = visitor;
    const email = page.getByLabel("Email Address");
    expect(await email.inputValue()).toBe(person.email);
    expect(await email.isDisabled()).toBe(true);
    await page.getByLabel("Full Name").fill("Grace Hopper");
    await page.getByLabel("Phone Number for SMS alerts").fill("+49 (151) 123-45678");
    await page.getByLabel("Mining name").fill("grace-rig");
    await page.getByRole("button", { name: "Save Changes" }).dblclick();
    await notice(page, "Profile Saved", "Your changes are saved.");
    await goTo(page, "/settings");
    await expect.poll(() => page.getByLabel("Full Name").inputValue()).toBe("Grace Hopper");
    expect(await page.getByLabel("Phone Number for SMS alerts").inputValue()).toBe(
      "+4915112345678",
    );
    expect(await person.call("getMe")).toMatchObject({
      name: "Grace Hopper",
      miningName: "grace-rig",
      phone: "+4915112345678",
    });
    expect(await leave(visitor)).toEqual([]);
  });

  test("letters, 16 digits and an empty name are refused in the form and nothing is sent", async () => {
    const visitor = await open("/settings");
    const { page, person } = visitor;
    const before = await person.call("getMe");
    const save = page.getByRole("button", { name: "Save Changes" });
    const phone = page.getByLabel("Phone Number for SMS alerts");
    await phone.fill("call me");
    await save.click();
    await page.getByText("Digits only, with the country code: + and 7 to 15 digits.").waitFor();
    await phone.fill("+1234567890123456");
    await page
      .getByText("Enter + and 7 to 15 digits; a country code never begins with 0.")
      .waitFor();
    await phone.fill("");
    await page.getByLabel("Full Name").fill("   ");
    await save.click();
    await page.getByText("Enter your name.").waitFor();
    expect(await person.call("getMe")).toEqual(before);
    expect(await leave(visitor)).toEqual([]);
  });

  test("a mining name that another miner has is refused with its reason, and what was typed stays", async () => {
    const other = await signUp(server.url, "Other");
    const { miningName } = await other.call("getMe");
    const visitor = await open("/settings");
    const { page } = visitor;
    await page.getByLabel("Mining name").fill(miningName);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await notice(page, "Name taken", "Another miner has this name. Choose another one.");
    expect(await page.getByLabel("Mining name").inputValue()).toBe(miningName);
    expect(await leave(visitor)).toEqual([]);
  });
});

describe("notification toggles", () => {
  test("have the requirement's names and defaults, and a change survives a reload", async () => {
    const visitor = await open("/settings");
    const { page } = visitor;
    await toggle(page, "Email", "New Logins").waitFor();
    for (const [group, name, isOnAtFirst] of TOGGLES)
      expect(await isOn(toggle(page, group, name)), `${group} ${name}`).toBe(isOnAtFirst);
    for (const [group, name] of TOGGLES) {
      await toggle(page, group, name).click();
      const how = group === "SMS" ? "SMS" : "e-mail";
      await notice(page, "Notification settings updated", `${name} by ${how}: `);
    }
    await goTo(page, "/settings");
    await toggle(page, "Email", "New Logins").waitFor();
    for (const [group, name, isOnAtFirst] of TOGGLES)
      expect(await isOn(toggle(page, group, name)), `${group} ${name}`).toBe(!isOnAtFirst);
    expect(await leave(visitor)).toEqual([]);
  });

  test("a change that fails moves back and says so; the next one is not touched by it", async () => {
    const visitor = await open("/settings");
    const { page, person } = visitor;
    let failures = 1;
    await page.route(SETTINGS_CALL, async (route) => {
      if (route.request().method() !== "PATCH" || failures === 0) return route.fallback();
      failures -= 1;
      return route.abort();
    });
    const deposits = toggle(page, "Email", "Deposits");
    await deposits.click();
    await toggle(page, "Email", "Withdrawals").click();
    await notice(page, "Notification settings updated", "Withdrawals by e-mail: off.");
    expect(await isOn(deposits)).toBe(true);
    expect(await person.call("getNotificationSettings")).toMatchObject({
      deposit: true,
      withdrawal: false,
    });
    failures = 1;
    await deposits.click();
    await notice(page, "No answer");
    expect(await isOn(deposits)).toBe(true);
    expect(await leave(visitor)).toEqual([]);
  });

  test("quick flips on a slow line end as they were left", async () => {
    const visitor = await open("/settings");
    const { page, person } = visitor;
    await page.route(SETTINGS_CALL, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    const promotions = toggle(page, "Email", "Promotions & News");
    await promotions.dblclick();
    await expect.poll(() => isOn(promotions)).toBe(false);
    await promotions.click();
    await expect.poll(() => isOn(promotions)).toBe(true);
    await notice(page, "Notification settings updated", "Promotions & News by e-mail: off.");
    await notice(page, "Notification settings updated", "Promotions & News by e-mail: on.");
    await expect
      .poll(async () => (await person.call("getNotificationSettings")).promotions)
      .toBe(true);
    expect(await isOn(promotions)).toBe(true);
    expect(await leave(visitor)).toEqual([]);
  });

  test("two tabs see and keep one another's changes", async () => {
    const visitor = await open("/settings");
    const { page, context, person } = visitor;
    const second = await context.newPage();
    await goTo(second, "/settings");
    await toggle(second, "Email", "Deposits").waitFor();
    for (const tab of [page, second])
      await tab.getByText("Connected", { exact: true }).first().waitFor();
    await Promise.all([
      toggle(page, "Email", "New Logins").click(),
      toggle(second, "SMS", "New Logins").click(),
    ]);
    for (const tab of [page, second]) {
      await expect.poll(() => isOn(toggle(tab, "Email", "New Logins"))).toBe(false);
      await expect.poll(() => isOn(toggle(tab, "SMS", "New Logins"))).toBe(true);
    }
    expect(await person.call("getNotificationSettings")).toMatchObject({
      login: false,
      smsLogin: true,
    });
    expect(await leave(visitor)).toEqual([]);
  });

  test("SMS without a number says that one is needed; with one the sign-in arrives as a labelled SMS", async () => {
    const visitor = await open("/settings");
    const { page, person } = visitor;
    await toggle(page, "SMS", "New Logins").click();
    await page
      .getByText("An SMS needs a phone number. Until one is saved above, none is sent.")
      .waitFor();
    await page.getByLabel("Phone Number for SMS alerts").fill("+49 151 12345678");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await notice(page, "Profile Saved");
    await page.getByText("An SMS needs a phone number.").waitFor({ state: "hidden" });
    await signIn(server.url, person.email, person.password);
    await goTo(page, "/mailbox");
    await page.getByRole("link", { name: /SMS to \+4915112345678: New login/ }).click();
    const letter = page.getByRole("region", { name: /SMS to \+4915112345678/ });
    await letter.getByText("SMS", { exact: true }).waitFor();
    expect(await letter.innerText()).toContain("Practice - test coins, no value");
    expect(await leave(visitor)).toEqual([]);
  });

  test("still load, then cannot be loaded and say so in their own card, with Retry that helps", async () => {
    const visitor = await open("/settings/two-factor");
    const { page } = visitor;
    let isBroken = true;
    let answer = () => {};
    const isSeen = new Promise<void>((resolve) => (answer = resolve));
    await page.route(SETTINGS_CALL, async (route) => {
      if (!isBroken) return route.continue();
      await isSeen;
      return route.fulfill({ status: 400, contentType: "application/problem+json", body: "{}" });
    });
    await page
      .getByRole("button", { name: "All settings" })
      .or(page.getByRole("link", { name: "All settings" }))
      .click();
    const panel = page.getByRole("region", { name: "Notifications", exact: true });
    await panel.getByText("Loading...").waitFor({ state: "attached" });
    answer();
    await panel.getByRole("alert").waitFor();
    isBroken = false;
    await panel.getByRole("button", { name: "Retry" }).click();
    await toggle(page, "Email", "Deposits").waitFor();
    expect(await leave(visitor)).toEqual([]);
  });

  test("are pressed with the keyboard", async () => {
    const visitor = await open("/settings");
    const { page } = visitor;
    const withdrawals = toggle(page, "Email", "Withdrawals");
    await toggle(page, "Email", "New Logins").focus();
    await page.keyboard.press("Tab");
    expect(await withdrawals.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press("Space");
    await notice(page, "Notification settings updated", "Withdrawals by e-mail: off.");
    await page.keyboard.press("Enter");
    await notice(page, "Notification settings updated", "Withdrawals by e-mail: on.");
    expect(await leave(visitor)).toEqual([]);
  });
});

describe("security", () => {
  test("Two-Factor Auth leads to what protects withdrawals today", async () => {
    const visitor = await open("/settings");
    const { page } = visitor;
    await page.getByRole("button", { name: "Two-Factor Auth" }).click();
    await page.waitForURL("**/settings/two-factor");
    await page.getByText("Each withdrawal needs a six-digit code").waitFor();
    expect(await leave(visitor)).toEqual([]);
  });

  test("Login Notifications opens both New Logins toggles and the last notices", async () => {
    const visitor = await open("/settings");
    const { page, person } = visitor;
    await page.getByRole("button", { name: "Login Notifications" }).click();
    await page.waitForURL("**/settings/login-notifications");
    await page.getByText("No notice yet").waitFor();
    await signIn(server.url, person.email, person.password);
    await page.getByRole("link", { name: "New login" }).waitFor();
    await page.getByRole("switch", { name: "Email: New Logins" }).click();
    await notice(page, "Notification settings updated", "New Logins by e-mail: off.");
    await page.getByRole("switch", { name: "SMS: New Logins" }).click();
    await page.getByRole("link", { name: "Add a phone number" }).click();
    await page.waitForURL("**/settings");
    expect(await isOn(toggle(page, "Email", "New Logins"))).toBe(false);
    expect(await leave(visitor)).toEqual([]);
  });

  test("View Login History lists sign-ins and failures, ends one session, then all others", async () => {
    const visitor = await open("/settings");
    const { page, person } = visitor;
    const phone = await signIn(server.url, person.email, person.password);
    const tablet = await signIn(server.url, person.email, person.password);
    await expect(signIn(server.url, person.email, "not the password")).rejects.toThrow(
      "Invalid login credentials",
    );
    await page.getByRole("button", { name: "View Login History" }).click();
    await page.waitForURL("**/settings/login-history");
    const signIns = page.getByRole("region", { name: "Sign-ins" });
    await signIns.getByText("Failed").waitFor();
    expect(await signIns.getByText("Signed in").count()).toBe(3);
    const sessions = page.getByRole("region", { name: "Open sessions" });
    await sessions.getByText("This session").waitFor();
    await sessions
      .getByRole("button", { name: /^Sign out Node/ })
      .first()
      .click();
    await notice(page, "Session Ended", "That device is signed out.");
    await expect
      .poll(() => sessions.getByRole("button", { name: /^Sign out Node/ }).count())
      .toBe(1);
    await page.getByRole("button", { name: "Sign out everywhere else" }).click();
    await notice(page, "Signed Out Everywhere Else", "Only this session is open now.");
    await page.getByText("No other session is open.").waitFor();
    for (const gone of [phone, tablet])
      await eventually(
        "the other session is refused",
        () =>
          gone.call("getMe").then(
            () => false,
            () => true,
          ),
        (isRefused) => isRefused,
      );
    expect(await person.call("getMe")).toMatchObject({ email: person.email });
    expect(await leave(visitor)).toEqual([]);
  });
});

describe("password", () => {
  test("is changed with the current one only; other sessions end and a letter tells of it", async () => {
    const visitor = await open("/settings");
    const { page, person } = visitor;
    const phone = await signIn(server.url, person.email, person.password);
    await page.getByRole("button", { name: "Change Password" }).click();
    await page.waitForURL("**/settings/password");
    const fill = async (current: string, next: string, confirm: string) => {
      await page.getByLabel("Current password").fill(current);
      await page.getByLabel("New password", { exact: true }).fill(next);
      await page.getByLabel("Confirm new password").fill(confirm);
      await page.getByRole("button", { name: "Change Password" }).click();
    };
    await fill("", "short", "");
    await page.getByText("Enter your current password.").waitFor();
    await fill(person.password, "another long one", "another long two");
    await notice(page, "Passwords do not match", "Please check your passwords and try again.");
    await fill("not the password", "another long one", "another long one");
    await notice(page, "Password Not Changed", "The current password is wrong.");
    await fill(person.password, "another long one", "another long one");
    await notice(page, "Password Changed", "All your other sessions were ended.");
    await expect(phone.call("getMe")).rejects.toMatchObject({ problem: { status: 401 } });
    await signIn(server.url, person.email, "another long one");
    const { items } = await person.call("listMailbox");
    expect(items.map(({ subject }) => subject)).toContain("Your password was changed");
    expect(await leave(visitor)).toEqual([]);
  });
});

describe("preferences", () => {
  test("theme, unit and number format are applied at once and remembered, also by another tab", async () => {
    const visitor = await open("/settings");
    const { page, context } = visitor;
    const main = page.getByRole("main");
    const theme = () => page.locator("html").getAttribute("data-theme");
    await main.getByRole("group", { name: "Theme" }).getByRole("button", { name: "Light" }).click();
    expect(await theme()).toBe("light");
    await main.getByRole("group", { name: "Unit" }).getByRole("button", { name: "sat" }).click();
    await main.getByLabel("Number format").selectOption("German");
    await main.getByText("Shown as 1.234.567,89.").waitFor();
    const second = await context.newPage();
    await goTo(second, "/deposit");
    await second.getByText("5.000.000", { exact: false }).first().waitFor();
    await goTo(page, "/settings");
    expect(await theme()).toBe("light");
    expect(await main.getByLabel("Number format").inputValue()).toBe("de");
    await main.getByLabel("Number format").selectOption("French");
    await main.getByText(/Shown as 1\u202f234\u202f567,89\./).waitFor();
    await second
      .getByText(/5\u202f000\u202f000/)
      .first()
      .waitFor();
    expect(await leave(visitor)).toEqual([]);
  });
});

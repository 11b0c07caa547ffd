/**
 * Tests the settings with real clicks. Saved values must persist, refusals must give a reason, and
 * sessions must be listed with their location.
 */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { goTo, leave, notice } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { ApiFailure, eventually, signIn, signUp, type Person } from "../support/people/person.ts";
import { isOn, settleAt, toggle } from "../support/browser/settings-page.ts";

const site = openSite();

/**
 * Returns the HTTP status with which the server refuses the user's request, or undefined if the
 * request succeeds.
 */
async function refusalOf(person: Person): Promise<number | undefined> {
  return person.call("getMe").then(
    () => undefined,
    (error: unknown) => (error instanceof ApiFailure ? error.problem.status : undefined),
  );
}

describe("profile", () => {
  test("Full Name, Phone Number for SMS alerts and mining name survive a reload", async () => {
    const visitor = await settleAt(site);
    const { page, person } = visitor;
    const email = page.getByLabel("Email Address");
    await expect.poll(() => email.inputValue()).toBe(person.email);
    await expect.poll(() => email.isDisabled()).toBe(true);
    await page.getByLabel("Full Name").fill("Grace Hopper");
    await page.getByLabel("Phone Number for SMS alerts").fill("+49 (151) 123-45678");
    await page.getByText("Public: your miners connect with this name, as name.worker.").waitFor();
    // Mining names are unique, and this test may be repeated.
    const miningName = `grace-${randomUUID().slice(0, 8)}`;
    await page.getByLabel("Mining name").fill(miningName);
    await page.getByRole("button", { name: "Save Changes" }).dblclick();
    await notice(page, "Profile Saved", "Your changes are saved.");
    await page.getByText("There is nothing to save yet.").waitFor();
    await goTo(page, "/settings");
    await expect.poll(() => page.getByLabel("Full Name").inputValue()).toBe("Grace Hopper");
    await expect
      .poll(() => page.getByLabel("Phone Number for SMS alerts").inputValue())
      .toBe("+4915112345678");
    expect(await person.call("getMe")).toMatchObject({
      name: "Grace Hopper",
      miningName,
      phone: "+4915112345678",
    });
    expect(await leave(visitor)).toEqual([]);
  });

  test("an empty name and an invalid phone number are refused in the form", async () => {
    const visitor = await settleAt(site);
    const { page, person } = visitor;
    const before = await person.call("getMe");
    const save = page.getByRole("button", { name: "Save Changes" });
    const phone = page.getByLabel("Phone Number for SMS alerts");
    await phone.fill("call me");
    await save.click();
    await page.getByText("Digits only, with the country code: + and 7 to 15 digits.").waitFor();
    await phone.fill("+1234567890123456");
    await page
      .getByText("Enter + and 7 to 15 digits. A country code never starts with 0.")
      .waitFor();
    await phone.fill("");
    await page.getByLabel("Full Name").fill("   ");
    await save.click();
    await page.getByText("Enter your name.").waitFor();
    expect(await person.call("getMe")).toEqual(before);
    expect(await leave(visitor)).toEqual([]);
  });

  test("a taken mining name is refused with a reason and stays in the field", async () => {
    const other = await signUp(site.url, "Other");
    const { miningName } = await other.call("getMe");
    const visitor = await settleAt(site);
    const { page } = visitor;
    await page.getByLabel("Mining name").fill(miningName);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await notice(page, "Name taken", "Another user has this mining name. Choose a different one.");
    await expect.poll(() => page.getByLabel("Mining name").inputValue()).toBe(miningName);
    expect(await leave(visitor)).toEqual([]);
  });
});

describe("security", () => {
  test("Two-Factor Auth shows how withdrawals are currently protected", async () => {
    const visitor = await settleAt(site);
    const { page } = visitor;
    await page.getByRole("button", { name: "Two-Factor Auth" }).click();
    await page.waitForURL("**/settings/two-factor");
    await page.getByText("Each withdrawal needs a six-digit code").waitFor();
    expect(await leave(visitor)).toEqual([]);
  });

  test("Login Notifications shows both New Logins toggles and the latest notices", async () => {
    const visitor = await settleAt(site);
    const { page, person } = visitor;
    await page.getByRole("button", { name: "Login Notifications" }).click();
    await page.waitForURL("**/settings/login-notifications");
    await page.getByText("No notices yet").waitFor();
    await signIn(site.url, person.email, person.password);
    await page.getByRole("link", { name: "New login" }).waitFor();
    await page.getByRole("switch", { name: "Email: New Logins" }).click();
    await notice(page, "Notification settings updated", "New Logins by e-mail: off.");
    await page.getByRole("switch", { name: "SMS: New Logins" }).click();
    await page.getByRole("link", { name: "Add a phone number" }).click();
    await page.waitForURL("**/settings");
    await expect.poll(() => isOn(toggle(page, "Email", "New Logins"))).toBe(false);
    expect(await leave(visitor)).toEqual([]);
  });

  test("View Login History lists sign-ins and failures and can end sessions", async () => {
    const visitor = await settleAt(site);
    const { page, person } = visitor;
    const phone = await signIn(site.url, person.email, person.password);
    const tablet = await signIn(site.url, person.email, person.password);
    await expect(signIn(site.url, person.email, "not the password")).rejects.toThrow(
      "Invalid login credentials",
    );
    await page.getByRole("button", { name: "View Login History" }).click();
    await page.waitForURL("**/settings/login-history");
    const signIns = page.getByRole("region", { name: "Sign-ins" });
    await signIns.getByText("Failed").waitFor();
    await expect.poll(() => signIns.getByText("Signed in").count()).toBe(3);
    const sessions = page.getByRole("region", { name: "Open sessions" });
    await sessions.getByText("This session").waitFor();
    await sessions
      .getByRole("button", { name: /^Sign out Node/ })
      .first()
      .click();
    await page.getByRole("button", { name: "Sign Out", exact: true }).click();
    await notice(page, "Session Ended", "That device is signed out.");
    await expect
      .poll(() => sessions.getByRole("button", { name: /^Sign out Node/ }).count())
      .toBe(1);
    await page.getByRole("button", { name: "Sign out everywhere else" }).click();
    await page.getByRole("button", { name: "Sign Out Others" }).click();
    await notice(page, "Signed Out Everywhere Else", "Only this session is open now.");
    await page.getByText("No other session is open.").waitFor();
    for (const gone of [phone, tablet])
      await eventually(
        "the other session is refused",
        () => refusalOf(gone),
        (status) => status === 401,
      );
    expect(await person.call("getMe")).toMatchObject({ email: person.email });
    expect(await leave(visitor)).toEqual([]);
  });
});

describe("password", () => {
  test("a password change needs the current password and ends other sessions", async () => {
    const visitor = await settleAt(site);
    const { page, person } = visitor;
    const phone = await signIn(site.url, person.email, person.password);
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
    await notice(page, "Password Changed", "All your other sessions and API keys were ended.");
    await eventually(
      "the other session is refused",
      () => refusalOf(phone),
      (status) => status === 401,
    );
    await signIn(site.url, person.email, "another long one");
    const { items } = await person.call("listMailbox");
    expect(items.map(({ subject }) => subject)).toContain("Your password was changed");
    expect(await leave(visitor)).toEqual([]);
  });
});

describe("preferences", () => {
  test("theme, unit and number format apply immediately in all tabs", async () => {
    const visitor = await settleAt(site);
    const { page, context } = visitor;
    const main = page.getByRole("main");
    const theme = () => page.locator("html").getAttribute("data-theme");
    await main.getByRole("group", { name: "Theme" }).getByRole("button", { name: "Light" }).click();
    await expect.poll(theme).toBe("light");
    await main.getByRole("group", { name: "Unit" }).getByRole("button", { name: "sat" }).click();
    await main.getByLabel("Number format").selectOption("German");
    await main.getByText("Shown as 1.234.567,89.").waitFor();
    const second = await context.newPage();
    await goTo(second, "/deposit");
    await second.getByText("5.000.000", { exact: false }).first().waitFor();
    await goTo(page, "/settings");
    expect(await theme()).toBe("light");
    await expect.poll(() => main.getByLabel("Number format").inputValue()).toBe("de");
    await main.getByLabel("Number format").selectOption("French");
    await main.getByText(/Shown as 1\u202f234\u202f567,89\./).waitFor();
    await second
      .getByText(/5\u202f000\u202f000/)
      .first()
      .waitFor();
    expect(await leave(visitor)).toEqual([]);
  });
});

/**
 * Tests account security with real clicks: identity checks, sessions ended from another browser,
 * and the withdrawal lock.
 */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeViolations, goInside, leave, notice } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { getCoins } from "../support/people/main-job.ts";
import { signIn } from "../support/people/person.ts";
import { settleAt, type Settler } from "../support/browser/settings-page.ts";
import { SECOND, startInstallationAt, travelClock } from "../support/servers/time-travel.ts";
import { chooseMethod, codeField, fillAmount, review } from "../support/browser/withdraw-page.ts";

const MINUTE = 60 * SECOND;
const STALE = 11 * MINUTE;
const TITLE = "Security Verification Required";

const clock = travelClock(new Date());
const site = openSite(async () => {
  const installation = await startInstallationAt(clock);
  return { url: installation.url(), close: () => installation.close() };
});

describe("phone number changes", () => {
  const phoneOf = (page: Page) => page.getByLabel("Phone Number for SMS alerts");
  const question = (page: Page) => page.getByRole("dialog", { name: TITLE });
  const phone = async ({ person }: Settler) => (await person.call("getMe")).phone;

  test("a change a few minutes after the sign-in needs no identity check", async () => {
    const visitor = await settleAt(site, "/settings");
    const { page } = visitor;
    await phoneOf(page).fill("+49151123456");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await notice(page, "Profile Saved");
    expect(await phone(visitor)).toBe("+49151123456");
    expect(await leave(visitor)).toEqual([]);
  });

  test("a later change continues after an identity check by password", async () => {
    const visitor = await settleAt(site, "/settings");
    const { page, person } = visitor;
    clock.advance(STALE);
    await phoneOf(page).fill("+49151123456");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await question(page)
      .getByText(/changes your account's protection/)
      .waitFor();
    const password = question(page).getByLabel("Your password");
    await expect.poll(() => password.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await question(page).getByText("Enter your password.").waitFor();
    await page.keyboard.type("not the password");
    await page.keyboard.press("Enter");
    await question(page).getByText("This is not your password.").waitFor();
    expect(await phone(visitor)).toBeNull();
    await password.fill(person.password);
    await page.keyboard.press("Enter");
    await notice(page, "Profile Saved", "Your changes are saved.");
    await question(page).waitFor({ state: "detached" });
    expect(await phone(visitor)).toBe("+49151123456");
    expect(await leave(visitor)).toEqual([]);
  });

  test("cancelling the identity check changes nothing and keeps the typed text", async () => {
    const visitor = await settleAt(site, "/settings");
    const { page } = visitor;
    clock.advance(STALE);
    await phoneOf(page).fill("+49151999999");
    const save = page.getByRole("button", { name: "Save Changes" });
    await save.focus();
    await page.keyboard.press("Enter");
    await question(page).waitFor();
    await page.keyboard.press("Escape");
    await notice(page, "Nothing Changed", "You closed the security check. Nothing was changed.");
    expect(await phone(visitor)).toBeNull();
    expect(await phoneOf(page).inputValue()).toBe("+49151999999");
    await save.and(page.locator(":focus")).waitFor();
    await save.dblclick();
    await question(page).getByRole("button", { name: "Cancel" }).click();
    await question(page).waitFor({ state: "detached" });
    expect(await leave(visitor)).toEqual([]);
  });
});

test("a withdrawal code is sent only after an identity check by password", async () => {
  const visitor = await settleAt(site, "/withdraw");
  const { page, person } = visitor;
  await getCoins(person);
  await page.getByText("Available 0.05000000 BTC").waitFor();
  const codes = async () =>
    (await person.call("listMailbox")).items.filter(({ text }) => /\b\d{6}\b/.test(text)).length;
  clock.advance(STALE);
  await chooseMethod(page, "Bank");
  await fillAmount(page, "0.001");
  const question = page.getByRole("dialog", { name: TITLE });
  await review(page);
  await question.waitFor();
  await page.keyboard.press("Escape");
  await notice(page, "Nothing Changed");
  expect(await codeField(page).count()).toBe(0);
  expect(await codes()).toBe(0);
  await review(page);
  await question.getByLabel("Your password").fill(person.password);
  await page.keyboard.press("Enter");
  await notice(page, "Code Sent");
  await codeField(page).waitFor();
  expect(await codes()).toBe(1);
  expect(await leave(visitor)).toEqual([]);
});

describe("open sessions", () => {
  const rowsOf = (page: Page) => page.getByRole("region", { name: "Open sessions" });

  test("a session shows its device, method, address, place, first use and last use", async () => {
    const visitor = await settleAt(site, "/settings/login-history");
    const { page } = visitor;
    const row = rowsOf(page).getByRole("row").filter({ hasText: "This session" });
    await row.waitFor();
    for (const name of [
      "Device",
      "Method",
      "IP address",
      "Place",
      /^First used \(UTC/,
      /^Last used \(UTC/,
    ])
      await rowsOf(page).getByRole("columnheader", { name, exact: true }).waitFor();
    for (const text of ["Password", "127.0.0.1", "This computer"])
      await row.getByText(text).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await leave(visitor)).toEqual([]);
  });

  test("ending a session signs it out immediately", async () => {
    const visitor = await settleAt(site, "/settings/login-history");
    const { page, person } = visitor;
    const other = await signIn(site.url, person.email, person.password);
    const elsewhere = await site.comeTo("/dashboard", { person: other });
    await page.reload();
    const end = rowsOf(page).getByRole("button", { name: /^Sign out Node/ });
    // Both sessions were opened by this program and are listed as Node. Only one button matches,
    // because the current session's row has no button.
    await end.waitFor();
    await end.click();
    const question = page.getByRole("dialog", { name: "Sign Out a Session" });
    await question.getByRole("button", { name: "Keep" }).click();
    await question.waitFor({ state: "detached" });
    expect(await other.call("getMe")).toMatchObject({ email: person.email });
    await end.focus();
    await page.keyboard.press("Enter");
    await question.getByText("has to log in again").waitFor();
    await question.getByRole("button", { name: "Sign Out", exact: true }).click();
    await notice(page, "Session Ended", "That device is signed out.");
    await end.waitFor({ state: "detached" });
    await elsewhere.page.waitForURL(/\/login|\/$/);
    await elsewhere.context.close();
    expect(await leave(visitor)).toEqual([]);
  });

  test("all sessions can be ended, including the current one", async () => {
    const visitor = await settleAt(site, "/settings/login-history");
    const { page, person } = visitor;
    const other = await signIn(site.url, person.email, person.password);
    await page.getByRole("button", { name: "Sign out everywhere, including here" }).click();
    await page.getByRole("button", { name: "Sign Out All" }).click();
    await notice(page, "Signed Out Everywhere", "Your account has no open sessions.");
    await page.waitForURL("**/login**");
    await expect(other.call("getMe")).rejects.toMatchObject({ problem: { status: 401 } });
    expect(await leave(visitor)).toEqual([]);
  });

  test("sign-ins and failures show their method, and older entries load on request", async () => {
    const visitor = await settleAt(site, "/settings/login-history");
    const { page, person } = visitor;
    await person.call("renewProof", { body: { password: "not it" } }).catch(() => undefined);
    for (let again = 1; again <= 21; again += 1) {
      // Signs out again, because too many open sessions would end the page's session.
      const { auth } = await signIn(site.url, person.email, person.password);
      await auth.signOut({ scope: "local" });
    }
    await page.reload();
    const signIns = page.getByRole("region", { name: "Sign-ins" });
    await expect.poll(() => signIns.getByText("Password").count()).toBe(20);
    await signIns.getByRole("button", { name: "Older sign-ins" }).click();
    const failed = signIns.getByRole("row").filter({ hasText: "Security check" });
    await failed.getByText("Failed").waitFor();
    expect(await signIns.getByText("Password").count()).toBe(22);
    expect(await leave(visitor)).toEqual([]);
  });
});

describe("a new password", () => {
  test("a new password locks withdrawals after a warning", async () => {
    const visitor = await settleAt(site, "/settings/password");
    const { page, person } = visitor;
    await page.getByText("No withdrawals for 24 hours after a change.").waitFor();
    const next = page.getByLabel("New password", { exact: true });
    await next.fill("hashfloor99");
    await page.getByText("Leave out your e-mail address and the name of this site.").waitFor();
    await next.fill("P4ssw0rd!");
    await page.getByText("Fair.").waitFor();
    await next.fill("walnut bridge kettle");
    await page.getByText("Hard to guess.").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByLabel("Current password").fill(person.password);
    await page.getByLabel("Confirm new password").fill("walnut bridge kettle");
    await page.getByRole("button", { name: "Change Password" }).click();
    await notice(page, "Password Changed");
    await goInside(page, "/withdraw");
    await page
      .getByText(/^Withdrawals are locked until \d+ \w+ \d{4}, \d\d:\d\d:\d\d/)
      .first()
      .waitFor();
    expect(await person.call("getWithdrawalTerms")).toMatchObject({ isOpen: false, maxSats: 0 });
    expect(await leave(visitor)).toEqual([]);
  });

  test("a commonly used password is refused with the reason", async () => {
    const visitor = await settleAt(site, "/settings/password");
    const { page, person } = visitor;
    await page.getByLabel("Current password").fill(person.password);
    for (const label of ["New password", "Confirm new password"])
      await page.getByLabel(label, { exact: true }).fill("football1");
    await page.getByRole("button", { name: "Change Password" }).click();
    await notice(
      page,
      "Password Not Changed",
      "Password is known to be weak and easy to guess, please choose a different one.",
    );
    expect(await person.call("getWithdrawalTerms")).toMatchObject({ lockedUntil: null });
    expect(await leave(visitor)).toEqual([]);
  });
});

/**
 * Tests two-factor authentication with real clicks: enrolment, sign-in, a lost phone, a recovery
 * code, and turning it off.
 */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { authenticatorOf, type Authenticator } from "../support/people/authenticator.ts";
import { goInside, goTo, leave, notice } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { seeOnce } from "../support/browser/layouts.ts";
import { settleAt } from "../support/browser/settings-page.ts";

const site = openSite();
const PAGE = "/settings/two-factor";

/**
 * Enrols an authenticator with the secret shown below the QR code. Returns the authenticator and
 * the recovery codes.
 */
async function enrolOn(page: Page): Promise<{ app: Authenticator; codes: string[] }> {
  await page.getByRole("button", { name: "Set Up Authenticator" }).click();
  await page.getByRole("img", { name: "QR code with the secret" }).waitFor();
  const secret = (await page.getByRole("code").innerText()).replaceAll(" ", "");
  const app = authenticatorOf("", secret);
  await page.getByLabel("Authentication code").fill(await app.freshCode());
  await page.getByRole("button", { name: "Switch On" }).click();
  await notice(page, "Two-Factor Auth On", "Logins and withdrawals now ask for the code");
  const panel = page.getByRole("region", { name: "Recovery codes" });
  await panel.getByRole("button", { name: "I Have Saved Them" }).waitFor();
  const codes = await panel.getByRole("listitem").allInnerTexts();
  return { app, codes };
}

async function logIn(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
}

describe("an authenticator", () => {
  test("an authenticator is enrolled, used, replaced by a recovery code and removed", async () => {
    const visitor = await settleAt(site, PAGE);
    const { page, person } = visitor;
    await page.getByText("Off", { exact: true }).waitFor();
    const refusals: string[] = [];
    page.on("response", (response) => {
      if (response.status() >= 400) refusals.push(`${response.status()} ${response.url()}`);
    });
    const { app, codes } = await enrolOn(page);
    // The page must not use its earlier token, which the server refuses once the code has been
    // verified.
    expect(refusals).toEqual([]);
    expect(new Set(codes).size).toBe(10);
    await page.getByRole("button", { name: "Copy All" }).click();
    await notice(page, "Recovery codes copied");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(codes[9]);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download" }).click();
    expect((await download).suggestedFilename()).toBe("hashfloor-recovery-codes.txt");
    await page.getByRole("button", { name: "I Have Saved Them" }).click();
    await page.getByText("10 of 10 left.").waitFor();

    await page.getByRole("button", { name: "Logout" }).first().click();
    await page.waitForURL(`${site.url}/`);
    await goTo(page, `/login?redirect=${encodeURIComponent("/wallet")}`);
    await logIn(page, person);
    await page.getByRole("heading", { name: "Enter Your Code" }).waitFor();
    const field = page.getByLabel("Authentication code");
    await expect.poll(() => field.evaluate((box) => box === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByText("Enter the six digits from your authenticator app.").waitFor();
    await field.fill("000000");
    await page.keyboard.press("Enter");
    await page.getByText("This code is wrong.").waitFor();
    // Some authenticator apps copy the code with a space in the middle.
    const code = await app.freshCode();
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      `${code.slice(0, 3)} ${code.slice(3)}`,
    );
    await field.focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("ControlOrMeta+v");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/wallet");

    await page.getByRole("button", { name: "Logout" }).first().click();
    await page.waitForURL(`${site.url}/`);
    await goTo(page, "/login");
    await logIn(page, person);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill("aaaa-bbbb-cccc-dddd");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("This recovery code is wrong or was already used.").waitFor();
    await page.getByLabel("Recovery code").fill(codes[0] ?? "");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL("**/dashboard");

    await goInside(page, PAGE);
    await page.getByText("9 of 10 left.").waitFor();
    await page.getByRole("button", { name: "Turn Off" }).click();
    const dialog = page.getByRole("dialog", { name: "Turn two-factor auth off?" });
    await dialog.getByLabel("Authentication code").fill(codes[0] ?? "");
    await dialog.getByRole("button", { name: "Turn Off" }).click();
    await dialog.getByText("This code is not valid.").waitFor();
    await dialog.getByLabel("Authentication code").fill(codes[1] ?? "");
    await dialog.getByRole("button", { name: "Turn Off" }).click();
    await notice(page, "Two-Factor Auth Off", "Logins now ask only for your password.");
    await page.getByRole("button", { name: "Set Up Authenticator" }).waitFor();

    await goInside(page, "/mailbox");
    for (const message of [
      "Two-factor authentication was turned on",
      "A recovery code was used",
      "An authenticator was removed from your account",
    ])
      await page.getByRole("link", { name: message }).first().waitFor();
    await person.auth.signOut();
    await person.auth.signInWithPassword(person);
    expect((await person.call("getMe")).email).toBe(person.email);
    expect(await leave(visitor)).toEqual([]);
  });

  test("a session without the code is redirected to the code page and then back", async () => {
    const visitor = await settleAt(site, PAGE);
    const { app } = await enrolOn(visitor.page);
    const { person } = visitor;
    await person.auth.signOut({ scope: "local" });
    const { error } = await person.auth.signInWithPassword(person);
    expect(error).toBeNull();
    const other = await site.enter({ person });
    await other.page.goto("/history");
    await other.page.getByRole("heading", { name: "Enter Your Code" }).waitFor();
    expect(new URL(other.page.url()).searchParams.get("redirect")).toBe("/history");
    await other.page.getByLabel("Authentication code").fill(await app.freshCode());
    await other.page.getByRole("button", { name: "Continue" }).click();
    await other.page.waitForURL("**/history");
    expect(await leave(other)).toEqual([]);
    expect(await leave(visitor)).toEqual([]);
  });

  test("a second authenticator can be removed with a code from the first one", async () => {
    const visitor = await settleAt(site, PAGE);
    const { page } = visitor;
    const { app } = await enrolOn(page);
    await page.getByRole("button", { name: "I Have Saved Them" }).click();
    await page.getByRole("button", { name: "Add Another Authenticator" }).click();
    const secret = (await page.getByRole("code").innerText()).replaceAll(" ", "");
    const second = authenticatorOf("", secret);
    await page.getByLabel("Authentication code").fill(await second.freshCode());
    await page.getByRole("button", { name: "Switch On" }).click();
    await notice(page, "Authenticator Added");
    await page.getByRole("button", { name: "Remove Authenticator app 2" }).click();
    const dialog = page.getByRole("dialog", { name: "Remove this authenticator?" });
    await dialog.getByLabel("Authentication code").fill(await app.freshCode());
    await dialog.getByRole("button", { name: "Remove", exact: true }).click();
    // The session was verified with both authenticators, so it stays valid as long as one of them
    // remains.
    await page.getByRole("button", { name: "Turn Off" }).waitFor();
    expect(await leave(visitor)).toEqual([]);
  });

  test("an enrolment interrupted by a reload can start again", async () => {
    const visitor = await settleAt(site, PAGE);
    const { page, context } = visitor;
    await page.getByRole("button", { name: "Set Up Authenticator" }).click();
    await page.getByRole("img", { name: "QR code with the secret" }).waitFor();
    await goTo(page, PAGE);
    const other = await context.newPage();
    await goTo(other, "/wallet");
    await enrolOn(page);
    await other.bringToFront();
    await other.getByRole("link", { name: "Settings" }).first().click();
    await other.getByRole("button", { name: "Two-Factor Auth" }).click();
    await other.getByRole("button", { name: "Turn Off" }).waitFor();
    expect(await leave(visitor)).toEqual([]);
  });

  test("a cancelled enrolment leaves no authenticator", async () => {
    const visitor = await settleAt(site, PAGE);
    const { page, person } = visitor;
    await page.getByRole("button", { name: "Set Up Authenticator" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Set Up Authenticator" }).waitFor();
    await expect
      .poll(async () => (await person.auth.getUser()).data.user?.factors ?? [])
      .toEqual([]);
    expect(await leave(visitor)).toEqual([]);
  });
});

const wrongIn = seeOnce(async (looks) => {
  const visitor = await settleAt(site, PAGE);
  const { page, person } = visitor;
  await page.getByRole("button", { name: "Set Up Authenticator" }).click();
  await page.getByRole("img", { name: "QR code with the secret" }).waitFor();
  await looks.see(page, "enrol");
  await page.getByRole("button", { name: "Cancel" }).click();
  await enrolOn(page);
  await looks.see(page, "codes");
  await page.getByRole("button", { name: "I Have Saved Them" }).click();
  await looks.see(page, "on");
  await page.getByRole("button", { name: "Turn Off" }).click();
  await looks.see(page, "remove");
  await page.keyboard.press("Escape");
  await page.evaluate(() => localStorage.clear());
  await goTo(page, "/login");
  await logIn(page, person);
  await page.getByRole("heading", { name: "Enter Your Code" }).waitFor();
  await looks.see(page, "login");
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await looks.see(page, "login-recovery");
  return leave(visitor);
});

describe.each([
  { width: 1440, theme: "dark" },
  { width: 1440, theme: "light" },
  { width: 360, theme: "dark" },
  { width: 360, theme: "light" },
] as const)("$width px, $theme", (layout) => {
  test("the two-factor pages are accessible and do not scroll horizontally", async () => {
    expect(await wrongIn(layout)).toEqual([]);
  });
});

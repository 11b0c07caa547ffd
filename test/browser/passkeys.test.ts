/**
 * Tests a passkey in a real browser with Chromium's virtual authenticator, using only the keyboard
 * on a phone-sized screen. The passkey is added in the settings, signs in, confirms a withdrawal,
 * passes an identity check, and is removed.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeViolations, goTo, notice, sidewaysScroll } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { getCoins, outsideAddress } from "../support/people/main-job.ts";
import { signUp } from "../support/people/person.ts";
import { HOUR, SECOND, startInstallationAt, travelClock } from "../support/servers/time-travel.ts";
import { fillAmount } from "../support/browser/withdraw-page.ts";

const clock = travelClock(new Date());
const site = openSite(async () => {
  const installation = await startInstallationAt(clock);
  return { url: installation.url(), close: () => installation.close() };
});
const SETTINGS = "/settings/two-factor";
const WIDTH = 360;

/**
 * Options for a virtual authenticator that behaves like one built into a phone and unlocks
 * automatically.
 */
const PHONE = {
  protocol: "ctap2",
  transport: "internal",
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

async function givePhone(page: Page) {
  const devices = await page.context().newCDPSession(page);
  await devices.send("WebAuthn.enable");
  const { authenticatorId } = await devices.send("WebAuthn.addVirtualAuthenticator", {
    options: PHONE,
  });
  return {
    async credentials() {
      return (await devices.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
    },
  };
}

/** Returns the URL with `localhost` as its host, because passkeys do not work with IP addresses. */
function named(path: string): string {
  const url = new URL(path, site.url);
  url.hostname = "localhost";
  return url.href;
}

/** Presses Tab until the control with this name has the focus, and then Enter. */
async function press(page: Page, role: "button" | "link", name: string | RegExp): Promise<void> {
  const control = page.getByRole(role, { name, exact: true }).first();
  await control.waitFor();
  const hasFocus = () => control.evaluate((element) => element === document.activeElement);
  for (let tabs = 0; tabs < 60 && !(await hasFocus()); tabs += 1) await page.keyboard.press("Tab");
  expect(await hasFocus()).toBe(true);
  await page.keyboard.press("Enter");
}

async function logInByPassword(page: Page, person: { email: string; password: string }) {
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.keyboard.press("Enter");
}

/**
 * Drops the response to the first POST request. Returns the idempotency keys and bodies of all POST
 * requests so far.
 */
async function loseAnswer(page: Page, url: string) {
  const sent: { key: string | undefined; body: string | null }[] = [];
  await page.route(url, async (route) => {
    const request = route.request();
    if (request.method() !== "POST") return route.continue();
    sent.push({ key: request.headers()["idempotency-key"], body: request.postData() });
    const response = await route.fetch();
    return sent.length === 1 ? route.abort() : route.fulfill({ response });
  });
  return sent;
}

const SESSION = "sb-localhost-auth-token";

/**
 * Removes the session from the browser, as closing the tab would. The session stays open on the
 * server.
 */
async function forgetSession(page: Page): Promise<void> {
  await page.evaluate((key) => localStorage.removeItem(key), SESSION);
  await page.goto(named("/login"));
}

/** Makes the browser's next passkey dialog fail, as when a user cancels it. */
async function closeQuestion(page: Page): Promise<void> {
  await page.evaluate(() => {
    navigator.credentials.create = () => {
      Reflect.deleteProperty(navigator.credentials, "create");
      return Promise.reject(new DOMException("closed", "NotAllowedError"));
    };
  });
}

/** Returns the user's enrolled factors, including unfinished ones. */
function factorsOf(page: Page): Promise<unknown> {
  return page.evaluate(async (key) => {
    const { access_token } = JSON.parse(localStorage.getItem(key) ?? "{}");
    const headers = { authorization: `Bearer ${access_token}` };
    const { id, factors } = await (await fetch("/auth/v1/user", { headers })).json();
    return { isKnown: id !== undefined, count: factors?.length ?? 0 };
  }, SESSION);
}

test("a passkey is added, used and removed with the keyboard at 360 px", async () => {
  const person = await signUp(site.url, "Pia");
  await getCoins(person);
  const { page, context, faults } = await site.enter({ width: WIDTH, isUnused: true });
  const phone = await givePhone(page);

  await page.goto("/login");
  await press(page, "button", "Log In with a Passkey");
  await press(page, "link", `Continue at ${new URL(named("/")).host}`);
  await page.waitForURL(named("/login"));
  await logInByPassword(page, person);
  await page.waitForURL(named("/dashboard"));
  await goTo(page, named(SETTINGS));
  // A cancelled dialog leaves no unfinished enrolment.
  await closeQuestion(page);
  await press(page, "button", "Add a Passkey");
  await notice(page, "Your device's dialog was closed");
  expect(await factorsOf(page)).toEqual({ isKnown: true, count: 0 });
  await press(page, "button", "Add a Passkey");
  await page.getByRole("button", { name: "I Have Saved Them" }).waitFor();
  expect(await phone.credentials()).toMatchObject([
    { rpId: "localhost", isResidentCredential: true },
  ]);
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  await press(page, "button", "Rename Chrome on Linux");
  await page.getByLabel("Name", { exact: true }).waitFor();
  await page.keyboard.type("My phone");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove My phone" }).waitFor();

  // Signs in with the passkey alone, without a password.
  await forgetSession(page);
  await press(page, "button", "Log In with a Passkey");
  await page.waitForURL(named("/dashboard"));

  // The password alone is not enough, so the sign-in also needs the passkey.
  await forgetSession(page);
  await logInByPassword(page, person);
  await page.getByRole("heading", { name: "Use Your Passkey" }).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await press(page, "button", "Use a Passkey");
  await page.waitForURL(named("/dashboard"));
  expect((await phone.credentials())[0]?.signCount).toBeGreaterThan(1);

  // Withdrawals are unlocked a day later. The user confirms one with the passkey.
  clock.advance(25 * HOUR);
  await forgetSession(page);
  await press(page, "button", "Log In with a Passkey");
  await page.waitForURL(named("/dashboard"));
  await goTo(page, named("/withdraw"));
  await fillAmount(page, "0.01");
  await page.getByLabel("Wallet address").fill(outsideAddress());
  await press(page, "button", "Review withdrawal");
  await page.getByText("Your device asks for your passkey").waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  // Drops the first response and repeats the request with the same passkey assertion. Both requests
  // must create only one withdrawal.
  const sent = await loseAnswer(page, "**/api/v1/withdrawals");
  await press(page, "button", /^Withdraw 0\.01/);
  await notice(page, "No answer");
  await press(page, "button", /^Withdraw 0\.01/);
  await page.waitForURL("**/track-transaction/**");
  expect(sent).toEqual([sent[0], sent[0]]);

  // An identity check from eleven minutes ago has expired.
  clock.advance(11 * 60 * SECOND);
  await goTo(page, named(SETTINGS));
  await press(page, "button", "Remove My phone");
  await press(page, "button", "Remove");
  const question = page.getByRole("dialog", { name: "Security Verification Required" });
  await question.waitFor();
  const proof = question.getByRole("button", { name: "Use a Passkey" });
  await expect
    .poll(() => proof.evaluate((element) => element === document.activeElement))
    .toBe(true);
  expect(await sidewaysScroll(page)).toBe(0);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Add a Passkey" }).waitFor();

  await forgetSession(page);
  await press(page, "button", "Log In with a Passkey");
  await page.getByText("No account here has this passkey.").first().waitFor();
  await logInByPassword(page, person);
  await page.waitForURL(named("/dashboard"));
  expect(faults()).toEqual([]);
  await context.close();
});

/**
 * Tests the link in a recovery e-mail in a real browser: used once, used twice, expired, and with
 * two-factor authentication. Each case has its own text.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { describe, expect, test } from "vitest";
import {
  appRuns,
  axeViolations,
  newVisitor,
  notice,
  type Visitor,
} from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { enrol, prove } from "../support/people/authenticator.ts";
import { commonServer } from "../support/servers/common-server.ts";
import { seeOnce } from "../support/browser/layouts.ts";
import { signIn, signUp } from "../support/people/person.ts";
import { fillNew, mailedLink, setIt } from "../support/browser/recovery-pages.ts";

const NEXT = "another long one";

const site = openSite();

async function visit(path: string): Promise<Visitor> {
  const visitor = await newVisitor(site.browser, { url: site.url });
  await visitor.page.goto(path);
  await appRuns(visitor.page);
  return visitor;
}

describe("the recovery link", () => {
  test("the link sets a new password and ends all other sessions", async () => {
    const person = await signUp(site.url, "Hal");
    const link = await mailedLink(person);
    const { page, context, faults } = await visit(link);
    await fillNew(page, NEXT);
    await setIt(page).dblclick();
    await notice(page, "Password Changed", "You are signed in. All other sessions were ended.");
    await page.waitForURL(`${site.url}/dashboard`);
    expect(faults()).toEqual([]);
    expect((await person.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    await signIn(site.url, person.email, NEXT);
    await expect(signIn(site.url, person.email, person.password)).rejects.toThrow(
      "Invalid login credentials",
    );
    await context.close();
  });

  test("opening the link does not use it up, but clicking the button does", async () => {
    const person = await signUp(site.url, "Ida");
    const link = await mailedLink(person);
    for (let visits = 0; visits < 2; visits += 1) {
      const { page, context } = await visit(link);
      await page.getByLabel("New password", { exact: true }).waitFor();
      const masked = `${person.email[0] ?? ""}***@${person.email.split("@")[1] ?? ""}`;
      await page.getByText(`for the account of ${masked}.`).waitFor();
      await context.close();
    }
    const first = await visit(link);
    await fillNew(first.page, NEXT);
    await setIt(first.page).click();
    await first.page.waitForURL(`${site.url}/dashboard`);
    await first.context.close();

    const { page, context, faults } = await visit(link);
    await page.getByRole("alert").getByText("This link no longer works.").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "Request a new link" }).click();
    await page.waitForURL("**/forgot-password");
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("a retry after a refused password sends only the password", async () => {
    const person = await signUp(site.url, "Jan");
    const { page, context } = await visit(await mailedLink(person));
    await fillNew(page, person.password);
    await setIt(page).click();
    await notice(
      page,
      "Password Not Changed",
      "New password should be different from the old password.",
    );
    await fillNew(page, NEXT);
    await setIt(page).click();
    await page.waitForURL(`${site.url}/dashboard`);
    expect((await signIn(site.url, person.email, NEXT)).email).toBe(person.email);
    await context.close();
  });

  test("two different passwords are refused in the form", async () => {
    const { page, context } = await visit(await mailedLink(await signUp(site.url, "Lin")));
    let calls = 0;
    page.on("request", (request) => {
      if (request.url().includes("/auth/v1/verify")) calls += 1;
    });
    await fillNew(page, NEXT, "something else");
    await setIt(page).click();
    await notice(page, "Passwords do not match", "Please check your passwords and try again.");
    await fillNew(page, "short");
    await setIt(page).click();
    await page.getByText("At least 8 characters.").last().waitFor();
    expect(calls).toBe(0);
    await context.close();
  });

  test("a page without a token explains how to request a new link", async () => {
    const { page, context } = await visit("/reset-password");
    await page.getByText("This address contains no link.").waitFor();
    await page.getByRole("link", { name: "Request a new link" }).click();
    await page.waitForURL("**/forgot-password");
    expect(new URL(page.url()).hash).toBe("");
    await context.close();
  });
});

describe("two-factor authentication", () => {
  test("the link sets a password only together with a correct code", async () => {
    const person = await signUp(site.url, "Max");
    const app = await enrol(person.auth);
    await prove(person.auth, app, new Date());
    const { page, context, faults } = await visit(await mailedLink(person));
    await fillNew(page, NEXT);
    await setIt(page).click();
    const code = page.getByLabel("Authentication code", { exact: true });
    await code.waitFor();
    await expect.poll(() => code.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    await code.fill("000");
    await page.keyboard.press("Enter");
    await notice(page, "Password Not Changed", "Invalid TOTP code entered");
    await code.fill(app.codeAt(new Date(), 1));
    await page.keyboard.press("Enter");
    await notice(page, "Password Changed");
    await page.waitForURL(`${site.url}/dashboard`);
    expect(faults()).toEqual([]);
    expect((await signIn(site.url, person.email, NEXT)).email).toBe(person.email);
    await context.close();
  });
});

test("an accepted invitation asks for a new password", async () => {
  const email = `guest-${process.hrtime.bigint()}@example.test`;
  const { dataDir } = await commonServer();
  const key = readFileSync(join(dataDir, "service-role-key"), "utf8").trim();
  const operator = createClient(site.url, key, { auth: { persistSession: false } });
  const { data, error } = await operator.auth.admin.generateLink({ type: "invite", email });
  if (error) throw error;
  const { page, context, faults } = await visit(data.properties.action_link);
  await page.getByRole("button", { name: "Accept Invitation" }).click();
  await notice(page, "Welcome", "Now choose your own password.");
  await page.waitForURL("**/reset-password");
  await page.getByText(`You are signed in as ${email}.`).waitFor();
  await fillNew(page, NEXT);
  await setIt(page).click();
  await page.waitForURL(`${site.url}/dashboard`);
  expect((await signIn(site.url, email, NEXT)).email).toBe(email);
  expect(faults()).toEqual([]);
  await context.close();
});

const wrongIn = seeOnce(async (looks) => {
  const { page, context, faults } = await visit("/reset-password#token_hash=x&type=recovery");
  await page.waitForFunction(() => !document.body.innerText.includes("Loading..."));
  await looks.see(page, "link");
  await context.close();
  return faults();
});

test.each([
  ["dark", 1440],
  ["dark", 360],
  ["light", 1440],
  ["light", 360],
] as const)(
  "the link's page is accessible and does not scroll horizontally in %s at %i px",
  async (theme, width) => {
    expect(await wrongIn({ theme, width })).toEqual([]);
  },
);

test("the whole recovery can be completed using only the keyboard", async () => {
  const person = await signUp(site.url, "Kim");
  const { page, context } = await visit(await mailedLink(person));
  await page.getByLabel("New password", { exact: true }).focus();
  await page.keyboard.type(NEXT);
  // Each field is followed by a button "Show password", so press Tab twice.
  for (const _ of [1, 2]) await page.keyboard.press("Tab");
  await page.keyboard.type(NEXT);
  for (const _ of [1, 2]) await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.waitForURL(`${site.url}/dashboard`);
  expect((await signIn(site.url, person.email, NEXT)).email).toBe(person.email);
  await context.close();
});

/** A forgotten password in a real browser: the request, the letter, the link once, twice and too late, and what each says. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { createClient } from "@supabase/supabase-js";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  appRuns,
  axeViolations,
  launchBrowser,
  newVisitor,
  notice,
  sidewaysScroll,
  type Visitor,
  type VisitorOptions,
} from "../support/browser.ts";
import { enrol, prove } from "../support/authenticator.ts";
import { eventually, signIn, signUp, type Person } from "../support/person.ts";
import { removeDataDir, startServer, type RunningServer } from "../support/server.ts";

const NEXT = "another long one";

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

async function visit(
  path: string,
  look: Pick<VisitorOptions, "width" | "theme"> = {},
): Promise<Visitor> {
  const visitor = await newVisitor(browser, { url: server.url, ...look });
  await visitor.page.goto(path);
  await appRuns(visitor.page);
  return visitor;
}

/** The link of the person's newest recovery letter, read where the person is still signed in. */
async function linkOf(person: Person): Promise<string> {
  const { items } = await eventually(
    "the letter",
    () => person.call("listMailbox"),
    (mailbox) => mailbox.items.some(({ template }) => template === "recovery_link"),
  );
  const letter = items.find(({ template }) => template === "recovery_link");
  return /http\S+/.exec(letter?.text ?? "")?.[0] ?? "";
}

async function mailedLink(person: Person): Promise<string> {
  const { error } = await person.auth.resetPasswordForEmail(person.email);
  if (error) throw error;
  return linkOf(person);
}

async function fillNew(page: Page, next: string, confirm = next): Promise<void> {
  await page.getByLabel("New password", { exact: true }).fill(next);
  await page.getByLabel("Confirm new password", { exact: true }).fill(confirm);
}

const setIt = (page: Page) => page.getByRole("button", { name: "Set New Password" });

describe("asking for the link", () => {
  test("/login leads there, and the page says where letters go and that one may be on its way", async () => {
    const person = await signUp(server.url, "Fay");
    const { page, context, faults } = await visit("/login");
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await page.waitForURL("**/forgot-password");
    await page.getByText("letters go to the practice mailbox of the account").waitFor();
    await page.getByLabel("Email", { exact: true }).fill(person.email);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Look for the letter" }).waitFor();
    await page.getByText(`If ${person.email} belongs to an account`).waitFor();
    expect(await linkOf(person)).toContain("/reset-password#token_hash=");
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("says the same for an address without an account, and once a minute for both", async () => {
    const person = await signUp(server.url, "Gil");
    const { page, context } = await visit("/forgot-password");
    for (const email of [person.email, "nobody-at-all@example.test"]) {
      await page.getByLabel("Email", { exact: true }).fill(email);
      await page.getByRole("button", { name: "Send Link" }).click();
      await page.getByText(`If ${email} belongs to an account`).waitFor();
      await page.getByRole("button", { name: "Use another address or send again" }).click();
      await page.getByLabel("Email", { exact: true }).fill(email);
      await page.getByRole("button", { name: "Send Link" }).click();
      await notice(page, "Link Not Sent", "you can only request this after 60 seconds");
    }
    expect(await linkOf(person)).toContain("/reset-password#");
    await context.close();
  });

  test("sends nothing for what is no address", async () => {
    const { page, context } = await visit("/forgot-password");
    await page.getByLabel("Email", { exact: true }).fill("fay@");
    await page.getByRole("button", { name: "Send Link" }).click();
    await page.getByText("Enter an e-mail address, such as name@example.org.").waitFor();
    expect(new URL(page.url()).pathname).toBe("/forgot-password");
    await context.close();
  });
});

describe("the link", () => {
  test("sets the password at the press, signs in, and ends all other sessions", async () => {
    const person = await signUp(server.url, "Hal");
    const link = await mailedLink(person);
    const { page, context, faults } = await visit(link);
    await fillNew(page, NEXT);
    await setIt(page).dblclick();
    await notice(page, "Password Changed", "You are signed in. All other sessions were ended.");
    await page.waitForURL(`${server.url}/dashboard`);
    expect(faults()).toEqual([]);
    expect((await person.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    await signIn(server.url, person.email, NEXT);
    await expect(signIn(server.url, person.email, person.password)).rejects.toThrow(
      "Invalid login credentials",
    );
    await context.close();
  });

  test("is not used up by opening it, only by the press; the second time it says so", async () => {
    const person = await signUp(server.url, "Ida");
    const link = await mailedLink(person);
    for (let visits = 0; visits < 2; visits += 1) {
      const { page, context } = await visit(link);
      await page.getByLabel("New password", { exact: true }).waitFor();
      await context.close();
    }
    const first = await visit(link);
    await fillNew(first.page, NEXT);
    await setIt(first.page).click();
    await first.page.waitForURL(`${server.url}/dashboard`);
    await first.context.close();

    const { page, context, faults } = await visit(link);
    await fillNew(page, "a third long one");
    await setIt(page).click();
    await page.getByRole("alert").getByText("This link does not work any more.").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "Ask for a new link" }).click();
    await page.waitForURL("**/forgot-password");
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("tries only the password again when that was refused", async () => {
    const person = await signUp(server.url, "Jan");
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
    await page.waitForURL(`${server.url}/dashboard`);
    expect((await signIn(server.url, person.email, NEXT)).email).toBe(person.email);
    await context.close();
  });

  test("with two different passwords says so and sends nothing", async () => {
    const { page, context } = await visit("/reset-password#token_hash=none&type=recovery");
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

  test("that is none says so and leads to a new one", async () => {
    const { page, context } = await visit("/reset-password");
    await page.getByText("This address has no link in it.").waitFor();
    await page.getByRole("link", { name: "Ask for a new link" }).click();
    await page.waitForURL("**/forgot-password");
    expect(new URL(page.url()).hash).toBe("");
    await context.close();
  });
});

describe("with a second factor", () => {
  test("the link alone sets no password: the code is asked for, a wrong one says so", async () => {
    const person = await signUp(server.url, "Max");
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
    await page.waitForURL(`${server.url}/dashboard`);
    expect(faults()).toEqual([]);
    expect((await signIn(server.url, person.email, NEXT)).email).toBe(person.email);
    await context.close();
  });
});

test("an invitation is accepted by a press and leads to a password of one's own", async () => {
  const email = `guest-${process.hrtime.bigint()}@example.test`;
  const key = readFileSync(join(server.dataDir, "service-role-key"), "utf8").trim();
  const operator = createClient(server.url, key, { auth: { persistSession: false } });
  const { data, error } = await operator.auth.admin.generateLink({ type: "invite", email });
  if (error) throw error;
  const { page, context, faults } = await visit(data.properties.action_link);
  await page.getByRole("button", { name: "Accept Invitation" }).click();
  await notice(page, "Welcome", "Now choose a password of your own.");
  await page.waitForURL("**/reset-password");
  await page.getByText(`You are signed in as ${email}.`).waitFor();
  await fillNew(page, NEXT);
  await setIt(page).click();
  await page.waitForURL(`${server.url}/dashboard`);
  expect((await signIn(server.url, email, NEXT)).email).toBe(email);
  expect(faults()).toEqual([]);
  await context.close();
});

test("signed in nowhere, on a floor without mail: the operator's command makes the link that the page names", async () => {
  const person = await signUp(server.url, "Lou");
  const { page, context } = await visit("/forgot-password");
  await page.getByText("npm run recovery-link -- name@example.org").waitFor();
  const { port, hostname } = new URL(server.url);
  const env = { ...process.env, DATA_DIR: server.dataDir, PORT: port, HOST: hostname };
  const command = ["scripts/recovery-link.mjs", person.email];
  const { stdout } = await promisify(execFile)(process.execPath, command, { env });
  await page.goto(/http\S+/.exec(stdout)?.[0] ?? "");
  await appRuns(page);
  await fillNew(page, NEXT);
  await setIt(page).click();
  await page.waitForURL(`${server.url}/dashboard`);
  expect((await signIn(server.url, person.email, NEXT)).email).toBe(person.email);
  const nobody = promisify(execFile)(
    process.execPath,
    ["scripts/recovery-link.mjs", "nobody@example.test"],
    { env },
  );
  await expect(nobody).rejects.toMatchObject({ code: 1, stderr: "There is no such user.\n" });
  await context.close();
});

test.each([
  ["dark", 1440],
  ["dark", 360],
  ["light", 1440],
  ["light", 360],
] as const)("the pages in %s at %i px: accessible, no sideways scroll", async (theme, width) => {
  const paths = [
    "/forgot-password",
    "/reset-password",
    "/reset-password#token_hash=x&type=recovery",
  ];
  const { page, context, faults } = await visit("/login", { theme, width });
  for (const path of paths) {
    await page.goto("about:blank");
    await page.goto(path);
    await appRuns(page);
    await page.waitForFunction(() => !document.body.innerText.includes("Loading..."));
    expect(await axeViolations(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
  }
  expect(faults()).toEqual([]);
  await context.close();
});

test("the whole way works with the keyboard alone", async () => {
  const person = await signUp(server.url, "Kim");
  const { page, context } = await visit(await mailedLink(person));
  await page.getByLabel("New password", { exact: true }).focus();
  await page.keyboard.type(NEXT);
  await page.keyboard.press("Tab");
  await page.keyboard.type(NEXT);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.waitForURL(`${server.url}/dashboard`);
  expect((await signIn(server.url, person.email, NEXT)).email).toBe(person.email);
  await context.close();
});

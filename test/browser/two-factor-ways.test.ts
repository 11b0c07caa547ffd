/**
 * Tests an account with an authenticator on pages other than Settings: a withdrawal confirmed with
 * a code from the authenticator, and an e-mailed link that requires a code.
 */
import { beforeAll, expect, test } from "vitest";
import { enrol, prove, toNextStep, type Authenticator } from "../support/people/authenticator.ts";
import { axeViolations, leave, notice } from "../support/browser/browser.ts";
import { messagesIn, openChat, write } from "../support/browser/chat-browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { getCoins, outsideAddress } from "../support/people/main-job.ts";
import { eventually, signIn, signUp, type Person } from "../support/people/person.ts";
import { HOUR, SECOND, startInstallationAt, travelClock } from "../support/servers/time-travel.ts";
import { codeField, fillAmount, review, submitButton } from "../support/browser/withdraw-page.ts";

const clock = travelClock(new Date());
const site = openSite(async () => {
  const installation = await startInstallationAt(clock);
  return { url: installation.url(), close: () => installation.close() };
});

interface Protected {
  readonly person: Person;
  readonly app: Authenticator;
}

/**
 * The accounts with an authenticator. They are enrolled a day before the tests, so that withdrawals
 * are unlocked again.
 */
const enrolled: Partial<Record<"Ann" | "Bea" | "Cleo", Protected>> = {};

beforeAll(async () => {
  for (const name of ["Ann", "Bea", "Cleo"] as const) {
    const person = await signUp(site.url, name);
    if (name === "Ann") await getCoins(person);
    const app = await enrol(person.auth, "Phone");
    await prove(person.auth, app, clock.now());
    enrolled[name] = { person, app };
  }
  clock.advance(25 * HOUR);
});

async function protectedPerson(name: keyof typeof enrolled): Promise<Protected> {
  const early = enrolled[name];
  if (!early) throw new Error(`${name} is not enrolled`);
  const { app } = early;
  const person = await signIn(site.url, early.person.email, early.person.password);
  await prove(person.auth, app, clock.now());
  clock.advance(60 * SECOND);
  return { person, app };
}

test("a withdrawal needs the app's code and accepts each code once", async () => {
  const { person, app } = await protectedPerson("Ann");
  const visitor = await site.visit("/withdraw", { person });
  const { page } = visitor;
  await fillAmount(page, "0.01");
  await page.getByLabel("Wallet address").fill(outsideAddress());
  await review(page);
  await page.getByText("Enter the code of your authenticator app.").waitFor();
  expect(await page.getByRole("button", { name: "Send code" }).count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  const folder = process.env["SHOTS"];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/withdraw.png` });
  await codeField(page).fill("000000");
  await submitButton(page).click();
  await notice(page, "Security Verification Required", "That code is wrong or has expired.");
  toNextStep(clock);
  const used = app.codeAt(clock.now(), -1);
  await prove(person.auth, app, clock.now(), -1);
  await codeField(page).fill(used);
  await submitButton(page).click();
  await notice(page, "Security Verification Required", "was already used. Wait for the next one.");
  await codeField(page).fill(app.codeAt(clock.now(), 1));
  await submitButton(page).click();
  await page.waitForURL("**/track-transaction/**");
  expect(await leave(visitor)).toEqual([]);
});

test("an e-mailed link opens a session that must still enter the code", async () => {
  const { person, app } = await protectedPerson("Bea");
  await person.auth.signInWithOtp({ email: person.email });
  const { items } = await eventually(
    "the message",
    () => person.call("listMailbox", { query: { template: "magic_link" } }),
    ({ items: messages }) => messages.length > 0,
  );
  const link = new URL(/http\S+/.exec(items[0]?.text ?? "")?.[0] ?? "");
  const visitor = await site.enter();
  const { page } = visitor;
  await page.goto(`${link.pathname}${link.search}${link.hash}`);
  await page.getByRole("main").getByRole("button").first().click();
  await page.getByRole("heading", { name: "Enter Your Code" }).waitFor();
  await page.goto("/wallet");
  await page.getByRole("heading", { name: "Enter Your Code" }).waitFor();
  await page.getByLabel("Authentication code").fill(app.codeAt(clock.now()));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/wallet");
  expect(await leave(visitor)).toEqual([]);
});

test("a user without the code can write to support or use another account", async () => {
  const { person } = await protectedPerson("Cleo");
  const low = await signIn(site.url, person.email, person.password);
  const visitor = await site.enter({ person: low });
  const { page } = visitor;
  await page.goto("/login");
  // A user who lost the phone and the recovery codes can use the chat as a visitor.
  await openChat(page);
  await write(page, "I lost my phone");
  await messagesIn(page).getByText("Sent").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Use another account" }).click();
  await page.getByLabel("Password", { exact: true }).waitFor();
  expect(await leave(visitor)).toEqual([]);
});

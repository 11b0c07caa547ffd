/** What protects the account, by real clicks: the question for a fresh proof, sessions ended elsewhere, the withdrawal lock. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  appRuns,
  axeViolations,
  launchBrowser,
  newVisitor,
  notice,
  type Visitor,
} from "../support/browser.ts";
import { storageOf } from "../support/browser-person.ts";
import { signUp, type Person } from "../support/person.ts";
import { SECOND, startFloorAt, travelClock, type FloorInTime } from "../support/time-travel.ts";

const MINUTE = 60 * SECOND;
const STALE = 11 * MINUTE;
const TITLE = "Security Verification Required";

const clock = travelClock(new Date());
let floor: FloorInTime;
let browser: Browser;

beforeAll(async () => {
  [floor, browser] = await Promise.all([startFloorAt(clock), launchBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await floor.close();
});

interface Settler extends Visitor {
  readonly person: Person;
}

async function open(path: string): Promise<Settler> {
  const person = await signUp(floor.url(), "Ann");
  const storage = await storageOf(floor.url(), person);
  const visitor = await newVisitor(browser, { url: floor.url(), storage });
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

describe("a fresh proof before a change of the phone number", () => {
  const phoneOf = (page: Page) => page.getByLabel("Phone Number for SMS alerts");
  const question = (page: Page) => page.getByRole("dialog", { name: TITLE });
  const phone = async ({ person }: Settler) => (await person.call("getMe")).phone;

  test("is not asked a few minutes after the sign-in", async () => {
    const visitor = await open("/settings");
    const { page } = visitor;
    await phoneOf(page).fill("+49151123456");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await notice(page, "Profile Saved");
    expect(await phone(visitor)).toBe("+49151123456");
    expect(await leave(visitor)).toEqual([]);
  });

  test("is asked later, tells a wrong password, and the change goes on by itself with the right one", async () => {
    const visitor = await open("/settings");
    const { page, person } = visitor;
    clock.advance(STALE);
    await phoneOf(page).fill("+49151123456");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await question(page).getByText("This changes what protects your account.").waitFor();
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

  test("closed with Escape changes nothing, keeps what was typed, and is asked again", async () => {
    const visitor = await open("/settings");
    const { page } = visitor;
    clock.advance(STALE);
    await phoneOf(page).fill("+49151999999");
    const save = page.getByRole("button", { name: "Save Changes" });
    await save.focus();
    await page.keyboard.press("Enter");
    await question(page).waitFor();
    await page.keyboard.press("Escape");
    await notice(
      page,
      "Nothing Changed",
      "You closed the security check. Everything is as it was.",
    );
    expect(await phone(visitor)).toBeNull();
    expect(await phoneOf(page).inputValue()).toBe("+49151999999");
    expect(await save.evaluate((one) => one === document.activeElement)).toBe(true);
    await save.dblclick();
    await question(page).getByRole("button", { name: "Cancel" }).click();
    await question(page).waitFor({ state: "detached" });
    expect(await leave(visitor)).toEqual([]);
  });
});

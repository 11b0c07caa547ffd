/**
 * A market day that is over is checked in the page with the network off: its seed, its prices, and
 * the fills of who is signed in.
 */
import { randomUUID } from "node:crypto";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dateText, dayAt, newYorkClose, nextTradingDay } from "#market";
import { CHROMIUM_FLAGS } from "../../scripts/chromium.ts";
import { goTo, launchBrowser, newVisitor } from "../support/browser.ts";
import { storageOf } from "../support/browser-person.ts";
import * as mainJob from "../support/main-job.ts";
import { signIn, type Person } from "../support/person.ts";
import {
  HOUR,
  startInstallationAt,
  travelClock,
  type InstallationInTime,
} from "../support/time-travel.ts";

const DAY = nextTradingDay(dayAt(Date.now()) + 1);
const AFTERNOON = newYorkClose(DAY) - 8 * HOUR;
const LOOK_MS = 60_000;

let ann: Person;

let installation: InstallationInTime;
let browser: Browser;

beforeAll(async () => {
  const clock = travelClock(new Date(AFTERNOON));
  // Thirteen million prices: here the code does get hot.
  const args = CHROMIUM_FLAGS.filter((flag) => !flag.startsWith("--js-flags"));
  [installation, browser] = await Promise.all([
    startInstallationAt(clock),
    launchBrowser({ args }),
  ]);
  const person = await installation.signUp("Ann");
  await trade(person);
  clock.set(new Date(newYorkClose(DAY) + LOOK_MS));
  ann = await signIn(installation.url(), person.email, person.password);
});

afterAll(async () => {
  await browser.close();
  await installation.close();
});

async function trade(person: Person): Promise<void> {
  await mainJob.getCoins(person);
  const key = () => ({ idempotencyKey: randomUUID() });
  await person.call("transferForexFunds", { body: { amountSats: 1_000_000 }, ...key() });
  const body = { type: "MARKET", instrument: "GBP_JPY", units: "-1000" };
  await person.call("placeForexOrder", { body, ...key() });
  const params = { instrument: "GBP_JPY" };
  await person.call("closeForexPosition", { params, ...key() });
}

test("yesterday's seed reproduces yesterday's fills in a page with the network off", async () => {
  const url = installation.url();
  const storage = await storageOf(url, ann);
  const { context, page, faults } = await newVisitor(browser, { url, storage, isUnused: true });
  await goTo(page, `/forex/days/${dateText(DAY)}`);
  await page.getByRole("button", { name: "Check this day" }).click();
  await page.getByText("Everything is here").waitFor({ timeout: LOOK_MS });
  await context.setOffline(true);
  await page.getByRole("button", { name: "Check again" }).waitFor({ timeout: LOOK_MS });
  await page.getByText("2 of 2 fills, stop-outs and financings agree.").waitFor();
  expect(await page.getByText("Right", { exact: true }).count()).toBe(6);
  expect(faults()).toEqual([]);
});

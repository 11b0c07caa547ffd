/**
 * Tests the main job in a real browser, with the real server and one block per second, as a
 * screen-reader user performs it. The test finds controls by role and name and results by their
 * text, and counts the clicks up to a running contract.
 */
import { expect, test } from "vitest";
import { listenTo, type Announcements } from "../support/browser/live-regions.ts";
import { leave, notice } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import {
  buyEnterpriseFarm,
  fillWithdrawal,
  followToSixBlocks,
  getCoins,
  mine,
  openRegister,
  payAndFollow,
  register,
  shownNotice,
} from "../support/browser/main-job-pages.ts";
import { outsideAddress } from "../support/people/main-job.ts";
import { watchClicks } from "../support/browser/clicks.ts";

const PRESSES_MAX = 6;

const site = openSite();

/**
 * Announcements by the screen reader, in the expected order. Two live regions announce the
 * announcements of one step, so their order within the step is not fixed.
 */
const STEPS: readonly (readonly RegExp[])[] = [
  [/^Notice Passwords do not match/],
  [/^Notice Registration Successful!/, /^Mining Dashboard$/],
  [/^Notice Test Coins Sent/],
  [/^Next step: Buy a plan\.$/],
  [/^Cloud Mining$/],
  [/^Notice Contract Bought/],
  [/^Notice Mining Started!/],
  [/^Notice Mining Stopped!/],
  [/^Withdraw$/],
  [/^Notice Code Sent/],
  [/^Notice Withdrawal via Wallet Initiated/, /^Track Transaction$/],
  [/^Completed$/],
];
/** Matches an announcement that may come at any time. */
const CREDITED = /^(New message|\d new messages): (.*; )?Deposit of 0\.05000000 BTC credited(;|$)/;

test("a user signs up, gets coins, buys, mines, is paid, and withdraws", async () => {
  const visitor = await site.enter();
  const { page } = visitor;
  await openRegister(page);
  const clicks = await watchClicks(page);
  const announcements = await listenTo(page);
  // Waits for the mailbox, because new messages are announced only after the earlier messages have
  // been loaded.
  const mailbox = page.waitForResponse("**/api/v1/me/mailbox*");
  await register(page, clicks);
  await mailbox;
  await getCoins(page, clicks);
  await buyEnterpriseFarm(page, clicks);
  await clicks.click(shownNotice(page).getByRole("button", { name: "Start Mining" }));
  await notice(page, "Mining Started!", "Your rig is active.");
  expect(clicks.names.slice(PRESSES_MAX)).toEqual([]);
  clicks.report();
  await mine(page);
  const pay = await fillWithdrawal(visitor, outsideAddress());
  await payAndFollow(page, pay);
  await followToSixBlocks(page);
  await expectSaid(announcements);
  expect(await leave(visitor)).toEqual([]);
});

/** Throws unless every page, result and step was announced in order. */
async function expectSaid(announcements: Announcements): Promise<void> {
  const said = await announcements.said();
  const places = STEPS.map((step) =>
    step.map((words) => said.findIndex((text) => words.test(text))),
  );
  const isInOrder = places.every((step, index) => {
    const previous = Math.max(-1, ...(places[index - 1] ?? []));
    return step.every((place) => place > previous);
  });
  // Includes all announcements in the error, because only the error of the last retry is reported.
  if (!isInOrder) throw new Error(`${places.join(" ")} of: ${said.join(" | ")}`);
  expect(said).toContainEqual(expect.stringMatching(CREDITED));
}

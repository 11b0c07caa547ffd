/**
 * Tests the main job in a real browser, with the real server and one block per second, as a
 * screen-reader user performs it. The test finds controls by role and name and results by their
 * text, and counts the clicks until a contract runs.
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
 * The screen reader's announcements, in the expected order. The announcements of one step come from
 * two live regions, so their order within the step may vary.
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
/** Matches the announcement of a credited deposit, which may come at any time. */
const CREDITED = /^(New message|\d new messages): (.*; )?Deposit of 0\.05000000 BTC credited(;|$)/;

test("a user signs up, gets coins, buys, mines, is paid, and withdraws", async () => {
  const visitor = await site.enter();
  const { page } = visitor;
  await openRegister(page);
  const clicks = await watchClicks(page);
  const announcements = await listenTo(page);
  // New messages are announced only after the earlier messages have been loaded, so wait for the
  // mailbox.
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
  // Only the last retry's error is reported, so it includes all announcements.
  if (!isInOrder) throw new Error(`${places.join(" ")} of: ${said.join(" | ")}`);
  expect(said).toContainEqual(expect.stringMatching(CREDITED));
}

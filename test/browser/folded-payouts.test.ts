/**
 * Tests payouts older than a week in a real browser. Clicking "Older payouts" shows one line per
 * day, and the lines add up like recent payouts.
 */
import { expect, test } from "vitest";
import { axeViolations, leave, sidewaysScroll, type Theme } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { buyPlan, getCoins } from "../support/people/main-job.ts";
import { eventually, type Person } from "../support/people/person.ts";
import {
  DAY,
  HOUR,
  startInstallationAt,
  travelClock,
  type InstallationInTime,
} from "../support/servers/time-travel.ts";

/**
 * Number of steps in which the product's clock catches up with real time. The browser's clock
 * cannot be moved, so the test must end at real time.
 */
const STEPS = 8;
const AWAY_DAYS = 9;
const clock = travelClock(new Date(Date.now() - STEPS * 12 * HOUR - AWAY_DAYS * DAY));
let ann: Person;

const site = openSite(async () => {
  const installation = await startInstallationAt(clock, { env: { BLOCK_SECONDS: "0.1" } });
  ann = await installation.signUp("Ann");
  await getCoins(ann);
  await ann.call("startMining");
  await buyPlan(ann, "Pro Miner");
  for (let step = 0; step < STEPS; step += 1) await payAfter(12 * HOUR);
  await payAfter(AWAY_DAYS * DAY);
  await untilFolded(installation);
  // The sign-up session expires after an hour, so sign in again.
  const { auth } = ann;
  await auth.signInWithPassword(ann);
  ann = { ...ann, auth };
  return { url: installation.url(), close: () => installation.close() };
});

async function payAfter(ms: number): Promise<void> {
  const { earnedTotalSats } = await ann.call("getMining");
  clock.advance(ms);
  await eventually(
    "a payout",
    () => ann.call("getMining"),
    (mining) => mining.earnedTotalSats > earnedTotalSats,
  );
}

/** Restarts the server, which then compacts old payouts, and waits until they are compacted. */
async function untilFolded(installation: InstallationInTime): Promise<void> {
  await installation.stop();
  await installation.start();
  await eventually(
    "the old days are folded",
    () => ann.call("listStatements", { query: { limit: 100 } }),
    ({ items }) => items.filter(({ foldedAt }) => foldedAt !== null).length >= 3,
  );
}

test.each<[Theme, number]>([
  ["dark", 1440],
  ["light", 360],
])("older payouts are shown as one line per day, %s at %i px", async (theme, width) => {
  const visitor = await site.visit("/purchase-power", { person: ann, theme, width });
  const { page } = visitor;
  const payouts = page.getByRole("region", { name: "Payouts" });
  const folded = payouts.getByText(/^\d+ payouts, combined on \d+ \w+ \d{4}$/);
  const older = payouts.getByRole("button", { name: "Load older payouts" });
  await payouts.getByText("adds up", { exact: true }).first().waitFor();
  const all = payouts.getByRole("button", { name: "Show all inputs" });
  if (await all.isVisible()) await all.click();
  for (let more = 0; more < 20 && (await folded.count()) < 3; more += 1) {
    const rows = await payouts.getByRole("row").count();
    await older.click();
    await expect.poll(() => payouts.getByRole("row").count()).toBeGreaterThan(rows);
  }
  expect(await folded.count()).toBeGreaterThanOrEqual(3);
  expect(await payouts.getByText("does not add up").count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await leave(visitor)).toEqual([]);
});

/**
 * Tests unexpected clock changes and more than a week of downtime. The product must then make no
 * payments and publish no later prices until an administrator has confirmed the clock. After the
 * confirmation, it makes all due payments.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, openPayGate, payGateState, type Database } from "#platform";
import { buyPlan, getCoins, minePaid, paidByMining } from "../support/people/main-job.ts";
import { eventually, type Person } from "../support/people/person.ts";
import {
  DAY,
  HOUR,
  startInstallationAt,
  travelClock,
  type InstallationInTime,
} from "../support/servers/time-travel.ts";

/** Daily earnings of 1,500 TH/s, which earn 3,408,304 satoshis in 30 days. */
const DAY_SATS = 113_610;

const clock = travelClock(new Date());
let installation: InstallationInTime;
let database: Database;
let miner: Person;

beforeAll(async () => {
  installation = await startInstallationAt(clock, { watchesClock: true });
  database = openDatabase(installation.databaseUrl, { connectionsMax: 1 });
  miner = await installation.signUp("Mia");
  await getCoins(miner);
  await buyPlan(miner, "Enterprise Farm");
  await minePaid(miner, 2);
});
afterAll(async () => {
  await database.close();
  await installation.close();
});

async function closedBecause(): Promise<string | null> {
  const { closedReason } = await eventually(
    "pay waits",
    () => payGateState(database),
    (state) => state.closedReason !== null,
  );
  return closedReason;
}

/** Confirms the clock as an administrator does. The server notices it after a moment. */
async function confirmClock(): Promise<void> {
  await openPayGate(database, clock.now());
  await eventually(
    "mining can be switched",
    () => miner.call("stopMining"),
    () => true,
  );
}

/** Finds the current or next trading day. Returns a function that requests that day's seed. */
async function nextDay(): Promise<() => Promise<string | null>> {
  const { items } = await miner.call("listMarketDays");
  const date = items.find(({ closesAt }) => new Date(closesAt) > clock.now())?.date ?? "";
  return async () => (await miner.call("getMarketDay", { params: { date } })).seed;
}

test("payments after a ten-day clock jump wait for an administrator's confirmation", async () => {
  const earlier = await paidByMining(miner);
  const seed = await nextDay();
  clock.advance(10 * DAY);
  // If the clock is wrong, this day may still be in the future, and its seed would reveal its
  // prices.
  expect(await seed()).toBeNull();
  expect(await closedBecause()).toBe("The clock moved by 10 days at once.");
  const before = await paidByMining(miner);
  expect(before - earlier).toBeLessThan(DAY_SATS / 100);
  expect(await seed()).toBeNull();
  clock.advance(-10 * DAY);
  await eventually(
    "the way back is seen",
    () => payGateState(database),
    ({ closedReason }) => closedReason === "The clock moved by -10 days at once.",
  );
  expect(await paidByMining(miner)).toBe(before);
  await confirmClock();
  await minePaid(miner, before + 1);
  expect(await paidByMining(miner)).toBeLessThan(before + DAY_SATS);
});

test("payments after eight days of downtime wait for an administrator's confirmation", async () => {
  const seed = await nextDay();
  await installation.stop();
  const before = (await stillPaid()) + 8 * DAY_SATS;
  clock.advance(8 * DAY + HOUR);
  await installation.start();
  expect(await closedBecause()).toBe("Nothing ran here for 8 days, says the clock.");
  expect(await paidByMining(miner)).toBeLessThan(before);
  expect(await seed()).toBeNull();
  await confirmClock();
  await minePaid(miner, before);
  await expect.poll(seed).toMatch(/^[0-9a-f]{64}$/);
});

/** Reads the paid amount directly from the database while the server is down. */
async function stillPaid(): Promise<number> {
  const [row] = await database.query<{ sats: bigint }>(
    "select coalesce(sum(payout_sats), 0)::bigint as sats from mining_payouts",
  );
  return Number(row?.sats ?? 0n);
}

/**
 * A clock that moves by itself, and a server that was away for longer than a week, pay nobody until
 * an administrator has looked; what is due then is paid.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, openPayGate, payGateState, type Database } from "#platform";
import { buyPlan, getCoins, minePaid, paidByMining } from "../support/main-job.ts";
import { eventually, type Person } from "../support/person.ts";
import {
  DAY,
  HOUR,
  startInstallationAt,
  travelClock,
  type InstallationInTime,
} from "../support/time-travel.ts";

/** 1,500 TH/s earn 3,408,304 satoshis in 30 days. */
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

test("a jump of ten days is not paid before the press; set back in time, nothing of it is", async () => {
  const before = await paidByMining(miner);
  clock.advance(10 * DAY);
  expect(await closedBecause()).toBe("The clock moved by 10 days at once.");
  clock.advance(-10 * DAY);
  await eventually(
    "the way back is seen",
    () => payGateState(database),
    ({ closedReason }) => closedReason === "The clock moved by -10 days at once.",
  );
  expect(await paidByMining(miner)).toBe(before);
  await openPayGate(database);
  await minePaid(miner, before + 1);
  expect(await paidByMining(miner)).toBeLessThan(before + DAY_SATS);
});

test("eight days away wait for the press, and are paid after it", async () => {
  await installation.stop();
  const before = (await stillPaid()) + 8 * DAY_SATS;
  clock.advance(8 * DAY + HOUR);
  await installation.start();
  expect(await closedBecause()).toBe("Nothing ran here for 8 days, says the clock.");
  expect(await paidByMining(miner)).toBeLessThan(before);
  await openPayGate(database);
  await minePaid(miner, before);
});

/** While the server is down. */
async function stillPaid(): Promise<number> {
  const [row] = await database.query<{ sats: bigint }>(
    "select coalesce(sum(payout_sats), 0)::bigint as sats from mining_payouts",
  );
  return Number(row?.sats ?? 0n);
}

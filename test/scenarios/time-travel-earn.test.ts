/**
 * Tests stakes, investments and rigs over months, on the whole product with a clock that jumps.
 * Interest must be exact to the satoshi and paid once, the principal must always be returned in
 * full, and power must be paid from earnings.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditBooks } from "../support/money/stopped-ledger.ts";
import { fundFilled, getCoins } from "../support/people/main-job.ts";
import { eventually, type Person } from "../support/people/person.ts";
import {
  DAY,
  HOUR,
  startInstallationAt,
  travelClock,
  type InstallationInTime,
} from "../support/servers/time-travel.ts";

const clock = travelClock(new Date());
let installation: InstallationInTime;

beforeAll(async () => {
  installation = await startInstallationAt(clock);
});

afterAll(async () => {
  await installation.close();
});

async function personWithCoins(name: string): Promise<Person> {
  const person = await installation.signUp(name);
  await getCoins(person);
  await fundFilled(person);
  return person;
}

async function available(person: Person): Promise<number> {
  return (await person.call("getWallet")).availableSats;
}

async function positionOf(person: Person, id: string) {
  const { items } = await person.call("listPositions");
  const position = items.find((one) => one.id === id);
  if (!position) throw new Error(`no position ${id}`);
  return position;
}

/** Requests the faucet's daily amount on consecutive days until the user has this balance. */
async function saveUp(person: Person, sats: number): Promise<void> {
  for (let amount = 5_000_000; amount < sats; amount += 5_000_000) {
    clock.advance(DAY);
    await person.call("requestFaucet", { body: {} });
  }
  await eventually(
    "all deposits are credited",
    () => available(person),
    (has) => has >= sats,
  );
}

describe("stakes", () => {
  // 1,000,000 sats x 50 % x 90 / 365 = 123,287.67 sats
  const INTEREST = 123_287;

  test("a 90-day stake is paid exactly once, at its end", async () => {
    const ann = await personWithCoins("Ann");
    const before = await available(ann);
    const stake = await ann.call("openStake", {
      body: { amountSats: 1_000_000, durationDays: 90 },
    });
    expect(Date.parse(stake.endsAt ?? "") - Date.parse(stake.openedAt)).toBe(90 * DAY);
    expect(stake).toMatchObject({ state: "open", promisedSats: INTEREST });
    expect(await available(ann)).toBe(before - 1_000_000);

    clock.set(new Date(Date.parse(stake.endsAt ?? "") - HOUR / 2));
    // Renews the session now, so that the remaining fifteen seconds are enough for one request.
    await ann.call("getMe");
    clock.set(new Date(Date.parse(stake.endsAt ?? "") - 15_000));
    expect(await positionOf(ann, stake.id)).toMatchObject({ state: "open", paidSats: null });
    clock.set(new Date(Date.parse(stake.endsAt ?? "") + 1_000));
    const paid = await eventually(
      "the stake is paid",
      () => positionOf(ann, stake.id),
      ({ state }) => state === "closed",
    );
    expect(paid).toMatchObject({ outcome: "paid", paidSats: INTEREST });
    expect(await available(ann)).toBe(before + INTEREST);

    clock.advance(-HOUR);
    await installation.stop();
    await installation.start();
    clock.advance(30 * DAY);
    await installation.stop();
    await installation.start();
    expect(await available(ann)).toBe(before + INTEREST);
    expect(await positionOf(ann, stake.id)).toMatchObject({ closedAt: paid.closedAt });
  });

  test("a stake that matures during downtime is paid once after the restart", async () => {
    const bob = await personWithCoins("Bob");
    const before = await available(bob);
    const stake = await bob.call("openStake", {
      body: { amountSats: 1_000_000, durationDays: 90 },
    });
    await installation.stop();
    clock.advance(200 * DAY);
    await installation.start();
    const paid = await eventually(
      "the stake is paid",
      () => positionOf(bob, stake.id),
      ({ state }) => state === "closed",
    );
    expect(paid.paidSats).toBe(INTEREST);
    expect(await available(bob)).toBe(before + INTEREST);
    await installation.stop();
    await installation.start();
    expect(await available(bob)).toBe(before + INTEREST);
  });

  test("closing a stake early returns the principal without interest", async () => {
    const cid = await personWithCoins("Cid");
    const before = await available(cid);
    const stake = await cid.call("openStake", {
      body: { amountSats: 2_000_000, durationDays: 30 },
    });
    clock.advance(29 * DAY);
    const exit = await cid.call("exitPosition", { params: { positionId: stake.id }, body: {} });
    expect(exit).toMatchObject({ state: "closed", outcome: "left", paidSats: 0 });
    expect(await available(cid)).toBe(before);
    clock.advance(2 * DAY);
    await expect(
      cid.call("exitPosition", { params: { positionId: stake.id }, body: {} }),
    ).rejects.toMatchObject({ problem: { status: expect.toSatisfy((s: number) => s >= 400) } });
    expect(await available(cid)).toBe(before);
  });
});

test("BTC Pro accrues interest daily, including days of downtime", async () => {
  const dee = await personWithCoins("Dee");
  await saveUp(dee, 50_000_000);
  const before = await available(dee);
  const body = { planId: "btc-pro", amountSats: 50_000_000 };
  const opened = await dee.call("openInvestment", { body });
  const daysAhead = (position: typeof opened) =>
    (Date.parse(position.paidThrough ?? "") - Date.parse(position.openedAt)) / DAY;
  expect(opened).toMatchObject({ endsAt: null, state: "open" });
  expect(daysAhead(opened)).toBe(30);

  clock.advance(DAY + HOUR);
  await eventually(
    "one more day is set aside",
    () => positionOf(dee, opened.id),
    (position) => daysAhead(position) === 31,
  );
  await installation.stop();
  clock.advance(5 * DAY);
  await installation.start();
  await eventually(
    "the days slept over are set aside",
    () => positionOf(dee, opened.id),
    (position) => daysAhead(position) === 36,
  );
  const exit = await dee.call("exitPosition", { params: { positionId: opened.id }, body: {} });
  // 50,000,000 sats x 25 % x 6 / 365 = 205,479.45 sats
  expect(exit.paidSats).toBe(205_479);
  expect(await available(dee)).toBe(before + 205_479);
});

test("a rig earns for 30 days according to its hash rate and pays for its power", async () => {
  const eli = await personWithCoins("Eli");
  await saveUp(eli, 10_000_000);
  await eli.call("startMining");
  const { items } = await eli.call("listHardware");
  const rig = items.find(({ name }) => name === "S19 Pro");
  // A delivered rig mines and may be paid before the next request, so read the balance before the
  // order.
  const before = (await available(eli)) - (rig?.priceSats ?? 0);
  await eli.call("placeOrder", { body: { itemId: rig?.id, priceSats: rig?.priceSats } });
  await installation.stop();
  clock.advance(30 * DAY);
  await installation.start();
  const owned = await eventually(
    "thirty days are settled",
    async () => (await eli.call("listRigs")).items[0],
    (one) => (one?.earnedSats ?? 0) >= 249_942,
  );
  // A rig of 110 TH/s earns 113,610.133 x 110 / 50 = 249,942.3 sats. Its power costs 3.25 kW x 720
  // h x 0.1 USD = 234 USD = 390,000 sats.
  expect(owned?.earnedSats).toBeLessThan(249_942 + 30);
  expect(owned?.powerPaidSats).toBeGreaterThanOrEqual(390_000);
  expect(owned?.powerPaidSats).toBeLessThan(390_000 + 60);
  await eli.call("stopMining");
  const settled = await eventually(
    "the rest is settled",
    () => eli.call("listRigs"),
    ({ items: [one] }) => one?.state === "idle",
  );
  const [idle] = settled.items;
  await eventually(
    "wallet and rig agree",
    () => available(eli),
    (has) => has === before + (idle?.netSats ?? 0),
  );
  expect(idle?.netSats).toBeLessThan(0);
});

test("at the end the ledger is consistent", async () => {
  await installation.stop();
  const { problems } = await auditBooks(installation, async () => undefined);
  expect(problems).toEqual([]);
});

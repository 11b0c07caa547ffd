/** Tests that mining owes each user exactly what a settlement then pays. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { newUuid, openDatabase, type Database } from "#platform";
import { referenceValuesAt } from "#treasury";
import { postWork, SATOSHI_OF_WORK } from "../../../test/support/chain/pool-work.ts";
import { pseudoRandom } from "../../../test/support/inputs/pseudo-random.ts";
import { userWith } from "../../../test/support/money/books.ts";
import { moneyRequest } from "../../../test/support/money/mining.ts";
import { length, seeds } from "../../../test/support/seeds.ts";
import { buyBoost } from "../plans/buy-boost.ts";
import { buyContract } from "../plans/buy-contract.ts";
import { miningProduct } from "../product.ts";
import { setTariff } from "../rigs/set-tariff.ts";
import { startMining } from "../start-mining.ts";
import { stopMining } from "../stop-mining.ts";
import { openRigScene, ownerOfRig, rigOf } from "../testing/rig-owner.ts";
import { payOutDue } from "./payout-round.ts";

const HOUR = 3_600_000;

const scene = openRigScene();
let asPool: Database;
beforeAll(() => {
  asPool = openDatabase(scene.poolUrl, { connectionsMax: 2 });
});
afterAll(() => asPool.close());

const mined = (userId: string, sats: number) =>
  postWork(asPool, [
    { userId, at: scene.deps.clock.now(), difficulty: Math.round(sats * SATOSHI_OF_WORK) },
  ]);

async function at() {
  const now = scene.deps.clock.now();
  return { now, reference: await referenceValuesAt(scene.database, now) };
}

async function owedTo(userIds: readonly string[]): Promise<bigint[]> {
  const owed = await miningProduct(24).owedTo(scene.database, await at(), userIds);
  return userIds.map((userId) => owed.get(userId) ?? 0n);
}

/** Settles the users' earnings and returns the changes of their balances. */
async function settle(userIds: readonly string[]): Promise<bigint[]> {
  const before = await balances(userIds);
  await scene.database.transaction((tx) => scene.deps.settleEarnings(tx, userIds, "single"));
  const after = await balances(userIds);
  return after.map((sats, index) => sats - (before[index] ?? 0n));
}

const balances = (userIds: readonly string[]) => Promise.all(userIds.map(scene.balance));

async function buy(userId: string): Promise<void> {
  await buyContract(scene.deps, { request: moneyRequest(userId, "buy"), planId: "starter-rig" });
}

/** Creates a user with a running contract and the given coins after the purchase. */
async function contractor(sats = 1_000_000n): Promise<string> {
  const userId = await userWith(scene.database, { sats: sats + 165_000n });
  await buy(userId);
  await startMining(scene.deps, { userId });
  return userId;
}

test("users are owed what a settlement then pays for every kind of hash rate", async () => {
  const { deps } = scene;
  const { userId: owner } = await ownerOfRig(deps, 1_000_000n);
  await buy(owner);
  await buyBoost(deps, { request: moneyRequest(owner, "boost"), multiplier: "2" });
  const [one, off, worker, none] = [
    await contractor(0n),
    await contractor(),
    await userWith(scene.database, {}),
    await userWith(scene.database, { sats: 1_000n }),
  ];
  const userIds = [owner, one, off, worker, none];
  expect(await owedTo(userIds)).toEqual([0n, 0n, 0n, 0n, 0n]);
  deps.clock.advance(HOUR);
  await stopMining(deps, { userId: off });
  deps.clock.advance(HOUR / 2);
  await mined(owner, 10.5);
  await mined(worker, 2.25);
  const owed = await owedTo(userIds);
  // 50 TH/s earn 157.79 sats an hour.
  expect(owed.slice(1)).toEqual([236n, 157n, 2n, 0n]);
  expect(owed[0]).toBeGreaterThan(10n + 236n);
  for (const [index, userId] of userIds.entries())
    expect(await owedTo([userId])).toEqual([owed[index]]);
  const liabilities = await miningProduct(24).liabilities(scene.database, await at());
  expect(owed.reduce((sum, sats) => sum + sats, 0n)).toBeLessThan(
    liabilities.reduce((sum, { owedSats }) => sum + owedSats, 0n),
  );
  expect(await settle(userIds)).toEqual(owed);
  expect(await owedTo(userIds)).toEqual([0n, 0n, 0n, 0n, 0n]);
  expect(await owedTo([newUuid()])).toEqual([0n]);
});

test("an ended contract is owed until it is paid", async () => {
  const userId = await contractor(0n);
  scene.deps.clock.advance(31 * 24 * HOUR);
  const owed = await owedTo([userId]);
  // 30 days at 3,787.0 sats a day
  expect(owed[0]).toBeGreaterThan(113_000n);
  expect(await payOutDue(scene.deps)).toBe(0);
  expect(await balances([userId])).toEqual(owed);
  expect(await owedTo([userId])).toEqual([0n]);
});

test("power that exceeds the earnings leaves nothing owed", async () => {
  const { userId } = await ownerOfRig(scene.deps, 1_000_000n);
  await setTariff(scene.deps, { userId, usdPerKwh: "1" });
  scene.deps.clock.advance(HOUR);
  expect(await owedTo([userId])).toEqual([0n]);
  const [change = 0n] = await settle([userId]);
  expect(change).toBeLessThan(0n);
});

test("a rig without other coins is charged from the pay of measured work", async () => {
  const { userId } = await ownerOfRig(scene.deps, 0n);
  await setTariff(scene.deps, { userId, usdPerKwh: "1" });
  scene.deps.clock.advance(HOUR);
  await mined(userId, 7_000);
  const owed = await owedTo([userId]);
  expect(owed[0]).toBeGreaterThan(0n);
  expect(owed[0]).toBeLessThan(7_000n);
  expect(await settle([userId])).toEqual(owed);
  expect(await rigOf(scene.deps, userId)).toMatchObject({ stoppedAt: null });
});

test("a rig that its owner cannot pay for is owed until it stops", async () => {
  const { userId } = await ownerOfRig(scene.deps, 100n);
  await setTariff(scene.deps, { userId, usdPerKwh: "1" });
  scene.deps.clock.advance(HOUR);
  expect(await owedTo([userId])).toEqual([0n]);
  await settle([userId]);
  expect((await rigOf(scene.deps, userId))?.stoppedAt).toBeInstanceOf(Date);
  scene.deps.clock.advance(HOUR);
  expect(await owedTo([userId])).toEqual([0n]);
});

test("measured work above a user's daily cap is not owed", async () => {
  const userId = await userWith(scene.database, {});
  for (let share = 0; share < 40; share += 1) await mined(userId, 30_000);
  expect(await owedTo([userId])).toEqual([1_000_000n]);
  expect(await settle([userId])).toEqual([1_000_000n]);
  expect(await owedTo([userId])).toEqual([0n]);
});

test.each(seeds)("random histories owe what a settlement pays, seed %i", async (seed) => {
  const random = pseudoRandom(seed);
  const { deps } = scene;
  const { userId: owner } = await ownerOfRig(deps, 3_000n);
  const { userId: both } = await ownerOfRig(deps, 1_165_000n);
  await buy(both);
  const userIds = [owner, both, await contractor(0n), await userWith(scene.database, {})];
  for (let step = 0; step < length(40, 400); step += 1) {
    deps.clock.advance(Math.floor(random() * 3 * HOUR));
    const userId = userIds[Math.floor(random() * userIds.length)] ?? "";
    const chance = random();
    if (chance < 0.1) await stopMining(deps, { userId });
    else if (chance < 0.4) await startMining(deps, { userId }).catch(() => undefined);
    else if (chance < 0.5) await setTariff(deps, { userId, usdPerKwh: random().toFixed(3) });
    else if (chance < 0.8) await mined(userId, random() * 400);
    else if (chance < 0.9) await payOutDue(deps);
    if (random() < 0.5) continue;
    const owed = await owedTo(userIds);
    const paid = await settle(userIds);
    expect(owed).toEqual(paid.map((sats) => (sats > 0n ? sats : 0n)));
  }
});

/** Tests that each day's expected earnings match the actual payouts. */
import { difficultyOf, NANOSATS_PER_SAT } from "#economics";
import { expectedYield } from "#mining";
import { newId } from "#platform";
import { beforeAll, expect, test } from "vitest";
import { userWith } from "../../../test/support/money/books.ts";
import { ownerWith } from "../../../test/support/money/shop.ts";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import {
  fundTreasury,
  miningDeps,
  moneyRequest,
  type MiningTestDeps,
  setReferenceValues,
} from "../../../test/support/money/mining.ts";
import { buyContract } from "../plans/buy-contract.ts";
import { payOutDue } from "./payout-round.ts";
import { installRig } from "../rigs/install-rig.ts";
import { removeRig } from "../rigs/remove-rig.ts";
import { startMining } from "../start-mining.ts";
import { stopMining } from "../stop-mining.ts";

const books = fileDatabase();
let deps: MiningTestDeps;
beforeAll(async () => {
  deps = miningDeps(books.database, "2026-03-01T12:00:00Z");
  await fundTreasury(books.database, 10_000_000_000n);
});

const satsPerDay = async (userId: string, from: string, until: string) => {
  const days = await expectedYield(books.database, {
    userId,
    from: new Date(from),
    until: new Date(until),
  });
  return [...days].map(([day, nanosats]) => [day, nanosats / NANOSATS_PER_SAT]);
};

test("expected yield counts only time with mining on", async () => {
  const userId = await userWith(books.database, { sats: 10_000_000n });
  const request = moneyRequest(userId, "buyContract");
  await buyContract(deps, { request, planId: "starter-rig" });
  expect(await satsPerDay(userId, "2026-03-01", "2026-03-02")).toEqual([]);
  await startMining(deps, { userId });
  deps.clock.set("2026-03-03T06:00:00Z");
  await payOutDue(deps);
  await stopMining(deps, { userId });
  deps.clock.set("2026-03-05T00:00:00Z");
  await startMining(deps, { userId });
  deps.clock.set("2026-03-06T00:00:00Z");
  await setReferenceValues(deps, {
    difficulty: difficultyOf("166000000000000"),
  });
  deps.clock.set("2026-03-07T00:00:00Z");
  // 50 TH/s earn 3,787.0 sats per day. Mining is on for half the first day, the whole second day, a
  // quarter of the third day and not at all on the fourth. The fifth day is full, and the sixth is
  // full at twice the difficulty.
  expect(await satsPerDay(userId, "2026-03-01", "2026-03-07")).toEqual([
    ["2026-03-01", 1_893n],
    ["2026-03-02", 3_787n],
    ["2026-03-03", 946n],
    ["2026-03-05", 3_787n],
    ["2026-03-06", 1_893n],
  ]);
  expect(await satsPerDay(userId, "2026-03-02", "2026-03-03")).toEqual([["2026-03-02", 3_787n]]);
  expect(await satsPerDay(userId, "2026-03-05T12:00:00Z", "2026-03-06")).toEqual([
    ["2026-03-05", 1_893n],
  ]);
});

test("expected yield equals the payouts to the satoshi", async () => {
  const userId = await userWith(books.database, { sats: 10_000_000n });
  deps.clock.set("2026-04-01T00:00:00Z");
  const request = moneyRequest(userId, "buyContract");
  const contract = await buyContract(deps, { request, planId: "pro-miner" });
  await startMining(deps, { userId });
  const from = new Date("2026-04-01T00:00:00Z");
  const until = new Date("2026-04-04T07:00:00Z");
  const total = async () => {
    const days = await expectedYield(books.database, { userId, from, until });
    return [...days.values()].reduce((sum, nanosats) => sum + nanosats, 0n);
  };
  const before = await total();
  for (let hour = 1; hour <= 79; hour += 1) {
    deps.clock.set(new Date(from.getTime() + hour * 3_600_000));
    await payOutDue(deps);
  }
  expect(await total()).toBe(before);
  const [paid] = await books.database.query<{ nanosats: bigint; sats: bigint }>(
    "select nanosats, posted_sats as sats from mining_earners where id = $1",
    [contract.id],
  );
  expect(paid?.nanosats).toBe(before);
  expect(paid?.sats).toBe(before / NANOSATS_PER_SAT);
});

test("a stopped or sold rig has no expected earnings", async () => {
  const userId = await ownerWith(books.database, 10_000n);
  const from = new Date("2026-06-01T00:00:00Z");
  deps.clock.set(from);
  const rigId = newId("rig", from);
  await books.database.transaction((tx) =>
    installRig(tx, {
      id: rigId,
      userId,
      name: "S19 Pro",
      hashRateThs: "110",
      powerKw: "3.25",
      startsAt: from,
      paidSats: 5_833_334n,
      paidCents: 350_000n,
    }),
  );
  await startMining(deps, { userId });
  const until = new Date("2026-06-11T00:00:00Z");
  const total = async () => {
    const days = await expectedYield(books.database, { userId, from, until });
    return [...days.values()].reduce((sum, nanosats) => sum + nanosats, 0n);
  };
  const running = await total();
  for (let day = 1; day <= 4; day += 1) {
    deps.clock.set(new Date(from.getTime() + day * 86_400_000));
    await payOutDue(deps);
  }
  const [rig] = await books.database.query<{ earned: bigint; stopped: boolean }>(
    `select nanosats as earned, stopped_at is not null as stopped
     from mining_earners join mining_rigs using (id) where id = $1`,
    [rigId],
  );
  expect(rig?.stopped).toBe(true);
  expect(await total()).toBe(rig?.earned);
  expect(await total()).toBeLessThan(running);
  deps.clock.set("2026-06-08T00:00:00Z");
  await books.database.transaction((tx) =>
    removeRig(tx, { userId, rigId, now: deps.clock.now(), proceedsSats: 0n }),
  );
  expect(await total()).toBe(rig?.earned);
});

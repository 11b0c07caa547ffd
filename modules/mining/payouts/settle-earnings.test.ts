/** Earnings since the last payout count as soon as a user spends. */
import { difficultyOf } from "#economics";
import { balancesOf, houseAccount, postAtCommit, userAccount, verifyLedger } from "#ledger";
import { newUuid, NotBatchable, type DatabaseTransaction } from "#platform";
import { describe, expect, test } from "vitest";
import { payGateRefusals } from "../../../platform/pay-gate.ts";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { userWith } from "../../../test/support/money/books.ts";
import { pseudoRandom } from "../../../test/support/inputs/pseudo-random.ts";
import { seeds } from "../../../test/support/seeds.ts";
import {
  fundTreasury,
  miningDeps,
  moneyRequest,
  setReferenceValues,
  type MiningTestDeps,
} from "../../../test/support/money/mining.ts";
import { buyContract } from "../plans/buy-contract.ts";
import { miningProduct } from "../product.ts";
import { startMining } from "../start-mining.ts";
import { stopMining } from "../stop-mining.ts";
import { daysThatDiffer, sourcesThatDiffer } from "../testing/paid-rows.ts";
import { accruedPay } from "./accrued-sats.ts";
import { listStatements } from "./list-statements.ts";
import { payOutDue } from "./payout-round.ts";
import { accruedEarnings, earningsSettlement } from "./settle-earnings.ts";

const books = fileDatabase();
const HOUR = 3_600_000;

/** A user with a Starter Rig contract, mining, and no other coins. */
async function miner(deps: MiningTestDeps): Promise<string> {
  const userId = await userWith(deps.database, { sats: 165_000n });
  await buyContract(deps, { request: moneyRequest(userId, "buy"), planId: "starter-rig" });
  await startMining(deps, { userId });
  return userId;
}

/** Spends coins as a use case does: settle, then move the coins with the commit. */
function spend(deps: MiningTestDeps, userId: string, sats: bigint): Promise<void> {
  return deps.database.transaction(async (tx) => {
    await deps.settleEarnings(tx, [userId], "single");
    moveToHouse(tx, userId, sats);
  });
}

function moveToHouse(tx: DatabaseTransaction, userId: string, amount: bigint): void {
  const debit = userAccount(userId, "available", "BTC");
  const credit = houseAccount("fees", "BTC");
  postAtCommit(tx, [[{ id: newUuid(), debit, credit, amount, code: "adjustment" }]]);
}

const accruedSats = async (...args: Parameters<typeof accruedPay>) =>
  (await accruedPay(...args)).netSats;
const balance = async (userId: string) => (await balancesOf(books.database, userId)).availableSats;

async function open(): Promise<MiningTestDeps> {
  await fundTreasury(books.database, 10_000_000n);
  return miningDeps(books.database);
}

test("a user can spend accrued earnings to the last satoshi", async () => {
  const deps = await open();
  const userId = await miner(deps);
  deps.clock.advance(HOUR / 2);
  const accrued = await accruedSats(deps.database, { userId, now: deps.clock.now() });
  expect(accrued).toBe(78n);
  expect(await balance(userId)).toBe(0n);
  await expect(spend(deps, userId, accrued + 1n)).rejects.toThrow(/insufficient/);
  expect(await balance(userId)).toBe(0n);
  await spend(deps, userId, accrued);
  expect(await balance(userId)).toBe(0n);
  expect(await accruedSats(deps.database, { userId, now: deps.clock.now() })).toBe(0n);
});

test("a spending that fails settles nothing", async () => {
  const deps = await open();
  const userId = await miner(deps);
  deps.clock.advance(HOUR / 2);
  await expect(
    deps.database.transaction(async (tx) => {
      await deps.settleEarnings(tx, [userId], "single");
      throw new Error("refused later");
    }),
  ).rejects.toThrow("refused later");
  const [row] = await books.database.query<{ count: number }>(
    "select count(*)::int as count from mining_payouts where user_id = $1",
    [userId],
  );
  expect(row).toEqual({ count: 0 });
  expect(await balance(userId)).toBe(0n);
});

test("64 concurrent spenders of the same earnings never go below zero", async () => {
  const deps = await open();
  const userId = await miner(deps);
  deps.clock.advance(HOUR / 2);
  const results = await Promise.allSettled(
    Array.from({ length: 64 }, () => spend(deps, userId, 10n)),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(7);
  expect(await balance(userId)).toBe(8n);
});

test("in a batch a user whose miner is locked is excluded", async () => {
  const deps = await open();
  const [free, locked] = [await miner(deps), await miner(deps)];
  deps.clock.advance(HOUR);
  await deps.database.transaction(async (tx) => {
    await tx.query("select from mining_miners where user_id = $1 for update", [locked]);
    const error = await deps.database
      .transaction((other) => deps.settleEarnings(other, [free, locked], "batch"))
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(NotBatchable);
    expect([...(error as NotBatchable).places]).toEqual([1]);
  });
});

test("the treasury funds the settlement if the mining account is short", async () => {
  const deps = await open();
  const userId = await miner(deps);
  const mining = houseAccount("mining", "BTC");
  const [{ balance: all } = { balance: 0n }] = await books.database.query<{ balance: bigint }>(
    "select balance from ledger_accounts where name = $1",
    [mining],
  );
  await books.database.transaction(async (tx) =>
    postAtCommit(tx, [
      [
        {
          id: newUuid(),
          debit: mining,
          credit: houseAccount("treasury", "BTC"),
          amount: all,
          code: "treasury_transfer",
        },
      ],
    ]),
  );
  deps.clock.advance(HOUR);
  await spend(deps, userId, 157n);
  expect(await balance(userId)).toBe(0n);
});

test("while the clock is in doubt, accrued earnings cannot be spent", async () => {
  const deps = await open();
  const userId = await miner(deps);
  deps.clock.advance(HOUR / 2);
  const requireCheckedClock = () => {
    throw payGateRefusals.pay_waits();
  };
  const payGate = { ...deps.payGate, requireCheckedClock };
  const doubtful = { ...deps, settleEarnings: earningsSettlement({ payGate, raiseWaitHours: 24 }) };
  expect(await accruedEarnings({ payGate }).satsOf(books.database, userId)).toBe(0n);
  await expect(spend(doubtful, userId, 1n)).rejects.toThrow(/insufficient/);
  expect(await accruedEarnings(deps).satsOf(books.database, userId)).toBe(78n);
  await spend(deps, userId, 78n);
});

test("an ended contract with unpaid earnings blocks the deletion of the account", async () => {
  const deps = await open();
  const userId = await miner(deps);
  const blockers = () => miningProduct(24).deletionBlockers(deps.database, userId);
  deps.clock.advance(31 * 24 * HOUR);
  expect(await blockers()).toEqual(["1 running contract or boost"]);
  expect(await payOutDue(deps)).toBe(0);
  expect(await blockers()).toEqual([]);
});

test("a stop pays the part of the hour with the next round", async () => {
  const deps = await open();
  const userId = await miner(deps);
  expect(await payOutDue(deps)).toBe(0);
  deps.clock.advance(HOUR / 2);
  await stopMining(deps, { userId });
  deps.clock.advance(5_000);
  expect(await payOutDue(deps)).toBe(0);
  expect(await balance(userId)).toBe(78n);
});

describe("random histories", () => {
  test.each(seeds)(
    "of spending and hourly rounds pay what one payout would, seed %i",
    async (seed) => {
      const random = pseudoRandom(seed);
      const deps = await open();
      const users = await Promise.all(Array.from({ length: 4 }, () => miner(deps)));
      const start = deps.clock.now().getTime();
      const spent = new Map(users.map((userId) => [userId, 0n]));
      for (let step = 0; step < 60; step += 1) {
        deps.clock.advance(Math.floor(random() * HOUR));
        if (random() < 0.3) await payOutDue(deps);
        const userId = users[Math.floor(random() * users.length)] ?? "";
        const now = deps.clock.now();
        const available =
          (await balance(userId)) + (await accruedSats(deps.database, { userId, now }));
        const sats = BigInt(Math.floor(Number(available) * random()));
        if (sats === 0n) continue;
        await spend(deps, userId, sats);
        spent.set(userId, (spent.get(userId) ?? 0n) + sats);
      }
      const elapsedMs = deps.clock.now().getTime() - start;
      // 50 TH/s earn 3,787.0 sats a day at the start values.
      const earned = (elapsedMs * 3_787) / 86_400_000;
      for (const userId of users) {
        await spend(deps, userId, 1n);
        const total = (await balance(userId)) + (spent.get(userId) ?? 0n) + 1n;
        expect(Math.abs(Number(total) - earned)).toBeLessThan(2);
      }
      expect(await daysThatDiffer(books.database)).toEqual([]);
      expect(await sourcesThatDiffer(books.database)).toEqual([]);
      expect(await verifyLedger(books.database)).toEqual([]);
    },
  );
});

// The last test of the file, because the reference values stay in the database.
test("new reference values within the hour split the settled payout", async () => {
  const deps = await open();
  const userId = await miner(deps);
  deps.clock.advance(HOUR / 4);
  await setReferenceValues(deps, { difficulty: difficultyOf("166000000000000") });
  deps.clock.advance(HOUR / 4);
  // A quarter of an hour at 157.8 sats per hour, and one at half of that.
  expect(await accruedSats(deps.database, { userId, now: deps.clock.now() })).toBe(59n);
  await spend(deps, userId, 59n);
  const { items } = await listStatements(deps, { userId, limit: 1 });
  expect(items[0]?.lines).toHaveLength(2);
  expect(await balance(userId)).toBe(0n);
});

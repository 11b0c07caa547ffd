/**
 * Tests payouts on a real database: exact to the satoshi and paid only once, even if processes are
 * killed, rounds are repeated or two rounds run concurrently.
 */
import { difficultyOf } from "#economics";
import {
  accountBalance,
  balancesOf,
  houseAccount,
  outsideAccount,
  postAll,
  statement,
  verifyLedger,
} from "#ledger";
import { newUuid, openDatabase } from "#platform";
import { beforeEach, describe, expect, test } from "vitest";
import { userWith } from "../../../test/support/money/books.ts";
import { asSuperuser, fileDatabase, testDatabase } from "../../../test/support/servers/database.ts";
import {
  fundTreasury,
  miningDeps,
  moneyRequest,
  type MiningTestDeps,
  setReferenceValues,
} from "../../../test/support/money/mining.ts";
import { buyBoost } from "../plans/buy-boost.ts";
import { buyContract } from "../plans/buy-contract.ts";
import { contractsOf } from "../plans/contracts-table.ts";
import { payOutDue, payOutTo } from "./payout-round.ts";
import { startMining } from "../start-mining.ts";
import { stopMining } from "../stop-mining.ts";
import { daysThatDiffer, sourcesThatDiffer } from "../testing/paid-rows.ts";
import { payInProcess } from "../testing/rig-owner.ts";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

const test_ = fileDatabase();
let deps: MiningTestDeps;
beforeEach(() => {
  deps = miningDeps(test_.database);
});

async function minerWith(planId: string, sats = 4_000_000n) {
  const userId = await userWith(test_.database, { sats });
  const contract = await buyContract(deps, { request: moneyRequest(userId, "buy"), planId });
  return { userId, contract, before: (await balancesOf(test_.database, userId)).availableSats };
}

async function paidTo(miner: { userId: string; before: bigint }): Promise<bigint> {
  return (await balancesOf(test_.database, miner.userId)).availableSats - miner.before;
}

describe("accrual", () => {
  test("nothing is paid while mining is off", async () => {
    const miner = await minerWith("pro-miner");
    deps.clock.advance(5 * DAY);
    await payOutDue(deps);
    expect(await paidTo(miner)).toBe(0n);
  });

  test("300 TH/s earn 22,722 sats per day, however many payouts there are", async () => {
    // 300 TH/s earn 7,574.0089 x 3 = 22,722.03 sats a day.
    const [one, many] = [await minerWith("pro-miner"), await minerWith("pro-miner")];
    for (const { userId } of [one, many]) await startMining(deps, { userId });
    for (let part = 0; part < 48; part += 1) {
      deps.clock.advance(DAY / 48);
      await payOutTo(deps, many.userId);
    }
    await payOutTo(deps, one.userId);
    expect(await paidTo(one)).toBe(22_722n);
    expect(await paidTo(many)).toBe(22_722n);
    const { items } = await statement(test_.database, { userId: many.userId, limit: 100 });
    expect(items.filter(({ code }) => code === "mining_payout")).toHaveLength(48);
    expect(items[0]?.cause).toBe(many.contract.id);
  });

  test("time with mining off is not paid", async () => {
    const miner = await minerWith("pro-miner");
    await Promise.all([startMining(deps, miner), startMining(deps, miner)]);
    deps.clock.advance(6 * HOUR);
    await startMining(deps, miner);
    await Promise.all([stopMining(deps, miner), stopMining(deps, miner)]);
    deps.clock.advance(DAY);
    await stopMining(deps, miner);
    await startMining(deps, miner);
    deps.clock.advance(18 * HOUR);
    await payOutDue(deps);
    expect(await paidTo(miner)).toBe(22_722n); // Earnings of 6 + 18 hours
  });

  test("earnings before a stop are paid in the next round, exact to 10^-9 sat", async () => {
    const miner = await minerWith("starter-rig");
    await startMining(deps, miner);
    deps.clock.advance(10 * SECOND); // 0.4383 sats are due, which is too little for a payout.
    await stopMining(deps, miner);
    await payOutDue(deps);
    await payOutDue(deps);
    const rows = await test_.database.query<{ carry_after: bigint; payout_sats: bigint }>(
      "select carry_after, payout_sats from mining_payouts where user_id = $1",
      [miner.userId],
    );
    expect(rows).toEqual([{ payout_sats: 0n, carry_after: 438_310_699n }]);
  });

  test("contracts earn while the server is down", async () => {
    const miner = await minerWith("pro-miner");
    await startMining(deps, miner);
    deps.clock.advance(3 * DAY);
    await payOutDue(deps);
    expect(await paidTo(miner)).toBe(68_166n); // three days of 22,722.03 sats
  });

  test("a clock that goes back does not pay for the same time twice", async () => {
    const miner = await minerWith("pro-miner");
    await startMining(deps, miner);
    deps.clock.advance(DAY);
    await payOutDue(deps);
    deps.clock.advance(-12 * HOUR);
    await payOutTo(deps, miner.userId);
    await stopMining(deps, miner);
    await startMining(deps, miner);
    deps.clock.advance(12 * HOUR);
    await payOutTo(deps, miner.userId);
    expect(await paidTo(miner)).toBe(22_722n);
  });

  test("a contract is closed at its end and its remainder is stored", async () => {
    const miner = await minerWith("starter-rig");
    await startMining(deps, miner);
    deps.clock.advance(40 * DAY);
    await payOutDue(deps);
    await payOutDue(deps);
    expect(await paidTo(miner)).toBe(113_610n);
    const [closed] = await contractsOf(test_.database, miner.userId);
    // The contract earned 113,610.133349177 sats in total.
    expect(closed?.remainderNanosats).toBe(133_349_177n);
  });

  test("new reference values apply from their start date on", async () => {
    // Long before the times of the other tests.
    deps.clock.set("2025-01-01T00:00:00Z");
    const miner = await minerWith("pro-miner");
    await startMining(deps, miner);
    deps.clock.advance(DAY);
    const harder = difficultyOf("166000000000000");
    const values = { difficulty: harder };
    await setReferenceValues(deps, values);
    deps.clock.advance(DAY);
    await payOutTo(deps, miner.userId);
    expect(await paidTo(miner)).toBe(34_083n); // 22,722.03 + 11,361.01 sats
    const easier = { difficulty: difficultyOf("83000000000000") };
    await setReferenceValues(deps, easier);
  });

  test("a boost earns for 24 hours in addition to its contract", async () => {
    const miner = await minerWith("pro-miner");
    const request = moneyRequest(miner.userId, "boost");
    const boost = await buyBoost(deps, { request, multiplier: "2.5" });
    expect(boost.paidSats).toBe(37_500n); // 450 TH/s x 0.05 USD = 22.50 USD = 37,500 sats
    await startMining(deps, miner);
    deps.clock.advance(2 * DAY);
    await payOutDue(deps);
    // The contract earns 2 x 22,722.03 = 45,444.05 sats, and the boost earns 34,083.04 sats with
    // 450 TH/s in a day.
    expect(await paidTo(miner)).toBe(45_444n + 34_083n - 37_500n);
  });
});

describe("funding of payouts", () => {
  test("the treasury funds the mining account", async () => {
    const own = await testDatabase();
    try {
      const { database } = own;
      const ownDeps = miningDeps(database);
      const userId = await userWith(database, { sats: 4_000_000n });
      const request = moneyRequest(userId, "buy");
      await fundTreasury(database, 76_638n);
      await buyContract(ownDeps, { request, planId: "enterprise-farm" });
      const [treasury, chain] = [houseAccount("treasury", "BTC"), outsideAccount("chain")];
      const lost = { debit: treasury, credit: chain, amount: 76_638n, code: "adjustment" } as const;
      await database.transaction((tx) => postAll(tx, [{ id: newUuid(), ...lost }]));
      await startMining(ownDeps, { userId });
      await setReferenceValues(ownDeps, { feesSats: 312_500_000n });
      ownDeps.clock.advance(31 * DAY);
      // The platform owes 2 x 3,408,304 sats, and the purchase brought 3,331,667 sats.
      await payOutDue(ownDeps);
      expect((await balancesOf(database, userId)).availableSats).toBe(668_333n);
      await fundTreasury(database, 5_000_000n);
      await payOutDue(ownDeps);
      expect((await balancesOf(database, userId)).availableSats).toBe(668_333n + 6_816_608n);
      // The treasury has also advanced some of its remaining coins for the next payouts.
      const balances = await Promise.all(
        (["mining", "treasury"] as const).map((name) =>
          accountBalance(database, houseAccount(name, "BTC")),
        ),
      );
      expect(balances.reduce((sum, sats) => sum + sats, 0n)).toBe(1_515_059n);
      expect(await verifyLedger(database)).toEqual([]);
    } finally {
      await own.close();
    }
  });
});

describe("exactly-once payouts", () => {
  test.each([
    ["mining.payout-written", 0n],
    ["mining.payout-committed", 22_722n],
  ])("a payout killed at %s is paid exactly once", async (failpoint, paidByThen) => {
    const miner = await minerWith("pro-miner");
    await startMining(deps, miner);
    deps.clock.advance(DAY);
    expect(await payInProcess(deps, test_.url, { rounds: 1, failpoint })).toBe("SIGKILL");
    expect(await paidTo(miner)).toBe(paidByThen);
    expect(await payInProcess(deps, test_.url, { rounds: 2 })).toBeNull();
    expect(await paidTo(miner)).toBe(22_722n);
  });

  test("concurrent rounds in two processes with two database pools pay each user once", async () => {
    const miners = [];
    for (let index = 0; index < 6; index += 1) {
      const miner = await minerWith("pro-miner");
      await startMining(deps, miner);
      miners.push(miner);
    }
    deps.clock.advance(DAY);
    const other = openDatabase(test_.url);
    try {
      const processes = [
        payInProcess(deps, test_.url, { rounds: 20 }),
        payInProcess(deps, test_.url, { rounds: 20 }),
      ];
      const rounds = Array.from({ length: 10 }, (_, index) =>
        payOutDue({ ...deps, database: index % 2 ? other : test_.database }),
      );
      await Promise.all([...processes, ...rounds]);
    } finally {
      await other.close();
    }
    for (const miner of miners) expect(await paidTo(miner)).toBe(22_722n);
  });

  test("daily sums equal the sums of the accrual periods", async () => {
    expect(await daysThatDiffer(test_.database)).toEqual([]);
  });

  test("each hash-rate source matches the sum of its payouts", async () => {
    expect(await sourcesThatDiffer(test_.database)).toEqual([]);
  });

  test("ledger verification finds no problems", async () => {
    expect(await verifyLedger(test_.database)).toEqual([]);
  });

  test("payout history cannot be deleted", async () => {
    for (const table of ["mining_payouts", "mining_segments", "treasury_reference_values"])
      await expect(
        asSuperuser(test_.database, (superuser) => superuser.query(`delete from ${table}`)),
      ).rejects.toThrow(/only grows|violates foreign key/);
  });
});

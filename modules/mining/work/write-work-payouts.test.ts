/**
 * Tests that measured work is paid its expected value exactly once, even if the paying process is
 * killed or the pool's batches arrive late.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { balancesOf, verifyLedger } from "#ledger";
import { openDatabase, type Database } from "#platform";
import { userWith } from "../../../test/support/money/books.ts";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import {
  fundTreasury,
  miningDeps,
  setReferenceValues,
  type MiningTestDeps,
} from "../../../test/support/money/mining.ts";
import { postWork, SATOSHI_OF_WORK } from "../../../test/support/chain/pool-work.ts";
import { DAY_MS, difficultyOf, workNanosats } from "#economics";
import { miningProduct } from "#mining";
import { referenceValuesAt } from "#treasury";
import { getMining } from "../get-mining.ts";
import { payOutDue, payOutTo } from "../payouts/payout-round.ts";
import { payInProcess } from "../testing/rig-owner.ts";
import { getWork } from "./get-work.ts";
import { listWorkStatements } from "./list-work-statements.ts";

const books = fileDatabase();
let asPool: Database;
let deps: MiningTestDeps;

beforeAll(async () => {
  asPool = openDatabase(books.poolUrl, { connectionsMax: 2 });
  await fundTreasury(books.database, 1_000_000_000n);
});
afterAll(() => asPool.close());
beforeEach(() => {
  deps = miningDeps(books.database, "2026-03-01T09:00:30Z");
});

const person = () => userWith(books.database, {});
const balance = async (userId: string) => (await balancesOf(books.database, userId)).availableSats;
const statements = async (userId: string) =>
  (await listWorkStatements(books.database, { userId, before: 2n ** 62n, limit: 100 })).items;

/** Posts work at a time on 1 March 2026, worth `sats` at the initial reference values. */
const mined = (userId: string, time: string, sats: number) =>
  postWork(asPool, [{ userId, at: `2026-03-01T${time}Z`, difficulty: sats * SATOSHI_OF_WORK }]);

/** Recomputes a user's payouts from their lines, as the page does, and returns the total. */
async function readd(userId: string): Promise<bigint> {
  let carried = 0n;
  let sats = 0n;
  for (const { lines, ...payout } of (await statements(userId)).toReversed()) {
    expect(payout.carryBefore).toBe(carried);
    const nanosats = lines.reduce((sum, line) => {
      const earned =
        workNanosats(line.workAfter, line.reference) -
        workNanosats(line.workBefore, line.reference);
      expect(line.earnedNanosats).toBe(earned);
      return sum + earned - line.unpaidNanosats;
    }, 0n);
    expect(carried + nanosats).toBe(payout.payoutSats * 1_000_000_000n + payout.carryAfter);
    carried = payout.carryAfter;
    sats += payout.payoutSats;
  }
  return sats;
}

describe("payouts for measured work", () => {
  test("measured work is paid in whole satoshis, even while mining is off", async () => {
    const userId = await person();
    await mined(userId, "08:59:00", 2.25);
    expect(await getWork(deps, { userId })).toMatchObject({
      dueMicros: 597_600_000_000n,
      dueNanosats: 2_250_000_000n,
      paidSats: 0n,
      accountId: null,
    });
    expect(await payOutDue(deps)).toBe(0);
    expect(await balance(userId)).toBe(2n);
    await mined(userId, "09:00:10", 0.75);
    await payOutDue(deps);
    expect(await balance(userId)).toBe(3n);
    expect(await statements(userId)).toMatchObject([
      {
        number: 2,
        carryBefore: 250_000_000n,
        payoutSats: 1n,
        carryAfter: 0n,
        lines: [{ day: "2026-03-01", workBefore: 597_600_000_000n, workAfter: 796_800_000_000n }],
      },
      { number: 1, carryBefore: 0n, payoutSats: 2n, carryAfter: 250_000_000n },
    ]);
    expect(await readd(userId)).toBe(3n);
    expect(await getWork(deps, { userId })).toMatchObject({
      workMicros: 796_800_000_000n,
      dueMicros: 0n,
      paidSats: 3n,
      carriedNanosats: 0n,
      today: { earnedNanosats: 3_000_000_000n },
    });
    expect(await getMining(deps, { userId })).toMatchObject({
      earnedTotalSats: 3n,
      modelledTotalSats: 0n,
    });
    expect(await verifyLedger(books.database)).toEqual([]);
  });

  test("pay below one satoshi is postponed until its day is over", async () => {
    const userId = await person();
    await mined(userId, "08:00:00", 0.5);
    await payOutDue(deps);
    expect(await statements(userId)).toEqual([]);
    deps.clock.set("2026-03-02T00:00:01Z");
    await payOutDue(deps);
    expect(await statements(userId)).toMatchObject([
      { number: 1, payoutSats: 0n, carryAfter: 500_000_000n, transferId: null },
    ]);
    await payOutDue(deps);
    expect(await statements(userId)).toHaveLength(1);
    expect((await getWork(deps, { userId })).dueMicros).toBe(0n);
  });

  test("late work is paid at the reference values of its own day", async () => {
    const userId = await person();
    await mined(userId, "08:00:00", 10);
    await payOutDue(deps);
    deps.clock.set("2026-03-03T00:00:00Z");
    await mined(userId, "07:00:00", 5);
    await postWork(asPool, [{ userId, at: "2026-03-02T12:00:00Z", difficulty: SATOSHI_OF_WORK }]);
    await payOutDue(deps);
    expect(await balance(userId)).toBe(16n);
    expect((await statements(userId))[0]?.lines).toMatchObject([
      { day: "2026-03-01", workBefore: 2_656_000_000_000n, workAfter: 3_984_000_000_000n },
      { day: "2026-03-02", workBefore: 0n, workAfter: 265_600_000_000n },
    ]);
    expect(await readd(userId)).toBe(16n);
  });
});

test("new reference values apply from the next ten-minute slot on", async () => {
  const own = miningDeps(books.database, "2031-05-01T10:04:00Z");
  const userId = await person();
  const at = (time: string, sats: number) =>
    postWork(asPool, [{ userId, at: `2031-05-01T${time}Z`, difficulty: sats * SATOSHI_OF_WORK }]);
  await at("10:03:00", 4);
  await setReferenceValues(own, { difficulty: difficultyOf("166000000000000") });
  await at("10:06:00", 4);
  await at("10:10:00", 4);
  own.clock.set("2031-05-01T10:11:00Z");
  await payOutDue(own);
  // Doubling the difficulty halves the value of work. The new difficulty applies from 10:10 on, so
  // the pay is 8 + 2 sats.
  expect(await balance(userId)).toBe(10n);
  expect((await statements(userId))[0]?.lines).toHaveLength(2);
  expect(await readd(userId)).toBe(10n);
  await setReferenceValues(own, { difficulty: difficultyOf("83000000000000") });
});

describe("daily pay caps", () => {
  const DAY = "2027-06-01";
  const mine = (userId: string, time: string, sats: number) =>
    postWork(asPool, [{ userId, at: `${DAY}T${time}Z`, difficulty: sats * SATOSHI_OF_WORK }]);

  test("work above a user's daily cap is shown but not paid", async () => {
    const own = miningDeps(books.database, `${DAY}T12:00:00Z`);
    const userId = await person();
    for (let share = 0; share < 40; share += 1) await mine(userId, "11:00:00", 30_000);
    await payOutDue(own);
    expect(await balance(userId)).toBe(1_000_000n);
    await mine(userId, "11:30:00", 500);
    await payOutDue(own);
    expect(await balance(userId)).toBe(1_000_000n);
    // No pay is due today. The work is counted at the end of the day.
    expect(await getWork(own, { userId })).toMatchObject({
      paidSats: 1_000_000n,
      unpaidNanosats: 200_500_000_000_000n,
      dueNanosats: 0n,
      dueMicros: BigInt(500 * SATOSHI_OF_WORK) * 1_000_000n,
      today: {
        earnedNanosats: 1_200_500_000_000_000n,
        unpaidNanosats: 200_500_000_000_000n,
      },
    });
    own.clock.set("2027-06-02T00:00:10Z");
    await payOutDue(own);
    expect(await balance(userId)).toBe(1_000_000n);
    expect(await getWork(own, { userId })).toMatchObject({
      paidSats: 1_000_000n,
      unpaidNanosats: 200_500_000_000_000n,
      dueMicros: 0n,
    });
    expect(await readd(userId)).toBe(1_000_000n);
    await postWork(asPool, [
      { userId, at: "2027-06-02T00:00:05Z", difficulty: 7 * SATOSHI_OF_WORK },
    ]);
    await payOutDue(own);
    expect(await balance(userId)).toBe(1_000_007n);
  });

  test("all users together are paid at most the installation's daily cap", async () => {
    const own = miningDeps(books.database, "2027-07-01T12:00:00Z");
    const userIds = await Promise.all(Array.from({ length: 12 }, person));
    for (let share = 0; share < 30; share += 1)
      await postWork(
        asPool,
        userIds.map((userId) => ({
          userId,
          at: "2027-07-01T11:00:00Z",
          difficulty: 30_000 * SATOSHI_OF_WORK,
        })),
      );
    await payOutDue(own);
    const balances = await Promise.all(userIds.map(balance));
    expect(balances.reduce((sum, sats) => sum + sats, 0n)).toBe(10_000_000n);
    expect(balances.filter((sats) => sats === 900_000n)).toHaveLength(11);
    const [row] = await books.database.query<{ paid: string }>(
      "select nanosats::text as paid from mining_work_days where day = '2027-07-01'",
    );
    expect(row?.paid).toBe("10000000000000000");
  });
});

describe("cover for measured work", () => {
  const owed = async (own: MiningTestDeps) => {
    const now = own.clock.now();
    const reference = await referenceValuesAt(books.database, now);
    const lines = await miningProduct(24).liabilities(books.database, { now, reference });
    const milliseconds = 7n * DAY_MS;
    return {
      line: lines.find(({ name }) => name.startsWith("Own machines")),
      promised: await miningProduct(24).obligations(books.database, {
        now,
        reference,
        milliseconds,
      }),
    };
  };

  test("cover includes due pay and seven more days at the pace of the last 24 hours", async () => {
    const own = miningDeps(books.database, "2028-01-10T12:00:00Z");
    await payOutDue(own);
    const before = await owed(own);
    const userId = await person();
    await postWork(asPool, [
      { userId, at: "2028-01-10T11:50:00Z", difficulty: 1_000 * SATOSHI_OF_WORK },
    ]);
    const after = await owed(own);
    // The sum over all users is rounded up once, so it may differ from this user's amount by one.
    const more = (now: bigint | undefined, then: bigint | undefined) =>
      Number((now ?? 0n) - (then ?? 0n));
    expect(more(after.line?.owedSats, before.line?.owedSats)).toBeCloseTo(1_000.5, -1);
    expect(more(after.promised, before.promised)).toBeCloseTo(8_001, -1);
    await payOutDue(own);
    expect((await owed(own)).promised - before.promised).toBe(7_001n);
    own.clock.set("2028-01-11T12:00:00Z");
    expect((await owed(own)).promised).toBe(before.promised);
  });

  test("cover excludes work above the caps", async () => {
    const own = miningDeps(books.database, "2028-02-10T12:00:00Z");
    await payOutDue(own);
    const before = await owed(own);
    const userIds = await Promise.all(Array.from({ length: 12 }, person));
    for (let share = 0; share < 40; share += 1)
      await postWork(
        asPool,
        userIds.map((userId) => ({
          userId,
          at: "2028-02-10T11:00:00Z",
          difficulty: 30_000 * SATOSHI_OF_WORK,
        })),
      );
    await payOutDue(own);
    expect((await owed(own)).promised - before.promised).toBeLessThanOrEqual(7n * 10_000_000n + 1n);
  });
});

test("an active worker blocks deletion of its owner's account", async () => {
  const userId = await person();
  await postWork(asPool, [{ userId, at: new Date(Date.now() - 3_600_000), difficulty: 1 }]);
  expect(await miningProduct(24).deletionBlockers(books.database, userId)).toEqual([]);
  await postWork(asPool, [{ userId, at: new Date(), difficulty: 1 }]);
  expect(await miningProduct(24).deletionBlockers(books.database, userId)).toEqual([
    "1 worker mining in the pool",
  ]);
});

test("unpaid work worth at least one satoshi blocks deletion of the account", async () => {
  const [userId, poor] = [await person(), await person()];
  await mined(userId, "08:00:00", 3);
  await mined(poor, "08:00:00", 0.5);
  const deletionBlockers = (id: string) => miningProduct(24).deletionBlockers(books.database, id);
  expect(await deletionBlockers(userId)).toEqual(["unpaid mining earnings"]);
  expect(await deletionBlockers(poor)).toEqual([]);
  await payOutDue(deps);
  expect(await balance(userId)).toBe(3n);
  expect(await deletionBlockers(userId)).toEqual([]);
});

describe("exactly-once payouts", () => {
  test("two concurrent rounds pay each user once", async () => {
    const userIds = await Promise.all(Array.from({ length: 5 }, person));
    for (const userId of userIds) await mined(userId, "08:30:00", 100);
    await Promise.all([payOutDue(deps), payOutDue(deps), payOutTo(deps, userIds[0] ?? "")]);
    await payOutDue(deps);
    expect(await Promise.all(userIds.map(balance))).toEqual(userIds.map(() => 100n));
  });

  test.each(["mining.payout-written", "mining.payout-committed"])(
    "after a kill at %s, nothing is lost or paid twice",
    async (failpoint) => {
      const userIds = await Promise.all([person(), person()]);
      for (const userId of userIds) await mined(userId, "08:40:00", 12.5);
      const killed = await payInProcess(deps, books.url, { rounds: 1, failpoint });
      expect(killed).toBe("SIGKILL");
      await payOutDue(deps);
      expect(await Promise.all(userIds.map(balance))).toEqual([12n, 12n]);
      for (const userId of userIds) expect(await readd(userId)).toBe(12n);
      expect(await verifyLedger(books.database)).toEqual([]);
    },
  );
});

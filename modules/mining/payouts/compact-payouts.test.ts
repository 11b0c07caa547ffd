/**
 * Tests the daily compaction of old payouts. In random histories, sums must be the same before and
 * after compaction, even if processes are killed, compact concurrently or pay at the same time. The
 * database must refuse any compaction that would change a sum.
 */
import { balancesOf, verifyLedger } from "#ledger";
import { sqlState } from "#platform";
import { describe, expect, test } from "vitest";
import { behindTheGuard } from "../../../test/support/servers/without-triggers.ts";
import { userWith } from "../../../test/support/money/books.ts";
import { asSuperuser } from "../../../test/support/servers/database.ts";
import { moneyRequest, setReferenceValues } from "../../../test/support/money/mining.ts";
import { runProgram } from "../../../test/support/servers/program.ts";
import { pseudoRandom } from "../../../test/support/inputs/pseudo-random.ts";
import { length, seeds } from "../../../test/support/seeds.ts";
import { buyBoost } from "../plans/buy-boost.ts";
import { buyContract } from "../plans/buy-contract.ts";
import { compactedBefore, compactPayouts } from "./compact-payouts.ts";
import { payOutDue, payOutTo } from "./payout-round.ts";
import { setTariff } from "../rigs/set-tariff.ts";
import { startMining } from "../start-mining.ts";
import { stopMining } from "../stop-mining.ts";
import { earnedByDay, paidBySource, statementOf } from "../testing/paid-days.ts";
import { openRigScene, ownerOfRig } from "../testing/rig-owner.ts";
import { mustAddUp } from "../testing/statement-oracle.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const house = openRigScene();
const compact = (keptDays: number) => compactPayouts({ ...house.deps, keptDays });

async function miner(planId = "pro-miner"): Promise<string> {
  const userId = await userWith(house.database, { sats: 5_000_000n });
  await buyContract(house.deps, { request: moneyRequest(userId, "buy"), planId });
  await startMining(house.deps, { userId });
  return userId;
}

/** Advances the clock by `pauseMs` and pays all users, `times` times. */
async function pay(userIds: readonly string[], times: number, pauseMs: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    house.deps.clock.advance(pauseMs);
    for (const userId of userIds) await payOutTo(house.deps, userId);
  }
}

/** Returns the figures that compaction must not change. */
async function figures() {
  return {
    earners: await paidBySource(house.database),
    days: await earnedByDay(house.database),
    books: await house.database.query(
      "select user_id, sum(balance)::text as sats from ledger_accounts where asset = 1 group by user_id order by 1",
    ),
  };
}

async function countPayouts(): Promise<{ single: number; folded: number }> {
  const [row] = await house.database.query<{ single: number; folded: number }>(
    `select (select count(*)::int from mining_payouts) as single,
       (select count(*)::int from mining_folded_payouts) as folded`,
  );
  return row ?? { single: NaN, folded: NaN };
}

describe("random histories", () => {
  const starts = seeds.map(
    (seed, index) => [seed, new Date(Date.UTC(2025, 6 * index, 1))] as const,
  );
  test.each(starts)(
    "compaction of a random history changes no daily sum (seed %s)",
    async (seed, start) => {
      const random = pseudoRandom(seed);
      const pick = (count: number) => Math.floor(random() * count);
      const { deps, database } = house;
      deps.clock.set(start);
      const owner = await ownerOfRig(deps, 3_000_000n);
      const people = [owner.userId, await miner(), await miner("starter-rig")];
      const things: ((userId: string) => Promise<unknown>)[] = [
        (userId) => stopMining(deps, { userId }),
        (userId) => startMining(deps, { userId }),
        (userId) => startMining(deps, { userId }),
        () => setTariff(deps, { userId: owner.userId, usdPerKwh: `0.0${1 + pick(9)}` }),
        () => setReferenceValues(deps, { feesSats: BigInt(pick(1_000_000)) }),
        (userId) =>
          buyBoost(deps, { request: moneyRequest(userId, "boost"), multiplier: "1.5" }).catch(
            () => 0,
          ),
        () => compact(1 + pick(3)),
      ];
      for (let step = 0; step < length(120, 400); step += 1) {
        deps.clock.advance(random() < 0.05 ? pick(2 * DAY) : pick(2 * HOUR));
        if (random() < 0.3) await things[pick(things.length)]?.(people[pick(people.length)] ?? "");
        if (random() < 0.8) await payOutDue(deps);
      }
      const before = await figures();
      const round = await compact(2);
      expect(round).toMatchObject({ isDone: true, failures: 0 });
      expect(await figures()).toEqual(before);
      for (const { nanosats, shown } of (await earnedByDay(database)) as Record<string, string>[])
        expect(nanosats).toBe(shown);
      const singleSince = compactedBefore(deps.clock.now(), 2).getTime();
      for (const userId of people) {
        const items = await statementOf(database, userId, { limit: 1 + pick(9) });
        items.forEach(mustAddUp);
        const old = items.filter(({ to }) => Date.parse(to) <= singleSince);
        expect(old.filter(({ foldedAt }) => foldedAt === null)).toEqual([]);
      }
      expect(await verifyLedger(database)).toEqual([]);
      await setReferenceValues(deps, { feesSats: 0n });
      expect(await compact(2)).toEqual({ isDone: true, payouts: 0, failures: 0 });
    },
  );
});

describe("compaction of one day", () => {
  test("one statement covers a compacted day from its first to its last payout", async () => {
    house.deps.clock.set("2026-04-01T00:00:00Z");
    const userId = await miner();
    await pay([userId], 3 * 24, HOUR);
    house.deps.clock.advance(MINUTE);
    await compact(1);
    const items = await statementOf(house.database, userId);
    expect(items).toHaveLength(2 + 24);
    expect(items.slice(0, 2)).toMatchObject([
      {
        from: "2026-04-01T00:00:00.000Z",
        to: "2026-04-02T00:00:00.000Z",
        payouts: 24,
        foldedAt: "2026-04-04T00:01:00.000Z",
        payoutSats: 22_722,
        transferId: null,
        segments: [{ stretchFrom: "2026-04-01T00:00:00.000Z", seconds: "86400" }],
      },
      {
        to: "2026-04-03T00:00:00.000Z",
        payouts: 24,
        segments: [{ stretchFrom: "2026-04-01T00:00:00.000Z", seconds: "86400" }],
      },
    ]);
    expect(items.slice(2)).toMatchObject(
      items.slice(2).map(() => ({ payouts: 1, foldedAt: null })),
    );
    items.forEach(mustAddUp);
  });

  test("a late payout for a compacted day becomes a second statement for that day", async () => {
    house.deps.clock.set("2026-05-01T20:00:00Z");
    const userId = await miner();
    await pay([userId], 29 * 2, 12 * HOUR);
    await pay([userId], 9, HOUR);
    house.deps.clock.advance(40 * DAY);
    await compact(7);
    await payOutDue(house.deps);
    const items = await statementOf(house.database, userId);
    expect(items.at(-1)).toMatchObject({
      payouts: 1,
      foldedAt: null,
      to: "2026-05-31T20:00:00.000Z",
    });
    expect(items.at(-2)).toMatchObject({ payouts: 5, to: "2026-05-31T05:00:00.000Z" });
    await compact(7);
    const folded = await statementOf(house.database, userId);
    expect(folded.every(({ foldedAt }) => foldedAt !== null)).toBe(true);
    folded.forEach(mustAddUp);
    expect(folded.reduce((sum, { payoutSats }) => sum + payoutSats, 0)).toBe(681_660);
  });
});

describe("concurrent compactions and reads", () => {
  test("two concurrent compactions compact each payout exactly once", async () => {
    house.deps.clock.set("2026-06-01T00:00:00Z");
    const userIds = [await miner(), (await ownerOfRig(house.deps, 1_000_000n)).userId];
    await pay(userIds, 5 * 12, 2 * HOUR);
    const { single } = await countPayouts();
    const rounds = Promise.all([compact(1), compact(1), compact(2)]);
    await pay(userIds, 5, MINUTE);
    const sum = (await rounds).reduce((all, { payouts }) => all + payouts, 0);
    const after = await countPayouts();
    expect(sum).toBe(single + 2 * 5 - after.single);
    for (const userId of userIds) {
      const items = await statementOf(house.database, userId);
      items.forEach(mustAddUp);
      expect(items.reduce((all, { payouts }) => all + payouts, 0)).toBe(65);
    }
  });

  test("a list that is read during a compaction misses no payout", async () => {
    house.deps.clock.set("2026-07-01T00:00:00Z");
    const userId = await miner();
    await pay([userId], 6 * 24, HOUR);
    let pages = 0;
    const items = await statementOf(house.database, userId, {
      limit: 31,
      between: async () => {
        pages += 1;
        if (pages === 2) await compact(1);
      },
    });
    items.forEach(mustAddUp);
    let until = items[0]?.from ?? "";
    for (const { from, to } of items) {
      expect(Date.parse(from)).toBeLessThanOrEqual(Date.parse(until));
      until = to;
    }
    expect(items[0]?.from).toBe("2026-07-01T00:00:00.000Z");
    // The day at the end of the second page appears twice: as single payouts and as a compacted
    // day.
    expect(items.reduce((all, { payouts }) => all + payouts, 0)).toBe(6 * 24 + 2 * 31 - 2 * 24);
  });

  test.each([
    ["mining.fold-written", false],
    ["mining.fold-compared", false],
    ["mining.fold-committed", true],
  ])("a compaction killed at %s is completed by the next round", async (failpoint, isFolded) => {
    house.deps.clock.set("2026-08-01T00:00:00Z");
    const userIds = [await miner(), (await ownerOfRig(house.deps, 1_000_000n)).userId];
    await pay(userIds, 3 * 6, 4 * HOUR);
    await compact(20);
    const before = await figures();
    const counted = await countPayouts();
    const words = [house.url, house.deps.clock.now().toISOString(), "1"] as const;
    expect(await runProgram("test/support/money/payout-compactor.ts", words, failpoint)).toBe(
      "SIGKILL",
    );
    expect(await figures()).toEqual(before);
    const { single, folded } = await countPayouts();
    expect([single < counted.single, folded > counted.folded]).toEqual([isFolded, isFolded]);
    await compact(1);
    expect(await figures()).toEqual(before);
    expect(await compact(1)).toEqual({ isDone: true, payouts: 0, failures: 0 });
  });
});

describe("database constraints", () => {
  const dead = (sql: string) =>
    asSuperuser(house.database, (superuser) =>
      superuser.query(sql).then(() => undefined, sqlState),
    );

  test("even a superuser cannot delete a payout without compacting it", async () => {
    house.deps.clock.set("2026-09-01T00:00:00Z");
    const { userId } = await ownerOfRig(house.deps, 1_000_000n);
    await pay([userId], 3, HOUR);
    for (const table of ["power_lines", "power_charges"])
      expect(await dead(`delete from mining_${table}`)).toBe("HF001");
    for (const table of ["payouts", "segments"])
      expect(await dead(`truncate mining_${table} cascade`)).toBe("HF001");
    const contract = await miner();
    await pay([contract], 3, HOUR);
    expect(
      await dead(
        `delete from mining_segments where payout_id in (select id from mining_payouts where user_id = '${contract}')`,
      ),
    ).toBe("HF001");
    for (const table of ["folded_payouts", "folded_lines", "payouts", "segments"])
      expect(await dead(`update mining_${table} set nanosats = nanosats`)).toBe("HF001");
    for (const table of ["folded_payouts", "folded_lines"]) {
      expect(await dead(`delete from mining_${table}`)).toBe("HF001");
      const denied = house.database.query(
        `insert into mining_${table} select * from mining_${table}`,
      );
      expect(await denied.then(() => undefined, sqlState)).toBe("42501");
    }
    const denied = house.database.query("delete from mining_payouts");
    expect(await denied.then(() => undefined, sqlState)).toBe("42501");
  });

  test.each([
    ["mining_payouts", "payout_sats = payout_sats + $2, nanosats = nanosats + $2 * 1000000000"],
    ["mining_segments", "nanosats = nanosats + $2"],
    [
      "mining_power_charges",
      "charged_sats = charged_sats + $2, nanosats = nanosats + $2 * 1000000000",
    ],
    ["mining_power_lines", "nanosats = nanosats + $2"],
  ])("a compaction is refused if its sums differ from its lines: %s", async (table, change) => {
    house.deps.clock.set("2026-10-01T00:00:00Z");
    const [wronged, other] = [(await ownerOfRig(house.deps, 1_000_000n)).userId, await miner()];
    await pay([wronged, other], 2 * 12, 2 * HOUR);
    house.deps.clock.advance(DAY);
    const add = (count: bigint) =>
      behindTheGuard(
        house.database,
        `update ${table} set ${change} where ${table === "mining_payouts" ? "id" : "payout_id"} = (
           select id from mining_payouts where user_id = $1 order by number limit 1)`,
        [wronged, count],
      );
    await add(1n);
    expect(await compact(1)).toMatchObject({ failures: 1 });
    expect(await statementOf(house.database, wronged)).toHaveLength(24);
    expect((await statementOf(house.database, other)).every(({ foldedAt }) => foldedAt)).toBe(true);
    await add(-1n);
    expect(await compact(1)).toMatchObject({ isDone: true, failures: 0 });
    (await statementOf(house.database, wronged)).forEach(mustAddUp);
  });
});

test("payouts that differ from the ledger are not compacted", async () => {
  house.deps.clock.set("2026-11-01T00:00:00Z");
  const userId = await miner();
  await pay([userId], 12, 2 * HOUR);
  const { availableSats } = await balancesOf(house.database, userId);
  await behindTheGuard(
    house.database,
    `update ledger_transfers set amount = amount + 1 where id = (
       select transfer_id from mining_payouts where user_id = $1 order by number limit 1)`,
    [userId],
  );
  house.deps.clock.advance(2 * DAY);
  expect((await compact(1)).failures).toBeGreaterThan(0);
  expect(await statementOf(house.database, userId)).toHaveLength(12);
  expect((await balancesOf(house.database, userId)).availableSats).toBe(availableSats);
});

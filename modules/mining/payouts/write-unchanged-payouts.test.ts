/**
 * Tests the payouts that SQL computes. They must match the TypeScript rules to 10^-9 sat, and SQL
 * must skip users whose payout is more complex.
 */
import { difficultyOf, hashRateOfThs, type HashesPerSecond } from "#economics";
import { NOT_IN_SQL, verifyLedger } from "#ledger";
import { newId, type Database, type DatabaseTransaction } from "#platform";
import { describe, expect, test } from "vitest";
import { userWith } from "../../../test/support/money/books.ts";
import { asSuperuser, testDatabase } from "../../../test/support/servers/database.ts";
import {
  fundTreasury,
  miningDeps,
  setReferenceValues,
  type MiningTestDeps,
} from "../../../test/support/money/mining.ts";
import { pseudoRandom } from "../../../test/support/inputs/pseudo-random.ts";
import { length, seeds } from "../../../test/support/seeds.ts";
import {
  insertHashRateSources,
  openHashRateSources,
  type HashRateSourceKind,
} from "../accrual/hash-rate-sources-table.ts";
import { accruedPay } from "./accrued-sats.ts";
import { payOutDue } from "./payout-round.ts";
import { ownFigures } from "../own-figures-table.ts";
import { writeUnchangedPayouts } from "./write-unchanged-payouts.ts";
import { payoutsOf, settleMiner } from "./settle-miner.ts";
import { rigsOf } from "../accrual/rigs-table.ts";
import { startMining } from "../start-mining.ts";
import { stopMining } from "../stop-mining.ts";
import { daysThatDiffer, sourcesThatDiffer } from "../testing/paid-rows.ts";
import { openRigScene, ownerOfRig } from "../testing/rig-owner.ts";
import { unpaidPeriodsOf } from "../accrual/unpaid-time.ts";
import { payBatch } from "./payout-transaction.ts";
import { fundPayouts } from "#treasury";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const house = openRigScene();

interface Wanted {
  readonly kind?: HashRateSourceKind;
  readonly hashRate?: HashesPerSecond;
  readonly startsInMs?: number;
  readonly lastsMs?: number;
}

async function own(
  { database, clock }: MiningTestDeps,
  userId: string,
  wanted: Wanted = {},
): Promise<string> {
  const { kind = "contract", hashRate = hashRateOfThs("300") } = wanted;
  const startsAt = new Date(clock.now().getTime() + (wanted.startsInMs ?? 0));
  const endsAt = new Date(startsAt.getTime() + (wanted.lastsMs ?? 30 * DAY));
  const id = newId("ctr", startsAt);
  const paid = { referenceId: "ref_start", paidSats: 1n, paidCents: 1n };
  await database.transaction((tx) =>
    insertHashRateSources(tx, [{ id, userId, kind, hashRate, startsAt, endsAt, ...paid }]),
  );
  return id;
}

async function minerIn(deps: MiningTestDeps, sources: readonly Wanted[]): Promise<string> {
  const userId = await userWith(deps.database, {});
  await startMining(deps, { userId });
  for (const wanted of sources) await own(deps, userId, wanted);
  return userId;
}

const miner = (...sources: Wanted[]) => minerIn(house.deps, sources);

/** Returns the rows that the TypeScript rules would write for these users. */
async function expectedOf(tx: DatabaseTransaction, userIds: readonly string[], now: Date) {
  const sources = await openHashRateSources(tx, userIds);
  const periodsOf = await unpaidPeriodsOf(tx, sources, now);
  const miners = await tx.query<{ userId: string; isMining: boolean }>(
    `select user_id as "userId", mining_since is not null as "isMining" from mining_miners where user_id = any($1)`,
    [userIds],
  );
  return miners.flatMap(({ userId, isMining }) => {
    const mine = sources.filter((source) => source.userId === userId);
    const nobody = { work: undefined, availableSats: 0n };
    const { settled } = settleMiner({
      userId,
      isMining,
      sources: mine,
      periodsOf,
      now,
      ...nobody,
    });
    return payoutsOf(settled).map((payout) => ({
      sourceId: payout.sourceId,
      number: payout.number,
      userId,
      carryBefore: payout.carryBefore,
      nanosats: payout.nanosats,
      payoutSats: payout.payoutSats,
      carryAfter: payout.carryAfter,
      transferId: payout.transferId,
      lines: payout.periods.map(({ stretchFrom, from, to, reference, nanosats }) =>
        [+stretchFrom, +from, +to, reference.id, nanosats].join(" "),
      ),
    }));
  });
}

/** Returns the payouts written since `position`, in the form that `expectedOf` returns. */
async function writtenSince(database: Database, position: bigint) {
  const rows = await database.query<{ sourceId: string; lines: string[] }>(
    `select earner_id as "sourceId", number, user_id as "userId", carry_before as "carryBefore", p.nanosats,
       payout_sats as "payoutSats", carry_after as "carryAfter",
       case when payout_sats > 0 then substr(p.id, 5)::uuid end as "transferId",
       array_agg(concat_ws(' ', round(extract(epoch from s.stretch_from) * 1000), round(extract(epoch from s.from_at) * 1000),
         round(extract(epoch from s.to_at) * 1000), s.reference_id, s.nanosats) order by line) as lines
     from mining_payouts p join mining_lines s on s.payout_id = p.id where position > $1 group by p.id`,
    [position],
  );
  return rows;
}

async function newestPosition(database: Database): Promise<bigint> {
  const [row] = await database.query<{ position: bigint }>(
    "select coalesce(max(position), 0) as position from mining_payouts",
  );
  return row?.position ?? 0n;
}

const sorted = <Row extends { sourceId: string }>(rows: readonly Row[]) =>
  rows.toSorted((a, b) => (a.sourceId < b.sourceId ? -1 : 1));

async function openBooks() {
  const books = await testDatabase();
  const { database } = books;
  await fundTreasury(database, 1_000_000_000n);
  const deps = miningDeps(database);
  await fundPayouts(deps, 500_000_000n);
  return {
    database,
    deps,
    [Symbol.asyncDispose]: () => books.close(),
  };
}

describe("written rows", () => {
  test.each(seeds)("SQL writes the same rows as the TypeScript rules (seed %i)", async (seed) => {
    const random = pseudoRandom(seed);
    const upTo = (most: number) => Math.floor(random() * most);
    await using books = await openBooks();
    const { deps } = books;
    const { clock, database } = deps;
    clock.set("2026-05-01T20:00:00Z");
    const userIds: string[] = [];
    for (let count = 0; count < 10; count += 1) {
      const sources = Array.from({ length: 1 + upTo(3) }, (_, index) => ({
        kind: index === 0 ? ("contract" as const) : ("boost" as const),
        hashRate: hashRateOfThs((10 ** (7 * random() - 3)).toFixed(6)),
        lastsMs: 1 + upTo(random() < 0.2 ? HOUR : 3 * DAY),
      }));
      userIds.push(await minerIn(deps, sources));
    }
    let simple = 0;
    for (let round = 0; round < length(25, 200); round += 1) {
      clock.advance(1 + upTo([1_000, 60_000, HOUR][upTo(3)] ?? 1));
      const [someone = ""] = userIds.slice(upTo(userIds.length));
      if (random() < 0.2) await stopMining(deps, { userId: someone });
      else if (random() < 0.5) await startMining(deps, { userId: someone });
      if (random() < 0.1)
        await setReferenceValues(deps, {
          difficulty: difficultyOf(`${83_000_000_000_000 + upTo(1e13)}.${upTo(1e8)}`),
          feesSats: BigInt(upTo(1e8)),
          poolFeeMillionths: BigInt(upTo(1e5)),
        });
      clock.advance(upTo(5_000));
      const before = await newestPosition(database);
      const now = clock.now();
      const expected = await database.transaction((tx) => expectedOf(tx, userIds, now));
      simple += await compareAccruals(database, expected, { userIds, now });
      const { refused } = await payBatch(deps, { userIds, withRigs: true });
      expect(refused).toEqual([]);
      expect(sorted(await writtenSince(database, before))).toEqual(sorted(expected));
    }
    expect(simple).toBeGreaterThan(0);
    expect(await daysThatDiffer(database)).toEqual([]);
    expect(await sourcesThatDiffer(database)).toEqual([]);
    expect(await verifyLedger(database)).toEqual([]);
  });
});

/**
 * Compares the accrued earnings that users see with the payouts that the rules would write now.
 * Returns the number of users for whom one SQL statement computed them.
 */
async function compareAccruals(
  database: Database,
  expected: Awaited<ReturnType<typeof expectedOf>>,
  { userIds, now }: { readonly userIds: readonly string[]; readonly now: Date },
): Promise<number> {
  let simple = 0;
  for (const userId of userIds) {
    const payouts = expected.filter((payout) => payout.userId === userId);
    const earnedSats = payouts.reduce((sum, { payoutSats }) => sum + payoutSats, 0n);
    const { accruedSats } = await ownFigures(database, { userId, now });
    expect([NOT_IN_SQL, earnedSats]).toContain(accruedSats);
    if (accruedSats > 0n) simple += 1;
    const accrued = await accruedPay(database, { userId, now });
    expect(accrued).toEqual({ earnedSats, netSats: earnedSats });
  }
  return simple;
}

describe("users paid by SQL", () => {
  async function isPaid(userId: string): Promise<{ isPaid: boolean; payouts: number }> {
    const { database, clock } = house.deps;
    const pay = await database.transaction((tx) =>
      writeUnchangedPayouts(tx, [userId], clock.now()),
    );
    return { isPaid: pay.length > 0, payouts: pay.flatMap(({ event }) => event).length };
  }
  const settled = async (userId: string) => {
    house.deps.clock.advance(60_000);
    await payOutDue(house.deps);
    house.deps.clock.advance(60_000);
    return userId;
  };

  test("a user is paid if all of their hash-rate sources are still running", async () => {
    const userId = await settled(await miner({}, { kind: "boost" }));
    expect(await isPaid(userId)).toEqual({ isPaid: true, payouts: 2 });
    expect(await isPaid(userId)).toEqual({ isPaid: false, payouts: 0 });
  });

  test("a user is paid if their only rig is stopped and settled", async () => {
    const { deps, database } = house;
    const { userId } = await ownerOfRig(deps, 100n);
    deps.clock.advance(HOUR);
    await payOutDue(deps);
    const rigs = await rigsOf(database, userId);
    expect(rigs).toMatchObject([
      { stoppedAt: expect.any(Date), powerPaidSats: expect.any(BigInt) },
    ]);
    await own(deps, userId);
    expect(await isPaid(await settled(userId))).toEqual({ isPaid: true, payouts: 1 });
    expect(await rigsOf(database, userId)).toEqual(rigs);
    expect(await sourcesThatDiffer(database)).toEqual([]);
  });

  test("a user with less than one satoshi due gets no payout", async () => {
    const userId = await settled(await miner({ hashRate: hashRateOfThs("0.000001") }));
    expect(await isPaid(userId)).toEqual({ isPaid: true, payouts: 0 });
  });

  let daysLater = 0;
  const cases: Readonly<Record<string, () => Promise<string>>> = {
    "whose mining is off": async () => {
      const userId = await settled(await miner({}));
      await stopMining(house.deps, { userId });
      return userId;
    },
    "who has switched mining off and on": async () => {
      const userId = await settled(await miner({}));
      await stopMining(house.deps, { userId });
      house.deps.clock.advance(1_000);
      await startMining(house.deps, { userId });
      house.deps.clock.advance(1_000);
      return userId;
    },
    "with a hash-rate source that has ended": async () =>
      settled(await miner({}, { lastsMs: 120_000 })),
    "whose contract is older than the switch-on": async () => {
      const userId = await miner();
      await stopMining(house.deps, { userId });
      await own(house.deps, userId);
      house.deps.clock.advance(1_000);
      await startMining(house.deps, { userId });
      house.deps.clock.advance(1_000);
      return userId;
    },
    "whose last payout was on another UTC day": async () => {
      house.deps.clock.advance(15 * HOUR - 150_000);
      const userId = await settled(await miner({}));
      house.deps.clock.advance(60_000);
      return userId;
    },
    "last paid before new reference values": async () => {
      const userId = await settled(await miner({}));
      await setReferenceValues(house.deps, { feesSats: 0n });
      house.deps.clock.advance(1_000);
      return userId;
    },
    "whose rig runs": async () => {
      const { userId } = await ownerOfRig(house.deps, 1_000_000n);
      await own(house.deps, userId);
      return settled(userId);
    },
    "paid until later because the clock has gone back": async () => {
      const userId = await settled(await miner({}));
      house.deps.clock.advance(-90_000);
      return userId;
    },
  };

  test.each(Object.entries(cases))("SQL does not pay a user %s", async (_, come) => {
    // Later than every payout of the other tests.
    daysLater += 1;
    house.deps.clock.advance(daysLater * DAY);
    expect(await isPaid(await come())).toEqual({ isPaid: false, payouts: 0 });
  });
});

test("rows with a foreign key from a payout cannot be deleted", async () => {
  await using books = await openBooks();
  const { deps, database } = books;
  const run = (sql: string) => asSuperuser(database, (superuser) => superuser.query(sql));
  const refused = (sql: string, code = "23503") => expect(run(sql)).rejects.toMatchObject({ code });
  const userId = await minerIn(deps, [{}]);
  const sourceId = await own(deps, userId);
  deps.clock.advance(HOUR);
  expect(await payOutDue(deps)).toBe(0);
  const payout = (id: string, of: string) =>
    `insert into mining_payouts (id, earner_id, number, user_id, from_at, to_at, carry_before, nanosats, payout_sats, carry_after)
     values ('${id}', '${of}', 9, '${userId}', now() - interval '1 s', now(), 0, 0, 0, 0)`;
  const line = (payoutId: string, referenceId: string) =>
    `insert into mining_segments (payout_id, line, stretch_from, from_at, to_at, hash_rate, reference_id, nanosats)
     values ('${payoutId}', 9, now() - interval '1 s', now() - interval '1 s', now(), 1, '${referenceId}', 0)`;
  await refused(payout("pay_a", "ctr_nobody"));
  await refused(line("pay_none", "ref_start"));
  await run(payout("pay_b", sourceId));
  await refused(line("pay_b", "ref_none"));
  await run(line("pay_b", "ref_start"));
  // Disable the append-only trigger, which would refuse the deletion first.
  await refused(`alter table mining_payouts disable trigger mining_payouts_append_only;
    delete from mining_payouts where id = 'pay_b'`);
  await refused(`delete from mining_earners where id = '${sourceId}'`);
  await refused("update mining_earners set id = id || 'x'", "HF001");
});

/**
 * Tests payouts in batches: each user receives the same amount as from a single payout, and a user
 * who cannot be paid does not delay the rest of the batch.
 */
import { accountBalance, balancesOf, houseAccount, verifyLedger } from "#ledger";
import { outsideAccount, postAll, userAccount } from "#ledger";
import { newUuid } from "#platform";
import { describe, expect, test } from "vitest";
import { userWith } from "../../../test/support/money/books.ts";
import { asSuperuser, testDatabase } from "../../../test/support/servers/database.ts";
import {
  fundTreasury,
  miningDeps,
  moneyRequest,
  setReferenceValues,
} from "../../../test/support/money/mining.ts";
import type { MiningTestDeps } from "../../../test/support/money/mining.ts";
import { buyContract } from "../plans/buy-contract.ts";
import { lockMiner, usersToPay } from "../accrual/miners-table.ts";
import { payOutDue, payOutTo } from "./payout-round.ts";
import { setTariff } from "../rigs/set-tariff.ts";
import { startMining } from "../start-mining.ts";
import { stopMining } from "../stop-mining.ts";
import { openRigScene, ownerOfRig } from "../testing/rig-owner.ts";
import { startOfHour } from "./start-of-hour.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Earnings of 300 TH/s per day. */
const DAY_SATS = 22_722n;

const house = openRigScene();
const { balance } = house;

async function miner(deps: MiningTestDeps): Promise<string> {
  const userId = await userWith(deps.database, { sats: 1_000_000n });
  const request = moneyRequest(userId, "buy");
  await buyContract(deps, { request, planId: "pro-miner" });
  await startMining(deps, { userId });
  return userId;
}

async function miners(deps: MiningTestDeps, count: number): Promise<string[]> {
  const userIds = [];
  for (let index = 0; index < count; index += 1) userIds.push(await miner(deps));
  return userIds;
}

async function paidTo(userId: string): Promise<bigint> {
  const [row] = await house.database.query<{ sats: bigint }>(
    "select coalesce(sum(payout_sats), 0)::bigint as sats from mining_payouts where user_id = $1",
    [userId],
  );
  return row?.sats ?? 0n;
}

/** Returns all statements of a user, without ids. */
async function statementsOf(userId: string): Promise<unknown[]> {
  return house.database.query(
    `select e.kind, p.number, p.from_at, p.to_at, p.carry_before, p.nanosats, p.payout_sats, p.carry_after, e.closed_at,
       e.remainder_nanosats, e.accrued_until, c.prepaid_before, c.charged_sats, c.prepaid_after, r.stopped_at,
       array_agg(row(s.line, s.stretch_from, s.from_at, s.to_at, s.hash_rate, s.nanosats, l.watts, l.usd_per_kwh, l.nanosats)::text
         order by s.line) as lines
     from mining_payouts p join mining_earners e on e.id = p.earner_id join mining_lines s on s.payout_id = p.id
       left join mining_rigs r on r.id = e.id left join mining_power_charges c on c.payout_id = p.id
       left join mining_power_lines l on l.payout_id = p.id and l.line = s.line
     where p.user_id = $1 group by p.id, e.id, r.id, c.payout_id order by e.kind, p.number`,
    [userId],
  );
}

/** Different user actions in the two hours before a payout. */
const HISTORIES: readonly ((userId: string) => Promise<void>)[] = [
  async () => house.deps.clock.advance(2 * HOUR),
  async (userId) => {
    await stopMining(house.deps, { userId });
    house.deps.clock.advance(HOUR);
    await startMining(house.deps, { userId });
  },
  async (userId) => {
    await setTariff(house.deps, { userId, usdPerKwh: "0.07" });
    house.deps.clock.advance(HOUR);
    await setTariff(house.deps, { userId, usdPerKwh: "0.3" });
  },
  async (userId) => {
    house.deps.clock.advance(HOUR);
    await stopMining(house.deps, { userId });
  },
];

describe("payouts in a batch", () => {
  test("a batch pays exactly the same amounts as single payouts", async () => {
    // Long before the times of the other tests.
    house.deps.clock.set("2025-01-01T00:00:00Z");
    const pairs = [];
    for (const [index, live] of [...HISTORIES, ...HISTORIES].entries()) {
      const start = house.deps.clock.now();
      const twins: string[] = [];
      for (const _ of ["batch", "single"]) {
        house.deps.clock.set(start);
        const { userId } = await ownerOfRig(house.deps, index < 4 ? 1_000_000n : 170_000n);
        const planId = index < 4 ? "pro-miner" : "starter-rig";
        await buyContract(house.deps, { request: moneyRequest(userId, "buy"), planId });
        await live(userId);
        twins.push(userId);
      }
      pairs.push(twins);
    }
    await setReferenceValues(house.deps, { feesSats: 100_000_000n });
    house.deps.clock.advance(31 * DAY);
    for (const [, single = ""] of pairs) await payOutTo(house.deps, single);
    expect(await payOutDue(house.deps)).toBe(0);
    for (const [batched = "", single = ""] of pairs) {
      const statements = await statementsOf(batched);
      expect(statements.length).toBeGreaterThan(1);
      expect(statements).toEqual(await statementsOf(single));
      expect(await balance(batched)).toBe(await balance(single));
    }
    await setReferenceValues(house.deps, { feesSats: 0n });
  });

  test("twelve payouts are written in one transaction", async () => {
    const userIds = await miners(house.deps, 12);
    house.deps.clock.advance(DAY);
    await payOutDue(house.deps);
    const [row] = await house.database.query(
      `select count(*)::int as payouts, count(distinct xmin::text)::int as transactions from mining_payouts
       where user_id = any($1)`,
      [userIds],
    );
    expect(row).toEqual({ payouts: 12, transactions: 1 });
  });
});

test("only users with a due payout are selected", async () => {
  const userIds = await miners(house.deps, 3);
  const [mining = "", stopped = "", idle = ""] = userIds;
  const isDue = async (): Promise<boolean[]> => {
    const now = house.deps.clock.now();
    const due = await usersToPay(house.database, { now, hour: startOfHour(now) });
    const dueIds = new Set(due.map(({ userId }) => userId));
    return userIds.map((userId) => dueIds.has(userId));
  };
  await stopMining(house.deps, { userId: idle });
  await payOutDue(house.deps);
  house.deps.clock.advance(HOUR);
  expect(await isDue()).toEqual([true, true, false]);
  await stopMining(house.deps, { userId: stopped });
  house.deps.clock.advance(-HOUR / 2);
  for (const userId of [mining, stopped]) await payOutTo(house.deps, userId);
  house.deps.clock.advance(-1);
  expect(await isDue()).toEqual([false, true, false]);
  house.deps.clock.advance(HOUR);
  await payOutDue(house.deps);
  expect(await isDue()).toEqual([false, false, false]);
  expect(await paidTo(stopped)).toBe(DAY_SATS / 24n);
  await startMining(house.deps, { userId: idle });
  expect(await isDue()).toEqual([false, false, true]);
  house.deps.clock.advance(31 * DAY);
  expect(await isDue()).toEqual([true, true, true]);
});

describe("a batch with one user who cannot be paid", () => {
  test("a user whose rows cannot be written does not block the other payouts", async () => {
    const userIds = await miners(house.deps, 9);
    const [broken = "", ...others] = userIds;
    house.deps.clock.advance(DAY);
    const setPayouts = (payouts: number) =>
      house.database.query("update mining_earners set payouts = $2 where user_id = $1", [
        broken,
        payouts,
      ]);
    await setPayouts(-1);
    expect(await payOutDue(house.deps)).toBe(1);
    for (const userId of others) expect(await paidTo(userId)).toBe(DAY_SATS);
    expect(await paidTo(broken)).toBe(0n);
    await setPayouts(0);
    expect(await payOutDue(house.deps)).toBe(0);
    expect(await paidTo(broken)).toBe(DAY_SATS);
  });

  test("a locked user does not block the other payouts", async () => {
    const userIds = await miners(house.deps, 5);
    const [held = "", ...others] = userIds;
    house.deps.clock.advance(DAY);
    let round: Promise<number> | undefined;
    await house.database.transaction(async (tx) => {
      await lockMiner(tx, held);
      round = payOutDue(house.deps);
      for (const userId of others) await expect.poll(() => paidTo(userId)).toBe(DAY_SATS);
      expect(await paidTo(held)).toBe(0n);
    });
    expect(await round).toBe(0);
    expect(await paidTo(held)).toBe(DAY_SATS);
  });

  test("a user with a closed account does not block the other payouts", async () => {
    const userIds = await miners(house.deps, 5);
    const [closed = "", ...others] = userIds;
    house.deps.clock.advance(DAY);
    const setClosed = (isClosed: boolean) =>
      asSuperuser(house.database, (superuser) =>
        superuser.query("update ledger_accounts set closed = $2 where name = $1", [
          userAccount(closed, "available", "BTC"),
          isClosed,
        ]),
      );
    await setClosed(true);
    expect(await payOutDue(house.deps)).toBe(1);
    for (const userId of others) expect(await paidTo(userId)).toBe(DAY_SATS);
    expect(await paidTo(closed)).toBe(0n);
    await setClosed(false);
    expect(await payOutDue(house.deps)).toBe(0);
    expect(await paidTo(closed)).toBe(DAY_SATS);
  });

  test("the balance never becomes negative if it is spent during a power charge", async () => {
    const owners = [];
    for (let count = 0; count < 6; count += 1) owners.push(await ownerOfRig(house.deps, 20_000n));
    house.deps.clock.advance(DAY);
    const spend = async (userId: string) => {
      for (let count = 0; count < 18; count += 1) await take(userId, 1_000n).catch(() => undefined);
    };
    const spending = owners.map(({ userId }) => spend(userId));
    expect(await payOutDue(house.deps)).toBe(0);
    await Promise.all(spending);
    expect(await payOutDue(house.deps)).toBe(0);
    for (const { userId } of owners) expect(await balance(userId)).toBeGreaterThanOrEqual(0n);
    expect(await verifyLedger(house.database)).toEqual([]);
  });
});

test("a mining account with too few coins pays as many users as it can", async () => {
  const own = await testDatabase();
  try {
    const { database } = own;
    const deps = miningDeps(database);
    const userIds = await miners(deps, 6);
    const earned = async () => {
      const balances = await Promise.all(userIds.map((id) => balancesOf(database, id)));
      return balances.map(({ availableSats }) => availableSats - before);
    };
    const before = (await balancesOf(database, userIds[0] ?? "")).availableSats;
    const HOUSE = houseAccount("mining", "BTC");
    const due = DAY_SATS + 1_000n;
    await move(
      database,
      HOUSE,
      outsideAccount("chain"),
      (await accountBalance(database, HOUSE)) - 2n * due,
    );
    deps.clock.advance(DAY);
    expect(await payOutDue(deps)).toBe(4);
    expect((await earned()).filter((sats) => sats === DAY_SATS)).toHaveLength(2);
    await fundTreasury(database, DAY_SATS + 500n);
    expect(await payOutDue(deps)).toBe(3);
    await fundTreasury(database, 10n * DAY_SATS);
    expect(await payOutDue(deps)).toBe(0);
    expect(await earned()).toEqual(userIds.map(() => DAY_SATS));
    expect(await verifyLedger(database)).toEqual([]);
  } finally {
    await own.close();
  }
});

async function take(userId: string, sats: bigint): Promise<void> {
  await move(
    house.database,
    userAccount(userId, "available", "BTC"),
    outsideAccount("chain"),
    sats,
  );
}

async function move(
  database: MiningTestDeps["database"],
  debit: string,
  credit: string,
  amount: bigint,
): Promise<void> {
  await database.transaction((tx) =>
    postAll(tx, [{ id: newUuid(), debit, credit, amount, code: "adjustment" }]),
  );
}

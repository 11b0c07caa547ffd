/**
 * Tests rigs on a real database: power charges with each payout, statements, and exactly-once
 * charges if a process is killed or two processes run.
 */
import { miningApi } from "#api/mining";
import { statement, verifyLedger } from "#ledger";
import { describe, expect, test } from "vitest";
import { asSuperuser } from "../../../test/support/servers/database.ts";
import { moneyRequest } from "../../../test/support/money/mining.ts";
import { buyBoost } from "../plans/buy-boost.ts";
import { buyContract } from "../plans/buy-contract.ts";
import { getMining } from "../get-mining.ts";
import { listStatements } from "../payouts/list-statements.ts";
import { payOutDue, payOutTo } from "../payouts/payout-round.ts";
import { presentMining } from "../present.ts";
import { presentStatement } from "../present-statement.ts";
import { stopMining } from "../stop-mining.ts";
import { openRigScene, ownerOfRig, payInProcess, rigOf } from "../testing/rig-owner.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const house = openRigScene();
const { balance } = house;

describe("a rig's payouts", () => {
  test("a rig's earnings and power are posted in one ledger event", async () => {
    const { userId, rigId } = await ownerOfRig(house.deps, 100_000n);
    house.deps.clock.advance(DAY);
    await payOutDue(house.deps);
    // The rig earns 8,331.41 sats and uses power for 7.80 USD, which is 13,000 sats.
    expect(await balance(userId)).toBe(100_000n + 8_331n - 13_000n);
    const { items } = await statement(house.database, { userId, limit: 2 });
    expect(items.map(({ code, amount, cause }) => [code, amount, cause])).toEqual([
      ["power_charge", -13_000n, rigId],
      ["mining_payout", 8_331n, rigId],
    ]);
    const [events] = await house.database.query<{ events: bigint }>(
      "select count(distinct event)::bigint as events from ledger_transfers where cause = $1",
      [rigId],
    );
    expect(events?.events).toBe(1n);
  });

  test("one payout pays and charges the same amounts as many payouts", async () => {
    const [one, many] = [
      await ownerOfRig(house.deps, 100_000n),
      await ownerOfRig(house.deps, 100_000n),
    ];
    for (let part = 0; part < 96; part += 1) {
      house.deps.clock.advance(DAY / 96);
      await payOutTo(house.deps, many.userId);
    }
    await payOutTo(house.deps, one.userId);
    expect(await balance(many.userId)).toBe(await balance(one.userId));
  });

  test("a rig neither earns nor uses power while mining is off", async () => {
    const { userId } = await ownerOfRig(house.deps, 100_000n);
    await stopMining(house.deps, { userId });
    await payOutDue(house.deps);
    const before = await balance(userId);
    house.deps.clock.advance(5 * DAY);
    await payOutDue(house.deps);
    expect(await balance(userId)).toBe(before);
  });

  test("a rig still runs after two years, because it has no fixed end", async () => {
    const { userId } = await ownerOfRig(house.deps, 10_000_000n);
    house.deps.clock.advance(730 * DAY);
    await payOutDue(house.deps);
    // In 730 days, the rig earns 730 x 8,331.4098 sats and uses power for 730 x 13,000 sats.
    expect(await balance(userId)).toBe(10_000_000n + 6_081_929n - 9_490_000n);
    expect(await rigOf(house.deps, userId)).toMatchObject({ stoppedAt: null });
  });

  test("total hash rate, total power, paid amount and boosts include rigs", async () => {
    const { userId } = await ownerOfRig(house.deps, 1_000_000n);
    await buyContract(house.deps, {
      request: moneyRequest(userId, "buy"),
      planId: "starter-rig",
    });
    await buyBoost(house.deps, { request: moneyRequest(userId, "boost"), multiplier: "2" });
    const body = miningApi.getMining.response.encode(
      presentMining(await getMining(house.deps, { userId })),
    );
    expect(body).toMatchObject({
      baseThs: "160",
      hashRateThs: "320",
      powerKw: "4.75",
      paidTotalSats: 5_833_334 + 165_000 + 13_334,
      contracts: [{ name: "Starter Rig" }],
      rigs: [{ name: "S19 Pro", hashRateThs: "110", powerKw: "3.25", stoppedAt: null }],
      tariff: { usdPerKwh: "0.1" },
    });
  });
});

/** Makes the connection cache a query plan for a small table. Such a plan scans the whole table. */
async function keepPlansOfSmallTables(): Promise<void> {
  const { userId } = await ownerOfRig(house.deps, 100_000n);
  await asSuperuser(house.database, (superuser) => superuser.query("analyze mining_segments"));
  for (let payout = 0; payout < 8; payout += 1) {
    house.deps.clock.advance(HOUR);
    await payOutTo(house.deps, userId);
  }
}

test("a payout succeeds after mining was switched 33,000 times", async () => {
  const { userId, rigId } = await ownerOfRig(house.deps, 100_000n);
  await stopMining(house.deps, { userId });
  const start = house.deps.clock.now();
  await house.database.query(
    `insert into mining_switches (user_id, on_at, off_at)
     select $1, $2::timestamptz + s * interval '1 second', $2::timestamptz + s * interval '1 second' + interval '500 milliseconds'
     from generate_series(1, 33000) as s`,
    [userId, start],
  );
  house.deps.clock.advance(DAY);
  await keepPlansOfSmallTables();
  await payOutTo(house.deps, userId);
  expect((await rigOf(house.deps, userId))?.earnedSats).toBeGreaterThan(1_000n);
  const [lines] = await house.database.query<{ count: number }>(
    `select count(*)::int as count from mining_power_lines l join mining_payouts p on p.id = l.payout_id
     where p.earner_id = $1`,
    [rigId],
  );
  expect(lines?.count).toBe(33_000);
});

describe("statements", () => {
  test("statements can be recomputed from their JSON, including each line's power", async () => {
    const { userId } = await ownerOfRig(house.deps, 100_000n);
    for (const hours of [1, 5, 7]) {
      house.deps.clock.advance(hours * HOUR);
      await payOutDue(house.deps);
    }
    const { items } = await listStatements(house.deps, { userId, kind: "rig", limit: 10 });
    expect((await listStatements(house.deps, { userId, kind: "boost", limit: 10 })).items).toEqual(
      [],
    );
    const body = miningApi.listStatements.response.encode({
      items: items.map(presentStatement),
      nextCursor: null,
    });
    expect(body.items).toHaveLength(3);
    for (const { segments, power, kind } of body.items) {
      expect(kind).toBe("rig");
      const used = segments.reduce((sum, one) => sum + BigInt(one.power?.nanosats ?? 0), 0n);
      const charged = BigInt(power?.chargedSats ?? 0) * 1_000_000_000n;
      expect(BigInt(power?.prepaidBeforeNanosats ?? 0) + charged).toBe(
        used + BigInt(power?.prepaidAfterNanosats ?? 0),
      );
      expect(segments[0]?.power).toMatchObject({
        powerKw: "3.25",
        usdPerKwh: "0.1",
        rateUsdPerBtc: "60000",
      });
    }
  });
});

describe("exactly-once charges", () => {
  test.each(["mining.payout-written", "mining.payout-committed"])(
    "after a kill at %s, earnings and power are both posted or both missing",
    async (failpoint) => {
      const { userId } = await ownerOfRig(house.deps, 100_000n);
      house.deps.clock.advance(DAY);
      expect(await payInProcess(house.deps, house.url, { rounds: 1, failpoint })).toBe("SIGKILL");
      expect([100_000n, 95_331n]).toContain(await balance(userId));
      for (let round = 1; round <= 2; round += 1) await payOutDue(house.deps);
      expect(await balance(userId)).toBe(95_331n);
    },
  );

  test("concurrent rounds in two processes charge only once", async () => {
    const owners = [];
    for (let count = 0; count < 4; count += 1) owners.push(await ownerOfRig(house.deps, 100_000n));
    house.deps.clock.advance(DAY);
    await Promise.all([
      payInProcess(house.deps, house.url, { rounds: 10 }),
      payInProcess(house.deps, house.url, { rounds: 10 }),
      ...Array.from({ length: 6 }, () => payOutDue(house.deps)),
    ]);
    for (const { userId } of owners) expect(await balance(userId)).toBe(95_331n);
  });

  test("ledger verification finds no problems", async () => {
    expect(await verifyLedger(house.database)).toEqual([]);
  });
});

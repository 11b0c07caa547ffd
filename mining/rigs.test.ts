/** Rigs on a real database: power with each payout, what happens when it cannot be paid, starting again, and the statements. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { miningApi } from "#api-schema/mining";
import { balancesOf, postAll, statement, userAccount, outsideAccount, verifyLedger } from "#ledger";
import { newId, newUuid } from "#platform";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../test/support/database.ts";
import {
  fundTreasury,
  miningParts,
  moneyRequest,
  type MiningTestParts,
} from "../test/support/mining.ts";
import { ownerWith } from "../test/support/shop.ts";
import { buyBoost } from "./buy-boost.ts";
import { buyContract } from "./buy-contract.ts";
import { getMining } from "./get-mining.ts";
import { installRig } from "./install-rig.ts";
import { listStatements } from "./list-statements.ts";
import { payOutDue, payOutTo } from "./pay-out.ts";
import { presentMining, presentStatement } from "./present.ts";
import { setTariff } from "./set-tariff.ts";
import { startMining } from "./start-mining.ts";
import { startRig } from "./start-rig.ts";
import { stopMining } from "./stop-mining.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let test_: TestDatabase;
let parts: MiningTestParts;
beforeAll(async () => {
  test_ = await testDatabase();
  await fundTreasury(test_.database, 1_000_000_000n);
});
afterAll(() => test_.close());
beforeEach(() => {
  parts = miningParts(test_.database);
});

const balance = async (userId: string) => (await balancesOf(test_.database, userId)).availableSats;

/** A user with an S19 Pro that was paid elsewhere, and mining switched on. */
async function ownerOfRig(sats: bigint) {
  const userId = await ownerWith(test_.database, sats);
  const rigId = newId("rig", parts.clock.now());
  await test_.database.transaction((tx) =>
    installRig(tx, {
      id: rigId,
      userId,
      name: "S19 Pro",
      hashRateThs: "110",
      powerKw: "3.25",
      startsAt: parts.clock.now(),
      paidSats: 5_833_334n,
      paidCents: 350_000n,
    }),
  );
  await startMining(parts, { userId });
  return { userId, rigId };
}

const rigOf = async (userId: string) => (await getMining(parts, { userId })).rigs[0];

describe("a rig", () => {
  test("earns and pays its power in one event of the ledger", async () => {
    const { userId, rigId } = await ownerOfRig(100_000n);
    parts.clock.advance(DAY);
    await payOutDue(parts);
    // earns 8,331.41 sats, 7.80 USD of power are 13,000
    expect(await balance(userId)).toBe(100_000n + 8_331n - 13_000n);
    const { items } = await statement(test_.database, { userId, limit: 2 });
    expect(items.map(({ code, amount, cause }) => [code, amount, cause])).toEqual([
      ["power_charge", -13_000n, rigId],
      ["mining_payout", 8_331n, rigId],
    ]);
    const [events] = await test_.database.query<{ events: bigint }>(
      "select count(distinct event)::bigint as events from ledger_transfers where cause = $1",
      [rigId],
    );
    expect(events?.events).toBe(1n);
  });

  test("comes to the same in one payout and in many", async () => {
    const [one, many] = [await ownerOfRig(100_000n), await ownerOfRig(100_000n)];
    for (let part = 0; part < 96; part += 1) {
      parts.clock.advance(DAY / 96);
      await payOutTo(parts, many.userId);
    }
    await payOutTo(parts, one.userId);
    expect(await balance(many.userId)).toBe(await balance(one.userId));
  });

  test("neither earns nor pays while mining is off", async () => {
    const { userId } = await ownerOfRig(100_000n);
    await stopMining(parts, { userId });
    await payOutDue(parts);
    const before = await balance(userId);
    parts.clock.advance(5 * DAY);
    await payOutDue(parts);
    expect(await balance(userId)).toBe(before);
  });

  test("has no end: after two years it is as it was", async () => {
    const { userId } = await ownerOfRig(10_000_000n);
    parts.clock.advance(730 * DAY);
    await payOutDue(parts);
    // 730 x 8,331.4098 earned, 730 x 13,000 paid
    expect(await balance(userId)).toBe(10_000_000n + 6_081_929n - 9_490_000n);
    expect(await rigOf(userId)).toMatchObject({ stoppedAt: null });
  });

  test("counts in hash rate, power, estimate and paid, and a boost rents on top of it", async () => {
    const { userId } = await ownerOfRig(1_000_000n);
    await buyContract(parts, {
      request: moneyRequest(userId, "buy"),
      planId: "starter-rig",
    });
    await buyBoost(parts, { request: moneyRequest(userId, "boost"), multiplier: "2" });
    const body = miningApi.getMining.response.encode(
      presentMining(await getMining(parts, { userId })),
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

test("tens of thousands of switches before one payout do not keep it from being paid", async () => {
  const { userId, rigId } = await ownerOfRig(100_000n);
  await stopMining(parts, { userId });
  const start = parts.clock.now();
  await test_.database.query(
    `insert into mining_switches (user_id, on_at, off_at)
     select $1, $2::timestamptz + s * interval '1 second', $2::timestamptz + s * interval '1 second' + interval '500 milliseconds'
     from generate_series(1, 33000) as s`,
    [userId, start],
  );
  parts.clock.advance(DAY);
  await payOutTo(parts, userId);
  expect((await rigOf(userId))?.earnedSats).toBeGreaterThan(1_000n);
  const [lines] = await test_.database.query<{ count: number }>(
    `select count(*)::int as count from mining_power_lines l join mining_payouts p on p.id = l.payout_id
     where p.earner_id = $1`,
    [rigId],
  );
  expect(lines?.count).toBe(33_000);
});

describe("the tariff", () => {
  test("is the user's own from the change on, and nobody else's", async () => {
    const [own, other] = [await ownerOfRig(100_000n), await ownerOfRig(100_000n)];
    parts.clock.advance(12 * HOUR);
    await setTariff(parts, { userId: own.userId, usdPerKwh: "0.2" });
    parts.clock.advance(12 * HOUR);
    await payOutDue(parts);
    expect(await balance(other.userId)).toBe(100_000n + 8_331n - 13_000n);
    expect(await balance(own.userId)).toBe(100_000n + 8_331n - 6_500n - 13_000n);
    expect((await getMining(parts, own)).tariff.usdPerKwh).toBe("0.2");
  });

  test.each(["0", "-0.1", "1.000001", "1.1", "0.0000001", "NaN", "1e-2", "", "100"])(
    "%j is refused",
    async (usdPerKwh) => {
      const { userId } = await ownerOfRig(0n);
      await expect(setTariff(parts, { userId, usdPerKwh })).rejects.toMatchObject({
        code: "tariff_invalid",
        title: "Invalid Tariff",
      });
    },
  );

  test.each(["1", "0.000001", "0.0641"])("%s is accepted", async (usdPerKwh) => {
    const { userId } = await ownerOfRig(0n);
    await setTariff(parts, { userId, usdPerKwh });
    await setTariff(parts, { userId, usdPerKwh });
    expect((await getMining(parts, { userId })).tariff.usdPerKwh).toBe(usdPerKwh);
  });

  test("set again to what it is adds nothing, and a flood of changes is refused", async () => {
    const { userId } = await ownerOfRig(0n);
    const set = (cents: number) =>
      setTariff(parts, { userId, usdPerKwh: `0.${String(cents).padStart(2, "0")}` });
    for (let turn = 0; turn < 60; turn += 1) await set(1);
    for (let cents = 2; cents <= 50; cents += 1) await set(cents);
    await expect(set(51)).rejects.toMatchObject({ status: 429, code: "tariff_changed_often" });
    await set(50);
    parts.clock.advance(DAY + HOUR);
    await set(51);
    expect((await getMining(parts, { userId })).tariff.usdPerKwh).toBe("0.51");
    const rows = await test_.database.query("select from mining_tariffs where user_id = $1", [
      userId,
    ]);
    expect(rows).toHaveLength(51);
  });

  test("history cannot be edited", async () => {
    for (const table of ["mining_tariffs", "mining_power_charges", "mining_power_lines"])
      await expect(test_.database.query(`delete from ${table}`)).rejects.toThrow("only grows");
  });
});

describe("power that the balance does not carry", () => {
  test("is charged as far as it goes; then the rig stops with a letter, and nothing is owed", async () => {
    const { userId, rigId } = await ownerOfRig(1_000n);
    parts.clock.advance(DAY);
    await payOutDue(parts);
    const left = await balance(userId);
    expect(left).toBeGreaterThanOrEqual(0n);
    expect(left).toBeLessThan(2n);
    const rig = await rigOf(userId);
    // net -194.52 sats an hour
    expect((Number(rig?.stoppedAt) - Number(rig?.startsAt)) / HOUR).toBeCloseTo(5.14, 1);
    const letters = await test_.database.query<{ subject: string; text: string }>(
      "select subject, body as text from notifications_letters where user_id = $1 and template = 'rig_stopped'",
      [userId],
    );
    expect(letters).toMatchObject([{ subject: "S19 Pro has stopped: power not paid" }]);
    expect(letters[0]?.text).toContain(rigId);
    parts.clock.advance(30 * DAY);
    await payOutDue(parts);
    expect(await balance(userId)).toBe(left);
    expect((await getMining(parts, { userId })).powerKw).toBe("0");
  });

  test("does not hold up what the user's contract earns", async () => {
    const { userId } = await ownerOfRig(165_000n);
    await buyContract(parts, { request: moneyRequest(userId, "buy"), planId: "starter-rig" });
    parts.clock.advance(3 * DAY);
    await payOutDue(parts);
    // a contract's 3,787 sats a day help with 4,668.6 of the rig
    expect(await rigOf(userId)).toMatchObject({ stoppedAt: expect.any(Date) });
    const before = await balance(userId);
    parts.clock.advance(DAY);
    await payOutDue(parts);
    expect((await balance(userId)) - before).toBe(3_787n);
  });

  test("starts again from the press on, and needs the money for an hour", async () => {
    const { userId, rigId } = await ownerOfRig(1_000n);
    parts.clock.advance(DAY);
    await payOutDue(parts);
    await expect(startRig(parts, { userId, rigId })).rejects.toMatchObject({
      code: "insufficient_funds",
      text: "You do not have enough BTC for an hour of power for S19 Pro.",
    });
    await give(userId, 50_000n);
    parts.clock.advance(10 * DAY);
    const before = await balance(userId);
    await Promise.all([startRig(parts, { userId, rigId }), startRig(parts, { userId, rigId })]);
    expect(await rigOf(userId)).toMatchObject({ stoppedAt: null });
    parts.clock.advance(DAY);
    await payOutDue(parts);
    const spent = before - (await balance(userId));
    expect(spent).toBeGreaterThanOrEqual(4_667n);
    expect(spent).toBeLessThanOrEqual(4_670n);
  });

  test("a tariff at which it earns needs no money to start again", async () => {
    const { userId, rigId } = await ownerOfRig(0n);
    parts.clock.advance(HOUR);
    await payOutDue(parts);
    expect(await rigOf(userId)).toMatchObject({ stoppedAt: expect.any(Date) });
    await setTariff(parts, { userId, usdPerKwh: "0.05" });
    await startRig(parts, { userId, rigId });
    for (let round = 0; round < 100; round += 1) {
      parts.clock.advance(7_000);
      await payOutDue(parts);
    }
    expect(await rigOf(userId)).toMatchObject({ stoppedAt: null });
    expect(await balance(userId)).toBeGreaterThan(0n);
  });

  test("another's rig, and one that does not exist, cannot be started", async () => {
    const [{ userId }, other] = [await ownerOfRig(0n), await ownerOfRig(0n)];
    for (const rigId of [other.rigId, newId("rig")])
      await expect(startRig(parts, { userId, rigId })).rejects.toMatchObject({
        code: "rig_unknown",
      });
  });

  test("money that goes while it is being charged stops nothing that has it and never goes below zero", async () => {
    const { userId } = await ownerOfRig(20_000n);
    parts.clock.advance(DAY);
    const spend = async () => {
      for (let count = 0; count < 18; count += 1) await take(userId, 1_000n).catch(() => undefined);
    };
    await Promise.all([spend(), payOutTo(parts, userId), payOutTo(parts, userId)]);
    await payOutDue(parts);
    expect(await balance(userId)).toBeGreaterThanOrEqual(0n);
    expect(await verifyLedger(test_.database)).toEqual([]);
  });
});

describe("statements", () => {
  test("carry the power line and add up from their JSON alone", async () => {
    const { userId } = await ownerOfRig(100_000n);
    for (const hours of [1, 5, 7]) {
      parts.clock.advance(hours * HOUR);
      await payOutDue(parts);
    }
    const { items } = await listStatements(parts, { userId, kind: "rig", limit: 10 });
    expect((await listStatements(parts, { userId, kind: "boost", limit: 10 })).items).toEqual([]);
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

const PAYER = fileURLToPath(new URL("../test/support/mining-payer.ts", import.meta.url));

async function payer(time: Date, rounds: number, failpoints = ""): Promise<string | null> {
  const child = spawn(process.execPath, [PAYER, test_.url, time.toISOString(), String(rounds)], {
    env: { ...process.env, FAILPOINTS: failpoints },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [, signal] = (await once(child, "exit")) as [number | null, string | null];
  return signal;
}

describe("once only", () => {
  test.each(["mining.payout-written", "mining.payout-posted", "mining.payout-committed"])(
    "killed at %s, earnings and power stand together or not at all",
    async (failpoint) => {
      const { userId } = await ownerOfRig(100_000n);
      parts.clock.advance(DAY);
      expect(await payer(parts.clock.now(), 1, failpoint)).toBe("SIGKILL");
      expect([100_000n, 95_331n]).toContain(await balance(userId));
      expect(await payer(parts.clock.now(), 2)).toBeNull();
      expect(await balance(userId)).toBe(95_331n);
    },
  );

  test("two processes and many rounds at the same time charge once", async () => {
    const owners = [];
    for (let count = 0; count < 4; count += 1) owners.push(await ownerOfRig(100_000n));
    parts.clock.advance(DAY);
    await Promise.all([
      payer(parts.clock.now(), 10),
      payer(parts.clock.now(), 10),
      ...Array.from({ length: 6 }, () => payOutDue(parts)),
    ]);
    for (const { userId } of owners) expect(await balance(userId)).toBe(95_331n);
  });

  test("the books are whole", async () => {
    expect(await verifyLedger(test_.database)).toEqual([]);
  });
});

async function give(userId: string, sats: bigint): Promise<void> {
  await move(outsideAccount("chain"), userAccount(userId, "available", "BTC"), sats);
}

async function take(userId: string, sats: bigint): Promise<void> {
  await move(userAccount(userId, "available", "BTC"), outsideAccount("chain"), sats);
}

async function move(debit: string, credit: string, amount: bigint): Promise<void> {
  await test_.database.transaction((tx) =>
    postAll(tx, [{ id: newUuid(), debit, credit, amount, code: "adjustment" }]),
  );
}

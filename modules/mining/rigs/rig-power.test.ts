/**
 * Tests a rig's power charges on a real database: the user's tariff, and balances below the power
 * cost.
 */
import { outsideAccount, postAll, userAccount, verifyLedger } from "#ledger";
import { newId, newUuid } from "#platform";
import { describe, expect, test } from "vitest";
import { moneyRequest } from "../../../test/support/money/mining.ts";
import { buyContract } from "../plans/buy-contract.ts";
import { getMining } from "../get-mining.ts";
import { payOutDue, payOutTo } from "../payouts/payout-round.ts";
import { setTariff } from "./set-tariff.ts";
import { startRig } from "./start-rig.ts";
import { openRigScene, ownerOfRig, rigOf } from "../testing/rig-owner.ts";
import { asSuperuser } from "../../../test/support/servers/database.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const house = openRigScene();
const { balance } = house;

describe("electricity price", () => {
  test("a new tariff applies only to power used after the change", async () => {
    const [own, other] = [
      await ownerOfRig(house.deps, 100_000n),
      await ownerOfRig(house.deps, 100_000n),
    ];
    house.deps.clock.advance(12 * HOUR);
    await setTariff(house.deps, { userId: own.userId, usdPerKwh: "0.2" });
    house.deps.clock.advance(12 * HOUR);
    await payOutDue(house.deps);
    expect(await balance(other.userId)).toBe(100_000n + 8_331n - 13_000n);
    expect(await balance(own.userId)).toBe(100_000n + 8_331n - 6_500n - 13_000n);
    expect((await getMining(house.deps, own)).tariff.usdPerKwh).toBe("0.2");
  });

  test.each(["0", "-0.1", "1.000001", "1.1", "0.0000001", "NaN", "1e-2", "", "100"])(
    "tariff %j is rejected",
    async (usdPerKwh) => {
      const { userId } = await ownerOfRig(house.deps, 0n);
      await expect(setTariff(house.deps, { userId, usdPerKwh })).rejects.toMatchObject({
        code: "tariff_invalid",
        title: "Invalid Tariff",
      });
    },
  );

  test.each(["1", "0.000001", "0.0641"])("tariff %s is accepted", async (usdPerKwh) => {
    const { userId } = await ownerOfRig(house.deps, 0n);
    await setTariff(house.deps, { userId, usdPerKwh });
    await setTariff(house.deps, { userId, usdPerKwh });
    expect((await getMining(house.deps, { userId })).tariff.usdPerKwh).toBe(usdPerKwh);
  });

  test("the 51st tariff change within a day is refused", async () => {
    const { userId } = await ownerOfRig(house.deps, 0n);
    const set = (cents: number) =>
      setTariff(house.deps, { userId, usdPerKwh: `0.${String(cents).padStart(2, "0")}` });
    for (let turn = 0; turn < 60; turn += 1) await set(1);
    for (let cents = 2; cents <= 50; cents += 1) await set(cents);
    await expect(set(51)).rejects.toMatchObject({ status: 429, code: "tariff_changed_often" });
    await set(50);
    house.deps.clock.advance(DAY + HOUR);
    await set(51);
    expect((await getMining(house.deps, { userId })).tariff.usdPerKwh).toBe("0.51");
    const rows = await house.database.query("select from mining_tariffs where user_id = $1", [
      userId,
    ]);
    expect(rows).toHaveLength(51);
  });

  test("tariffs and power charges cannot be deleted", async () => {
    for (const table of ["mining_tariffs", "mining_power_charges", "mining_power_lines"])
      await expect(
        asSuperuser(house.database, (superuser) => superuser.query(`delete from ${table}`)),
      ).rejects.toThrow(/only grows/);
  });
});

describe("a balance below the power cost", () => {
  test("a rig stops when the balance is used up and leaves no debt", async () => {
    const { userId, rigId } = await ownerOfRig(house.deps, 1_000n);
    house.deps.clock.advance(DAY);
    await payOutDue(house.deps);
    const availableSats = await balance(userId);
    expect(availableSats).toBeGreaterThanOrEqual(0n);
    expect(availableSats).toBeLessThan(2n);
    const rig = await rigOf(house.deps, userId);
    // The rig loses 194.52 sats per hour.
    expect((Number(rig?.stoppedAt) - Number(rig?.startsAt)) / HOUR).toBeCloseTo(5.14, 1);
    const messages = await house.database.query<{ subject: string; text: string }>(
      "select subject, body as text from notifications_messages where user_id = $1 and template = 'rig_stopped'",
      [userId],
    );
    expect(messages).toMatchObject([
      { subject: "S19 Pro has stopped: not enough coins for power" },
    ]);
    expect(messages[0]?.text).toContain(rigId);
    house.deps.clock.advance(30 * DAY);
    await payOutDue(house.deps);
    expect(await balance(userId)).toBe(availableSats);
    expect((await getMining(house.deps, { userId })).powerKw).toBe("0");
  });

  test("an unpaid rig does not delay the contract's pay", async () => {
    const { userId } = await ownerOfRig(house.deps, 165_000n);
    await buyContract(house.deps, { request: moneyRequest(userId, "buy"), planId: "starter-rig" });
    house.deps.clock.advance(3 * DAY);
    await payOutDue(house.deps);
    // The rig loses 4,668.6 sats per day. The contract's 3,787 sats cover only part of this loss.
    expect(await rigOf(house.deps, userId)).toMatchObject({ stoppedAt: expect.any(Date) });
    const before = await balance(userId);
    house.deps.clock.advance(DAY);
    await payOutDue(house.deps);
    expect((await balance(userId)) - before).toBe(3_787n);
  });

  test("a rig restarts only if the balance covers an hour of power", async () => {
    const { userId, rigId } = await ownerOfRig(house.deps, 1_000n);
    house.deps.clock.advance(DAY);
    await payOutDue(house.deps);
    await expect(startRig(house.deps, { userId, rigId })).rejects.toMatchObject({
      code: "insufficient_funds",
      text: "You do not have enough BTC for an hour of power for S19 Pro.",
    });
    await give(userId, 50_000n);
    house.deps.clock.advance(10 * DAY);
    const before = await balance(userId);
    await Promise.all([
      startRig(house.deps, { userId, rigId }),
      startRig(house.deps, { userId, rigId }),
    ]);
    expect(await rigOf(house.deps, userId)).toMatchObject({ stoppedAt: null });
    house.deps.clock.advance(DAY);
    await payOutDue(house.deps);
    const spent = before - (await balance(userId));
    expect(spent).toBeGreaterThanOrEqual(4_667n);
    expect(spent).toBeLessThanOrEqual(4_670n);
  });

  test("a profitable rig restarts with an empty balance", async () => {
    const { userId, rigId } = await ownerOfRig(house.deps, 0n);
    house.deps.clock.advance(HOUR);
    await payOutDue(house.deps);
    expect(await rigOf(house.deps, userId)).toMatchObject({ stoppedAt: expect.any(Date) });
    await setTariff(house.deps, { userId, usdPerKwh: "0.05" });
    await startRig(house.deps, { userId, rigId });
    for (let round = 0; round < 100; round += 1) {
      house.deps.clock.advance(7_000);
      await payOutTo(house.deps, userId);
    }
    expect(await rigOf(house.deps, userId)).toMatchObject({ stoppedAt: null });
    expect(await balance(userId)).toBeGreaterThan(0n);
  });

  test("a user cannot start another user's rig", async () => {
    const [{ userId }, other] = [
      await ownerOfRig(house.deps, 0n),
      await ownerOfRig(house.deps, 0n),
    ];
    for (const rigId of [other.rigId, newId("rig")])
      await expect(startRig(house.deps, { userId, rigId })).rejects.toMatchObject({
        code: "rig_unknown",
      });
  });

  test("the balance never becomes negative if it is spent during a power charge", async () => {
    const { userId } = await ownerOfRig(house.deps, 20_000n);
    house.deps.clock.advance(DAY);
    const spend = async () => {
      for (let count = 0; count < 18; count += 1) await take(userId, 1_000n).catch(() => undefined);
    };
    await Promise.all([spend(), payOutTo(house.deps, userId), payOutTo(house.deps, userId)]);
    await payOutDue(house.deps);
    expect(await balance(userId)).toBeGreaterThanOrEqual(0n);
    expect(await verifyLedger(house.database)).toEqual([]);
  });
});

async function give(userId: string, sats: bigint): Promise<void> {
  await move(outsideAccount("chain"), userAccount(userId, "available", "BTC"), sats);
}

async function take(userId: string, sats: bigint): Promise<void> {
  await move(userAccount(userId, "available", "BTC"), outsideAccount("chain"), sats);
}

async function move(debit: string, credit: string, amount: bigint): Promise<void> {
  await house.database.transaction((tx) =>
    postAll(tx, [{ id: newUuid(), debit, credit, amount, code: "adjustment" }]),
  );
}

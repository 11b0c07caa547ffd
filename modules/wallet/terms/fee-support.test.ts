/** Tests when payments use up a user's daily limit of subsidised miner's fees. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { newUuid } from "#platform";
import { testDatabase } from "../../../test/support/servers/database.ts";
import { insertWithdrawal, moveWithdrawal } from "../withdrawals/withdrawals-table.ts";
import { supportLeftSats } from "./fees.ts";

const HOUR_MS = 3_600_000;
const START = new Date("2026-11-21T10:00:00Z");
const FEE = { fee: 10_000n, isEstimated: 0n, supportEach: 20_000n, supportDaily: 30_000n };

let own: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  own = await testDatabase();
});
afterAll(() => own.close());

/** Inserts an unsigned withdrawal with reserved coins and a subsidy of 15,000 sats. */
async function supported(userId: string, id: string): Promise<void> {
  await own.database.transaction(async (tx) => {
    await insertWithdrawal(tx, {
      id,
      userId,
      purpose: "user",
      method: "wallet",
      network: "regtest",
      address: "bcrt1q",
      scriptHex: "00",
      amountSats: 100_000n,
      feeSats: 10_000n,
      requestedAt: START,
      approvalsRequired: 0,
      daySats: null,
    });
    const step = { from: ["requested"], to: "reserved" } as const;
    await moveWithdrawal(tx, id, step, { minerFeeSats: 25_000n });
  });
}

const leftAfter = (userId: string, hours: number) =>
  own.database.transaction((tx) =>
    supportLeftSats(tx, FEE, {
      id: "wdr_other",
      userId,
      now: new Date(START.getTime() + hours * HOUR_MS),
    }),
  );

test("an unsigned payment uses up the daily subsidy", async () => {
  const userId = newUuid();
  await supported(userId, "wdr_waits");
  expect(await leftAfter(userId, 1)).toBe(15_000n);
  expect(await leftAfter(userId, 25)).toBe(15_000n);
});

test("a payment cancelled before signing uses up the subsidy for 24 hours", async () => {
  const userId = newUuid();
  await supported(userId, "wdr_cancelled");
  await own.database.transaction((tx) =>
    moveWithdrawal(tx, "wdr_cancelled", { from: ["reserved"], to: "cancelled" }),
  );
  expect(await leftAfter(userId, 23)).toBe(15_000n);
  expect(await leftAfter(userId, 25)).toBe(20_000n);
});

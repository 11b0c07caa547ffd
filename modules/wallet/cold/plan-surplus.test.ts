/**
 * Tests that no more coins than necessary are sent to the cold wallet, and that the operator's
 * setting `keep` stays in the hot wallet.
 */
import { expect, test } from "vitest";
import { seeded } from "../testing/seeded.ts";
import { MOVED_COINS_MAX, planSurplus } from "./plan-surplus.ts";

const SCRIPT = `0020${"33".repeat(32)}`;
const of = (surplusSats: bigint) => ({
  surplusSats,
  scriptHex: SCRIPT,
  feeRateSatsPerKvb: 2_000n,
});
const coinsOf = (...sats: bigint[]) => sats.map((amountSats) => ({ amountSats }));

test("the largest coins are sent first", () => {
  const plan = planSurplus(coinsOf(50_000n, 40_000n, 1_000n), of(60_000n));
  expect(plan).toMatchObject({ coinsSats: 90_000n, amountSats: 60_000n });
  expect(plan?.changeSats).toBe(30_000n - (plan?.minerFeeSats ?? 0n));
});

test("change below the dust limit is added to the amount sent", () => {
  const plan = planSurplus(coinsOf(60_400n), of(60_000n));
  expect(plan).toMatchObject({ changeSats: 0n });
  expect(plan?.amountSats).toBe(60_400n - (plan?.minerFeeSats ?? 0n));
  expect(planSurplus(coinsOf(500n), of(500n))).toBeUndefined();
  expect(planSurplus([], of(500n))).toBeUndefined();
});

test("amount, change and fee add up to the coins' total", () => {
  const random = seeded(27);
  for (let round = 0; round < 500; round += 1) {
    const coins = Array.from({ length: random.between(1, 80) }, () => ({
      amountSats: BigInt(random.between(600, 5_000_000)),
    })).toSorted((one, other) => Number(other.amountSats - one.amountSats));
    const surplusSats = BigInt(random.between(1_000, 60_000_000));
    const plan = planSurplus(coins, of(surplusSats));
    if (!plan) continue;
    expect(plan.coins.length).toBeLessThanOrEqual(MOVED_COINS_MAX);
    expect(plan.amountSats + plan.changeSats + plan.minerFeeSats).toBe(plan.coinsSats);
    expect(plan.minerFeeSats).toBe((plan.virtualSize * 2_000n + 999n) / 1_000n);
    expect(plan.changeSats === 0n || plan.amountSats === surplusSats).toBe(true);
  }
});

/** Tests coin selection with worked examples and with properties that must hold for any coins. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseCoins } from "./choose-coins.ts";
import { virtualSizeOf } from "./weights.ts";

const SCRIPT = `0014${"00".repeat(20)}`;
const payment = (payoutSats: bigint, feeRateSatsPerKvb = 2_000n) => ({
  payouts: [{ scriptHex: SCRIPT, amountSats: payoutSats }],
  feeRateSatsPerKvb,
});
const coins = (...amounts: bigint[]) =>
  amounts
    .map((amountSats) => ({ amountSats }))
    .toSorted((a, b) => (a.amountSats > b.amountSats ? -1 : 1));

describe("coin selection", () => {
  test("one input and two outputs are 141 vB", () => {
    const shape = { inputs: 1, destinationScripts: [SCRIPT], changeOutputs: 1 };
    expect(virtualSizeOf(shape)).toBe(141n);
  });

  test("the smallest sufficient coin is chosen", () => {
    const choice = chooseCoins(coins(100_000n, 300_000n, 200_000n), payment(150_000n));
    // 141 vB at 2 sat/vB
    expect(choice).toEqual({
      coins: [{ amountSats: 200_000n }],
      minerFeeSats: 282n,
      changeSats: [49_718n],
    });
  });

  test("the largest coins are combined if no single coin suffices", () => {
    const choice = chooseCoins(coins(100_000n, 300_000n, 200_000n), payment(450_000n));
    expect(choice?.coins).toEqual([{ amountSats: 300_000n }, { amountSats: 200_000n }]);
  });

  test("change below the dust limit is added to the miner's fee", () => {
    // 110 vB without change cost 220 sats. The remaining 280 sats also go to the miner.
    expect(chooseCoins(coins(150_500n), payment(150_000n))).toEqual({
      coins: [{ amountSats: 150_500n }],
      minerFeeSats: 500n,
      changeSats: [],
    });
  });

  test("the change of a single large coin is split into eight outputs", () => {
    const choice = chooseCoins(coins(5_000_000_000n), payment(5_000_000n));
    expect(choice?.changeSats).toHaveLength(8);
  });

  test("no coins are chosen when their total is too small", () => {
    expect(chooseCoins(coins(100n, 200n), payment(1_000n))).toBeUndefined();
    expect(chooseCoins([], payment(1_000n))).toBeUndefined();
  });
});

test("a hundred thousand dust coins are rejected quickly", () => {
  let looks = 0;
  const dust = Array.from({ length: 100_000 }, () => ({
    get amountSats() {
      looks += 1;
      return 600n;
    },
  }));
  expect(chooseCoins(dust, payment(1_000_000_000n))).toBeUndefined();
  expect(looks).toBeLessThan(200_000);
});

test("every choice balances, leaves no dust and pays the fee rate", () => {
  const amount = fc.bigInt({ min: 300n, max: 10_000_000_000n });
  const property = fc.property(
    fc.array(amount, { maxLength: 40 }),
    fc.bigInt({ min: 294n, max: 20_000_000_000n }),
    fc.bigInt({ min: 1_000n, max: 60_000n }),
    (amounts, payoutSats, feeRate) => {
      const choice = chooseCoins(coins(...amounts), payment(payoutSats, feeRate));
      if (!choice) return true;
      const total = choice.coins.reduce((sum, { amountSats }) => sum + amountSats, 0n);
      const change = choice.changeSats.reduce((sum, sats) => sum + sats, 0n);
      const size = virtualSizeOf({
        inputs: choice.coins.length,
        destinationScripts: [SCRIPT],
        changeOutputs: choice.changeSats.length,
      });
      return (
        total === payoutSats + change + choice.minerFeeSats &&
        choice.changeSats.every((sats) => sats >= 294n) &&
        choice.minerFeeSats * 1_000n >= size * feeRate &&
        choice.minerFeeSats <= 10_000n
      );
    },
  );
  expect(() => fc.assert(property, { numRuns: 2_000 })).not.toThrow();
});

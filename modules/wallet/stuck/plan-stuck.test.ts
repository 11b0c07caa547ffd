/** Tests the exact costs of CPFP transactions and abandonments. */
import { expect, test } from "vitest";
import { planAbandonment, planCpfp } from "./plan-stuck.ts";

const coin = (amountSats: bigint) => ({ amountSats });
const parents = { minerFeeSats: 282n, virtualSize: 141n };

test("a CPFP transaction raises itself and its parent to the requested rate", () => {
  const plan = planCpfp(parents, {
    change: coin(1_000_000n),
    spare: [],
    paysCount: 1,
    feeRateSatsPerVb: 20,
  });
  // 42 + 272 + 124 weight units are 110 virtual bytes: 20 * (141 + 110) - 282.
  expect(plan).toMatchObject({ virtualSize: 110n, minerFeeSats: 4_738n });
});

test("the smallest sufficient coin is added if the change would be dust", () => {
  const wish = { spare: [coin(900_000n), coin(50_000n), coin(10n)], paysCount: 1 };
  const at = (sats: bigint) =>
    planCpfp(parents, { ...wish, change: coin(sats), feeRateSatsPerVb: 20 })?.coins;
  expect(at(4_738n + 294n)).toEqual([coin(4_738n + 294n)]);
  expect(at(4_738n + 293n)).toEqual([coin(4_738n + 293n), coin(50_000n)]);
  const alone = { change: coin(300n), spare: [], paysCount: 1, feeRateSatsPerVb: 20 };
  expect(planCpfp(parents, alone)).toBeUndefined();
});

test("a CPFP transaction pays its own relay fee even if its parents pay enough", () => {
  const rich = { minerFeeSats: 1_000_000n, virtualSize: 141n };
  const wish = { change: coin(9_000n), spare: [], paysCount: 1, feeRateSatsPerVb: 2 };
  expect(planCpfp(rich, wish)?.minerFeeSats).toBe(110n);
});

test("an abandonment pays more than all transactions that it replaces", () => {
  const coins = [coin(2_000_000n)];
  const at = (feeRateSatsPerVb: number, replacedSats = 282n) =>
    planAbandonment(coins, { replacedSats, paysCount: 1, feeRateSatsPerVb })?.minerFeeSats;
  expect(at(20)).toBe(2_200n);
  expect(at(2, 5_000n)).toBe(5_110n);
  expect(at(909)).toBe(99_990n);
  expect(at(910)).toBeUndefined();
  expect(at(2, 99_891n)).toBeUndefined();
  const batch = { replacedSats: 282n, paysCount: 2, feeRateSatsPerVb: 910 };
  expect(planAbandonment(coins, batch)?.minerFeeSats).toBe(100_100n);
});

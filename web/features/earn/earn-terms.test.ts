import { expect, test } from "vitest";
import { accruedOf } from "./accrual.ts";
import {
  closedReason,
  disabledReason,
  estimateSats,
  perDaySats,
  refuseAmount,
  type Product,
} from "./earn-terms.ts";

const fund = { fundingSats: 1_232_876, reservedSats: 0, targetSats: 200_000_000 };
const stake: Product = {
  id: "staking-90",
  kind: "staking",
  name: "90-day staking",
  apyPercent: "50",
  apySince: "2024-05-09T00:00:00Z",
  apyIsFloor: false,
  nextApy: null,
  minSats: 1,
  durationDays: 90,
  features: [],
  isOpen: true,
  closedReason: null,
};
const growth: Product = {
  ...stake,
  id: "btc-growth",
  kind: "investment",
  name: "BTC Growth",
  apyPercent: "15",
  minSats: 5_000_000,
};
const pro: Product = {
  ...growth,
  name: "BTC Pro",
  apyPercent: "25",
  apyIsFloor: true,
  durationDays: null,
};

test("the estimate is amount x APY/100 x days/365, rounded down to 8 decimals", () => {
  expect(estimateSats(stake, 10_000_000n)).toBe(1_232_876n);
  expect(estimateSats(growth, 5_000_000n)).toBe(184_931n);
  expect(estimateSats(pro, 50_000_000n)).toBe(1_027_397n);
  expect(perDaySats(pro, 50_000_000n)).toBe(34_246n);
  expect(estimateSats(stake, 0n)).toBe(0n);
});

test.each(["", "0", "0.00000000", "-1", "abc", "1e-3", "0.000000001"])(
  "%j is not a valid amount to stake",
  (typed) => {
    expect(refuseAmount(stake, typed, 100n)).toEqual({
      title: "Invalid Amount",
      text: "Please enter a valid amount to stake.",
    });
  },
);

test("a stake may equal the balance but not exceed it", () => {
  expect(refuseAmount(stake, "0.00000101", 100n)).toEqual({
    title: "Insufficient Funds",
    text: "You do not have enough BTC to stake that amount.",
  });
  expect(refuseAmount(stake, "0.00000100", 100n)).toBeUndefined();
});

test("an investment must be between the minimum and the balance", () => {
  expect(refuseAmount(growth, "0.04999999", 10_000_000n)).toEqual({
    title: "Invalid Amount",
    text: "The minimum for BTC Growth is 0.05 BTC.",
  });
  expect(refuseAmount(growth, "0.11", 10_000_000n)).toEqual({
    title: "Insufficient Funds",
    text: "You do not have enough BTC for BTC Growth.",
  });
  expect(refuseAmount(growth, "0.05", 10_000_000n)).toBeUndefined();
});

test("an amount that the fund cannot cover disables the button with a reason", () => {
  expect(closedReason(stake, fund, 10_000_000n)).toBeUndefined();
  expect(closedReason(stake, fund, 10_000_010n)).toBe(
    "The practice fund can set aside the interest of at most 0.10000002 BTC in 90-day staking now. Choose a smaller amount, or try again when the fund is filled.",
  );
  expect(closedReason(stake, fund, 10_000_002n)).toBeUndefined();
  expect(closedReason(growth, { ...fund, fundingSats: 184_931 }, 6_000_000n)).toContain(
    "at most 0.05000013 BTC",
  );
  expect(closedReason(growth, { ...fund, fundingSats: 184_930 }, 6_000_000n)).toBe(
    "Closed for new money",
  );
  const closed = { ...stake, isOpen: false, closedReason: "It opens again when it is filled." };
  expect(closedReason(closed, fund, 1n)).toBe("It opens again when it is filled.");
});

test("an amount above the balance never disables the button", () => {
  const above = { fund, availableSats: 10_000_009n };
  expect(disabledReason(stake, above, 10_000_010n)).toBeUndefined();
  const closed = { ...stake, isOpen: false, closedReason: "It opens again when it is filled." };
  expect(disabledReason(closed, above, 10_000_010n)).toBeUndefined();
  expect(disabledReason(closed, above, 10_000_009n)).toBe("It opens again when it is filled.");
  const within = { fund, availableSats: 10_000_010n };
  expect(disabledReason(stake, within, 10_000_010n)).toContain("at most 0.10000002 BTC");
});

test("a closed position has no accrued interest", () => {
  const accrual = {
    fromAt: "2026-01-01T00:00:00Z",
    fromSats: 0,
    toAt: "2026-01-03T00:00:00Z",
    toSats: 1_000,
  };
  expect(accruedOf({ accrual }, new Date("2026-01-02T00:00:00Z"))).toBe(500n);
  expect(accruedOf({ accrual: null }, new Date("2026-01-02T00:00:00Z"))).toBe(0n);
});

import { expect, test } from "vitest";
import { amountText, btcShort, btcText, otherUnits, usdText } from "./amount-format.ts";

const RATE = 6_000_000n;
const write = (...input: Parameters<typeof amountText>) => {
  const { sign, zeros, digits, unit } = amountText(...input);
  return `${sign}${zeros}|${digits} ${unit}`;
};

test("BTC is shown with 8 decimals and dimmed leading zeros", () => {
  expect(write(4_218_337n, "BTC")).toBe("0.0|4218337 BTC");
  expect(write(1_420n, "BTC")).toBe("0.0000|1420 BTC");
  expect(write(0n, "BTC")).toBe("0.00000000| BTC");
  expect(write(100_000_000n, "BTC")).toBe("|1.00000000 BTC");
  expect(write(2_100_000_000_000_000n, "BTC")).toBe("|21,000,000.00000000 BTC");
});

test("a gain has a plus sign only on request", () => {
  expect(write(-250_000n, "BTC")).toBe("\u22120.00|250000 BTC");
  expect(write(250_000n, "BTC", { isSigned: true })).toBe("+0.00|250000 BTC");
  expect(write(0n, "BTC", { isSigned: true })).toBe("0.00000000| BTC");
});

test("USD amounts are converted at the reference rate", () => {
  expect(write(1_234_567n, "sat")).toBe("|1,234,567 sat");
  // 0.04218337 BTC at 60,000.00 USD is 2,531.0022 USD, rounded down to the cent
  expect(write(4_218_337n, "USD", { centsPerBtc: RATE })).toBe("|2,531.00 USD");
});

test("without a reference rate USD amounts are shown in BTC", () => {
  expect(write(4_218_337n, "USD")).toBe("0.0|4218337 BTC");
});

test("the tooltip shows the amount in the other units", () => {
  expect(otherUnits(4_218_337n, "BTC", RATE)).toBe("4,218,337 sat · 2,531.00 USD");
  expect(otherUnits(4_218_337n, "sat", undefined)).toBe("0.04218337 BTC");
});

test("amounts in cents are grouped and have two decimals", () => {
  expect(usdText(18_422_051n)).toBe("184,220.51");
  expect(usdText(-3083n, { isSigned: true })).toBe("\u221230.83");
});

test("amounts below one cent are shown as <0.01", () => {
  const usd = (sats: bigint) => {
    const { sign, digits } = amountText(sats, "USD", { isSigned: true, centsPerBtc: 6_000_000n });
    return sign + digits;
  };
  expect([usd(16n), usd(-16n), usd(0n), usd(17n)]).toEqual([
    "<0.01",
    "\u2212<0.01",
    "0.00",
    "+0.01",
  ]);
});

test("BTC amounts in sentences have grouped thousands", () => {
  expect(btcText(423_950_383_875n)).toBe("4,239.50383875");
});

test.each([
  [5_000_000, "0.05"],
  [100_000_000, "1"],
  [100_000_000_000, "1,000"],
  [0, "0"],
])("%i satoshis are %s BTC without trailing zeros", (sats, text) => {
  expect(btcShort(sats)).toBe(text);
});

import { expect, test } from "vitest";
import { readAmount } from "./read-amount.ts";

test("an amount is parsed exactly to the satoshi", () => {
  expect(readAmount("0.015")).toBe(1_500_000n);
  expect(readAmount(" 0,015 ")).toBe(1_500_000n);
  expect(readAmount("1,5")).toBe(150_000_000n);
  expect(readAmount(".015")).toBe(1_500_000n);
  expect(readAmount("00.5")).toBe(50_000_000n);
  expect(readAmount("1.")).toBe(100_000_000n);
  expect(readAmount("0.07574001")).toBe(7_574_001n);
});

test("a dollar amount is parsed with two decimals", () => {
  expect(readAmount("12,50", 2)).toBe(1_250n);
  expect(readAmount("12.505", 2)).toBeUndefined();
});

test.each(["", "abc", "-1", "1e-3", "0.123456789", "1.2.3", "1 000", "1,000", "1,500"])(
  "%j is not an amount",
  (typed) => {
    expect(readAmount(typed)).toBeUndefined();
  },
);

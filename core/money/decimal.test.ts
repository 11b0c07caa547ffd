import { BTC_DECIMALS, formatAmount, parseAmount, USD_DECIMALS } from "#money";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

describe("parseAmount", () => {
  // Multiplying each of these amounts by 1e8 as a float and truncating the result loses one unit.
  test.each([
    ["0.29", 29_000_000n],
    ["1.15", 115_000_000n],
    ["4.35", 435_000_000n],
    ["8.3", 830_000_000n],
    ["20999999.9769", 2_099_999_997_690_000n],
    ["0", 0n],
    ["0.00000001", 1n],
    ["99999999.99999999", 9_999_999_999_999_999n],
  ])("%s BTC", (text, sats) => {
    expect(parseAmount(text, BTC_DECIMALS)).toBe(sats);
  });

  test.each([
    ["0.1", 10n],
    ["19.99", 1_999n],
    ["60000", 6_000_000n],
  ])("%s USD", (text, cents) => {
    expect(parseAmount(text, USD_DECIMALS)).toBe(cents);
  });

  const outOfShape = ["1e-8", ".5", "1.", "01", "-1", "+1", "1,000", "0.123456789", "0x10", "00"];
  const notNumbers = ["", " 12 ", "Infinity", "NaN", "null", "true", "[1]", "{}", "-0", "1n"];
  const tooMuch = ["1.2.3", "123456789", "1 000", "1_000"];
  const otherScripts = ["١٢", "１２", "1．5", "1\n", "\u00a01", "1\u200b"];
  const refused = [outOfShape, notNumbers, tooMuch, otherScripts].flat();
  test.each(refused)("refuses %j", (text) => {
    expect(parseAmount(text, BTC_DECIMALS)).toBeUndefined();
  });

  test("refuses dollars with three decimals", () => {
    expect(parseAmount("0.001", USD_DECIMALS)).toBeUndefined();
  });
});

test.each([
  [1_500_000n, BTC_DECIMALS, "0.01500000"],
  [0n, BTC_DECIMALS, "0.00000000"],
  [-1n, BTC_DECIMALS, "-0.00000001"],
  [1_999n, USD_DECIMALS, "19.99"],
  [-5n, USD_DECIMALS, "-0.05"],
  [7n, 0, "7"],
])("formats %s with %i decimals as %s", (amount, decimals, text) => {
  expect(formatAmount(amount, decimals)).toBe(text);
});

test("200,000 formatted amounts are parsed back to the same numbers", () => {
  for (const decimals of [BTC_DECIMALS, USD_DECIMALS])
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** BigInt(8 + decimals) - 1n }), (amount) => {
        expect(parseAmount(formatAmount(amount, decimals), decimals) === amount).toBe(true);
      }),
      { numRuns: 100_000 },
    );
});

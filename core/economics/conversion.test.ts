import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { centsPerBtcOf, chargeSats, nearest, usdText } from "./conversion.ts";

const validFrom = new Date("2024-05-09T00:00:00Z");
const SATS_PER_BTC = 100_000_000n;
const rate = { centsPerBtc: 6_000_000n, validFrom };

describe("conversion between sats and cents", () => {
  test("charges round up", () => {
    // At 60,000 USD per BTC, 1 cent is 16.67 sats.
    expect(chargeSats(1n, rate)).toBe(17n);
  });

  test("the charge is the smallest number of satoshis that covers the price", () => {
    const cents = fc.bigInt({ min: 1n, max: 10n ** 12n });
    const prices = fc.bigInt({ min: 1n, max: 10n ** 9n });
    fc.assert(
      fc.property(cents, prices, (price, centsPerBtc) => {
        const charged = chargeSats(price, { centsPerBtc, validFrom });
        expect(charged * centsPerBtc).toBeGreaterThanOrEqual(price * SATS_PER_BTC);
        expect((charged - 1n) * centsPerBtc).toBeLessThan(price * SATS_PER_BTC);
      }),
    );
  });

  test("a rate of 0 or with more than two decimals is rejected", () => {
    expect(centsPerBtcOf("95061.94")).toBe(9_506_194n);
    expect(usdText(9_506_194n)).toBe("95061.94");
    for (const text of ["0", "60000.001", "-1", "6e4"])
      expect(() => centsPerBtcOf(text)).toThrow(RangeError);
  });
});

test("nearest rounds halves up for positive and negative numbers", () => {
  expect([nearest(5n, 1n, 2n), nearest(-5n, 1n, 2n), nearest(7n, 1n, 3n)]).toEqual([3n, -2n, 2n]);
});

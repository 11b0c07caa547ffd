import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  centsPerBtcOf,
  chargeCents,
  chargeSats,
  nearest,
  payoutCents,
  payoutSats,
  usdText,
} from "./conversion.ts";

const validFrom = new Date("2024-05-09T00:00:00Z");
const rate = { centsPerBtc: 6_000_000n, validFrom };

describe("sats and cents", () => {
  test("charges round up, payouts down", () => {
    // 1 cent at 60,000 USD is 16.67 sats; 1 sat is 0.06 cents
    expect(chargeSats(1n, rate)).toBe(17n);
    expect(payoutSats(1n, rate)).toBe(16n);
    expect(chargeCents(1n, rate)).toBe(1n);
    expect(payoutCents(1n, rate)).toBe(0n);
  });

  test("there and back never gains", () => {
    const amounts = fc.bigInt({ min: 0n, max: 10n ** 12n });
    const prices = fc.bigInt({ min: 1n, max: 10n ** 9n });
    fc.assert(
      fc.property(amounts, prices, (amount, centsPerBtc) => {
        const at = { centsPerBtc, validFrom };
        expect(payoutSats(payoutCents(amount, at), at)).toBeLessThanOrEqual(amount);
        expect(payoutCents(payoutSats(amount, at), at)).toBeLessThanOrEqual(amount);
        expect(chargeSats(chargeCents(amount, at), at)).toBeGreaterThanOrEqual(amount);
      }),
    );
  });

  test("a rate is a price in cents above 0", () => {
    expect(centsPerBtcOf("95061.94")).toBe(9_506_194n);
    expect(usdText(9_506_194n)).toBe("95061.94");
    for (const text of ["0", "60000.001", "-1", "6e4"])
      expect(() => centsPerBtcOf(text)).toThrow(RangeError);
  });
});

test("nearest rounds halves up, on both sides of 0", () => {
  expect([nearest(5n, 1n, 2n), nearest(-5n, 1n, 2n), nearest(7n, 1n, 3n)]).toEqual([3n, -2n, 2n]);
});

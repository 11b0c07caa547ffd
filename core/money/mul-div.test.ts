import { mulDiv } from "#money";
import fc from "fast-check";
import { expect, test } from "vitest";

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

test.each([
  // 50 % yearly interest on 0.1 BTC for 90 days: 10,000,000 x 50 x 90 / 36,500 = 1,232,876.71 sats.
  [10_000_000n * 50n, 90n, 36_500n, 1_232_876n, 1_232_877n],
  [7n, 3n, 2n, 10n, 11n],
  [6n, 3n, 2n, 9n, 9n],
  [-7n, 3n, 2n, -11n, -10n],
  [7n, 3n, -2n, -11n, -10n],
  [-7n, 3n, -2n, 10n, 11n],
  [0n, 5n, 3n, 0n, 0n],
  [1n, 1n, 3n, 0n, 1n],
  [2n ** 62n, 2n ** 62n, 2n ** 60n, 2n ** 64n, 2n ** 64n],
])("%s x %s / %s is %s down and %s up", (a, b, c, down, up) => {
  expect(mulDiv(a, b, c, "down")).toBe(down);
  expect(mulDiv(a, b, c, "up")).toBe(up);
});

test("division by zero throws an error", () => {
  expect(() => mulDiv(1n, 1n, 0n, "down")).toThrow(RangeError);
});

const amount = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
const divisor = amount.filter((value) => value !== 0n);

test("rounding down never exceeds the exact value, and rounding up never falls short", () => {
  fc.assert(
    fc.property(amount, amount, divisor, (a, b, c) => {
      const [sign, exact] = c < 0n ? [-1n, -a * b] : [1n, a * b];
      const down = mulDiv(a, b, c, "down");
      const up = mulDiv(a, b, c, "up");
      expect(down * c * sign <= exact && exact <= up * c * sign).toBe(true);
      expect(up - down).toBe(exact % c === 0n ? 0n : 1n);
    }),
    { numRuns: 20_000 },
  );
});

test("parts rounded down never add up to more than the whole", () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 1, maxLength: 20 }),
      fc.bigInt({ min: 1n, max: 10n ** 9n }),
      fc.bigInt({ min: 1n, max: 10n ** 9n }),
      (parts, b, c) => {
        const whole = mulDiv(sum(parts), b, c, "down");
        const separate = sum(parts.map((part) => mulDiv(part, b, c, "down")));
        expect(separate <= whole && whole - separate < BigInt(parts.length)).toBe(true);
      },
    ),
    { numRuns: 5_000 },
  );
});

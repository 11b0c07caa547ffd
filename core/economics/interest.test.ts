import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  accruedSats,
  basisPointsOf,
  daysLater,
  interestOfDays,
  interestSats,
  mostWithin,
  percentText,
  wholeDaysBetween,
} from "./interest.ts";

describe("the formula floor(sats x APY % x days / 36,500)", () => {
  test.each([
    ["0.1 BTC, 50 %, 90 days", 10_000_000n, "50", 90, 1_232_876n],
    ["1 BTC, 35 %, 30 days", 100_000_000n, "35", 30, 2_876_712n],
    ["1 BTC, 75 %, 180 days", 100_000_000n, "75", 180, 36_986_301n],
    ["BTC Starter: 0.001 BTC, 8 %, 30 days", 100_000n, "8", 30, 657n],
    ["BTC Growth: 0.05 BTC, 15 %, 90 days", 5_000_000n, "15", 90, 184_931n],
    ["BTC Pro: 0.5 BTC, 25 %, one day", 50_000_000n, "25", 1, 34_246n],
    ["BTC Pro: 0.5 BTC, 25 %, 30 days", 50_000_000n, "25", 30, 1_027_397n],
    ["1 sat earns less than a satoshi", 1n, "50", 90, 0n],
    ["half a percent counts", 365n * 10_000n, "0.5", 1, 50n],
  ])("%s", (_, sats, percent, days, interest) => {
    expect(interestSats(sats, basisPointsOf(percent), days)).toBe(interest);
  });

  test("the interest of a term equals the sum of its days", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 21n * 10n ** 14n }),
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 0, max: 3650 }),
        (sats, apy, days) => {
          const whole = interestSats(sats, apy, days);
          expect(interestOfDays(sats, BigInt(apy) * BigInt(days))).toBe(whole);
          expect(whole * 3_650_000n <= sats * BigInt(apy) * BigInt(days)).toBe(true);
          expect((whole + 1n) * 3_650_000n > sats * BigInt(apy) * BigInt(days)).toBe(true);
        },
      ),
    );
  });

  test("one satoshi above the largest affordable stake exceeds the limit", () => {
    const amounts = fc.bigInt({ min: 0n, max: 10n ** 12n });
    const days = fc.bigInt({ min: 0n, max: 10_000n * 365n });
    fc.assert(
      fc.property(amounts, days, amounts, (fund, basisPointDays, wanted) => {
        const most = mostWithin(fund, basisPointDays, wanted);
        expect(interestOfDays(most, basisPointDays) <= fund).toBe(true);
        const isCut = most < wanted;
        expect(isCut).toBe(interestOfDays(wanted, basisPointDays) > fund);
        expect(!isCut || interestOfDays(most + 1n, basisPointDays) > fund).toBe(true);
      }),
    );
  });

  test("splitting a stake never increases its interest", () => {
    const part = fc.bigInt({ min: 0n, max: 10n ** 10n });
    fc.assert(
      fc.property(part, part, fc.constantFrom(30, 90, 180), (a, b, days) => {
        const separate = interestSats(a, 5_000, days) + interestSats(b, 5_000, days);
        expect(separate <= interestSats(a + b, 5_000, days)).toBe(true);
      }),
    );
  });

  test("a negative input throws an error", () => {
    expect(() => interestSats(-1n, 5_000, 30)).toThrow(RangeError);
    expect(() => interestSats(1n, -5_000, 30)).toThrow(RangeError);
  });
});

test("percentages are parsed exactly to a basis point", () => {
  expect(["8", "27.5", "0.01"].map((text) => percentText(basisPointsOf(text)))).toEqual([
    "8",
    "27.5",
    "0.01",
  ]);
  expect(() => basisPointsOf("0.001")).toThrow(RangeError);
});

describe("days of 86,400 s", () => {
  test("leap days and daylight saving time do not change the length of a term", () => {
    const opened = new Date("2028-02-15T12:34:56.789Z");
    expect(daysLater(opened, 30).toISOString()).toBe("2028-03-16T12:34:56.789Z");
    expect(daysLater(opened, 180).getTime() - opened.getTime()).toBe(180 * 86_400_000);
  });

  test("a partial day does not count towards the term", () => {
    const opened = new Date("2026-03-01T09:00:00Z");
    const after = (milliseconds: number) =>
      wholeDaysBetween(opened, new Date(opened.getTime() + milliseconds));
    expect([after(-1), after(0), after(86_399_999), after(86_400_000)]).toEqual([0, 0, 0, 1]);
  });
});

test("accrual is linear and stays between its start and end amounts", () => {
  const accrual = {
    fromAt: new Date(1_000),
    fromSats: 10n,
    toAt: new Date(2_000),
    toSats: 20n,
  };
  const at = (time: number) => accruedSats(accrual, new Date(time));
  expect([at(0), at(1_000), at(1_099), at(1_500), at(1_999), at(2_000), at(9_000)]).toEqual([
    10n,
    10n,
    10n,
    15n,
    19n,
    20n,
    20n,
  ]);
  expect(accruedSats({ ...accrual, toAt: accrual.fromAt }, new Date(1_000))).toBe(20n);
});

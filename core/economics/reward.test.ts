/** Tests the documented mining calculations. Each test states its formula. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY_MS, earnedNanosats, workNanosats, type RewardTerms } from "./reward.ts";
import { difficultyOf, difficultyText, hashesPerSecond, hashRateOfThs, thsText } from "./units.ts";

const terms: RewardTerms = {
  difficulty: difficultyOf("83000000000000"),
  subsidySats: 312_500_000n,
  feesSats: 0n,
  poolFeeMillionths: 0n,
};

describe("earnedNanosats", () => {
  test("100 TH/s earn 7,574 sats a day", () => {
    // Hash rate x seconds x subsidy / (difficulty x 2^32): 1e14 H/s x 86,400 s x 312,500,000 sat /
    // (83e12 x 2^32).
    const exact =
      (10n ** 14n * 86_400n * 312_500_000n * 10n ** 9n) / (83n * 10n ** 12n * 2n ** 32n);
    const nanosats = earnedNanosats(hashRateOfThs("100"), DAY_MS, terms);
    expect(nanosats).toBe(exact);
    expect(nanosats / 10n ** 9n).toBe(7_574n);
  });

  test("a difficulty mistaken for a hash rate would pay 542 BTC per day", () => {
    const wrongSats = (100e12 / 83e12) * 144 * 312_500_000;
    expect(Math.round(wrongSats / 1e8)).toBe(542);
  });

  test("block fees raise the reward and the pool fee lowers it", () => {
    const fees = { ...terms, feesSats: 31_250_000n };
    expect(earnedNanosats(hashRateOfThs("100"), DAY_MS, fees) / 10n ** 9n).toBe(8_331n); // 7,574.0089 sats x 1.1, rounded down
    const pool = { ...terms, poolFeeMillionths: 10_000n };
    expect(earnedNanosats(hashRateOfThs("100"), DAY_MS, pool) / 10n ** 9n).toBe(7_498n); // 7,574.0089 sats x 0.99, rounded down
  });

  test("a negative duration throws an error", () => {
    expect(() => earnedNanosats(hashRateOfThs("1"), -1n, terms)).toThrow(RangeError);
  });

  test("splitting an accrual loses less than 10^-9 sat per part", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1 }), (parts) => {
        const rate = hashRateOfThs("50");
        const whole = earnedNanosats(rate, BigInt(parts.reduce((a, b) => a + b, 0)), terms);
        const sum = parts.reduce(
          (total, ms) => total + earnedNanosats(rate, BigInt(ms), terms),
          0n,
        );
        expect(whole - sum).toBeGreaterThanOrEqual(0n);
        expect(whole - sum).toBeLessThan(BigInt(parts.length));
      }),
    );
  });
});

describe("workNanosats", () => {
  test("a share of difficulty 65,536 is worth 0.246746987 sat", () => {
    expect(workNanosats(65_536_000_000n, terms)).toBe(246_746_987n);
  });

  test("a pool fee of 1.5 % is deducted and block fees are added", () => {
    // Work x (subsidy + fees) x (1 - pool fee) / difficulty: 1e9 x (312,500,000 + 1,500,000) x
    // 0.985 / 83e12 = 3,726.385542168... sat.
    const paid = workNanosats(1_000_000_000_000_000n, {
      ...terms,
      feesSats: 1_500_000n,
      poolFeeMillionths: 15_000n,
    });
    expect(paid).toBe(3_726_385_542_168n);
  });

  test("a day of shares at 100 TH/s is worth as much as a contract's day", () => {
    const seconds = 86_400n;
    const rate = hashRateOfThs("100");
    const micros = (rate * seconds * 1_000_000n) / 2n ** 32n;
    const modelled = earnedNanosats(rate, seconds * 1_000n, terms);
    expect(modelled - workNanosats(micros, terms)).toBeLessThan(2n);
  });

  test("zero work is worth 0 sats, and negative work throws an error", () => {
    expect(workNanosats(0n, terms)).toBe(0n);
    expect(() => workNanosats(-1n, terms)).toThrow(RangeError);
  });
});

describe("units of hash rate and difficulty", () => {
  test("a value converts from text and back without loss", () => {
    expect(thsText(hashRateOfThs("1500"))).toBe("1500");
    expect(thsText(hashRateOfThs("0.5"))).toBe("0.5");
    expect(difficultyText(difficultyOf("83148355189239.77"))).toBe("83148355189239.77");
  });

  test.each(["", "-1", "1e12", "NaN", " 1", "1.", ".5", "1,000", "0.0000000000001"])(
    "%j is not a hash rate",
    (text) => {
      expect(() => hashRateOfThs(text)).toThrow(RangeError);
    },
  );

  test("a difficulty of 0 and a negative hash rate throw errors", () => {
    expect(() => difficultyOf("0")).toThrow(RangeError);
    expect(() => hashesPerSecond(-1n)).toThrow(RangeError);
  });
});

/**
 * Tests the offers' expected results at 60,000 USD per BTC and difficulty 83e12. Most results are
 * losses.
 */
import { describe, expect, test } from "vitest";
import { boostOffer, boostTenths } from "./boost.ts";
import { chargeSats, type DatedRate } from "./conversion.ts";
import { expectedResult } from "./expected.ts";
import { DAY_MS, type RewardTerms } from "./reward.ts";
import { difficultyOf, difficultyText, hashRateOfThs } from "./units.ts";

const rate: DatedRate = { centsPerBtc: 6_000_000n, validFrom: new Date("2024-05-09T00:00:00Z") };
const terms: RewardTerms = {
  difficulty: difficultyOf("83000000000000"),
  subsidySats: 312_500_000n,
  feesSats: 0n,
  poolFeeMillionths: 0n,
};

function plan(ths: string, costCents: bigint) {
  const costSats = chargeSats(costCents, rate);
  const offer = {
    hashRate: hashRateOfThs(ths),
    milliseconds: 30n * DAY_MS,
    costCents,
    costSats,
  };
  return expectedResult(offer, terms, rate);
}

function trillions(difficulty: string): number {
  return Math.round(Number(difficulty) / 1e10) / 100;
}

describe("30-day plans", () => {
  test.each([
    // 100 TH/s earn 7,574.0089 sats per day. Earnings: TH/s / 100 x 30 days x 7,574.0089 sats, at
    // 0.0006 USD per sat. Result: earnings minus price.
    ["Starter", "50", 9_900n, 113_610n, 6_817n, -3_083n, 8_714_011n, 57.15],
    ["Pro", "300", 49_900n, 681_661n, 40_900n, -9_000n, 7_320_356n, 68.03],
    ["Enterprise", "1500", 199_900n, 3_408_304n, 204_498n, 4_598n, 5_865_087n, 84.91],
  ])(
    "%s",
    (_, ths, cost, earnsSats, earnsCents, resultCents, breakEvenCents, breakEvenTrillions) => {
      const result = plan(ths, cost);
      expect(result).toMatchObject({ earnsSats, earnsCents, resultCents });
      expect(result.breakEvenCentsPerBtc).toBe(breakEvenCents);
      const { breakEvenDifficulty } = result;
      expect(breakEvenDifficulty && trillions(difficultyText(breakEvenDifficulty))).toBe(
        breakEvenTrillions,
      );
    },
  );

  test("prices in satoshis are rounded up", () => {
    expect(plan("50", 9_900n).costSats).toBe(165_000n); // 99 USD at 60,000 USD per BTC, without rounding
    expect(plan("300", 49_900n).costSats).toBe(831_667n); // rounded up from 831,666.67
    expect(plan("1500", 199_900n).costSats).toBe(3_331_667n); // rounded up from 3,331,666.67
  });

  test("powering the Starter plan's hash rate yourself costs 108 USD", () => {
    expect(1.5 * 24 * 30 * 0.1).toBeCloseTo(108);
    expect(20 * 24 * 30 * 0.1).toBeCloseTo(1_440);
  });

  test("the Mining Rig Frame earns nothing and never breaks even", () => {
    const frame = plan("0", 15_000n);
    expect(frame).toMatchObject({
      earnsSats: 0n,
      resultCents: -15_000n,
      breakEvenCentsPerBtc: null,
      breakEvenDifficulty: null,
    });
  });
});

describe("the boost offer", () => {
  test("2.5x on 100 TH/s costs 12,500 sats, with an expected loss of 1,139 sats", () => {
    // Cost: 150 TH/s x 0.05 USD = 7.50 USD = 12,500 sats. Earnings: 7,574.0089 x 1.5 = 11,361.01
    // sats.
    const offer = boostOffer(hashRateOfThs("100"), 25n, "0.05", rate);
    expect(offer).toMatchObject({
      hashRate: hashRateOfThs("150"),
      costSats: 12_500n,
      costCents: 750n,
    });
    expect(expectedResult(offer, terms, rate)).toMatchObject({
      earnsSats: 11_361n,
      resultSats: -1_139n,
      resultCents: -68n,
    });
  });

  test("one TH/s for a day costs 0.05 USD and earns 0.045444 USD", () => {
    const exactUsd = (1e12 * 86_400 * 3.125 * 60_000) / (83e12 * 2 ** 32);
    expect(exactUsd).toBeCloseTo(0.045444, 6);
  });

  test("the cost is rounded up", () => {
    const odd = { ...rate, centsPerBtc: 7_000_000n };
    // The exact cost is 5 TH/s x 0.05 USD = 0.25 USD = 357.14 sats.
    expect(boostOffer(hashRateOfThs("50"), 11n, "0.05", odd)).toMatchObject({
      costSats: 358n,
      costCents: 25n,
    });
    // The exact cost is 0.1 TH/s x 0.05 USD = 0.005 USD.
    expect(boostOffer(hashRateOfThs("1"), 11n, "0.05", rate).costCents).toBe(1n);
  });

  test("a boost multiplier must be above 1, at most 3 and a multiple of 0.1", () => {
    expect(["1.1", "2", "2.5", "2.50", "3", "3.0"].map(boostTenths)).toEqual([
      11n,
      20n,
      25n,
      25n,
      30n,
      30n,
    ]);
    for (const text of ["0.9", "1", "1.0", "1.05", "3.1", "NaN", "-2", "2e0", ""])
      expect(boostTenths(text)).toBeUndefined();
  });
});

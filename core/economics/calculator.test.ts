import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calculate, CALCULATOR_RANGES, type CalculatorInput } from "./calculator.ts";

/**
 * The calculator's default inputs: 100 TH/s, 3 kW and 0.1 USD/kWh, without fees, growth or an
 * up-front price.
 */
const defaults: CalculatorInput = {
  hashRateThs: 100,
  powerKw: 3,
  usdPerKwh: 0.1,
  usdPerBtc: 60_000,
  difficulty: 83e12,
  subsidyBtc: 3.125,
  feesBtc: 0,
  poolFeePercent: 0,
  stalePercent: 0,
  uptimePercent: 100,
  upFrontUsd: 0,
  difficultyGrowthPercent: 0,
  rateGrowthPercent: 0,
  horizonDays: 1825,
};

function rounded(value: number | null, decimals: number): string | undefined {
  return value?.toFixed(decimals);
}

describe("the default inputs", () => {
  const result = calculate(defaults);

  test("100 TH/s earn 0.00007574 BTC or 4.54 USD a day and use power worth 7.20 USD", () => {
    // BTC per day: 100e12 x 86,400 x 3.125 / (83e12 x 2^32) = 0.0000757401. USD per day: x 60,000 =
    // 4.5444. Power per day: 3 kW x 24 h x 0.1 USD = 7.20 USD.
    expect(rounded(result.btcPerDay, 8)).toBe("0.00007574");
    expect(rounded(result.usdPerDay, 2)).toBe("4.54");
    expect(rounded(result.powerUsdPerDay, 2)).toBe("7.20");
    expect(rounded(result.profitUsdPerDay, 2)).toBe("-2.66");
  });

  test("the default rig breaks even at 0.0631 USD/kWh or 95,061.94 USD/BTC", () => {
    // Tariff: 4.5444 / 72 kWh. BTC price: 7.20 / 0.0000757401. Difficulty: 83e12 x 4.5444 / 7.20.
    expect(rounded(result.breakEvenUsdPerKwh, 4)).toBe("0.0631");
    expect(rounded(result.breakEvenUsdPerBtc, 2)).toBe("95061.94");
    expect(rounded((result.breakEvenDifficulty ?? 0) / 1e12, 2)).toBe("52.39");
  });

  test("the default rig never pays back", () => {
    expect(result.breakEvenDay).toBeNull();
    expect(result.breakEvenDayAtToday).toBeNull();
    expect(result.totalUsd).toBeCloseTo(1825 * (result.usdPerDay - 7.2), 4);
  });
});

describe("the shop's rigs", () => {
  test.each([
    ["S19 Pro", 110, 3.25, 3_500, "5.00", "7.80", "0.0641"],
    ["M30S++", 112, 3.47, 3_800, "5.09", "8.33", "0.0611"],
  ])("%s never pays back", (_, hashRateThs, powerKw, upFrontUsd, earns, power, tariff) => {
    const result = calculate({ ...defaults, hashRateThs, powerKw, upFrontUsd });
    expect(rounded(result.usdPerDay, 2)).toBe(earns);
    expect(rounded(result.powerUsdPerDay, 2)).toBe(power);
    expect(rounded(result.breakEvenUsdPerKwh, 4)).toBe(tariff);
    expect(result.breakEvenDay).toBeNull();
  });

  test("the Mining Rig Frame earns nothing", () => {
    const frame = calculate({ ...defaults, hashRateThs: 0, powerKw: 0, upFrontUsd: 150 });
    expect(frame).toMatchObject({ btcPerDay: 0, breakEvenDay: null, breakEvenUsdPerKwh: null });
    expect(frame.totalUsd).toBe(-150);
  });
});

describe("the projection", () => {
  test("a rig that nets 4.5444 USD a day pays back 100 USD on day 23 without growth", () => {
    // After 22 days: 22 x 4.5444 = 99.98 USD. After 23 days: 23 x 4.5444 = 104.52 USD.
    const result = calculate({ ...defaults, powerKw: 0, upFrontUsd: 100 });
    expect(result.breakEvenDay).toBe(23);
    expect(result.breakEvenDayAtToday).toBe(23);
  });

  test("growing difficulty delays break-even", () => {
    const result = calculate({
      ...defaults,
      powerKw: 0,
      upFrontUsd: 400,
      difficultyGrowthPercent: 5,
    });
    expect(result.breakEvenDayAtToday).toBe(89); // 400 USD / 4.5444 USD per day = 88.02 days
    expect(result.breakEvenDay).toBeGreaterThan(89);
  });

  test("income on day 30 is lower by one month's difficulty growth", () => {
    const grown = calculate({
      ...defaults,
      powerKw: 0,
      difficultyGrowthPercent: 25,
      horizonDays: 30,
    });
    const before = calculate({
      ...defaults,
      powerKw: 0,
      difficultyGrowthPercent: 25,
      horizonDays: 29,
    });
    expect(grown.totalUsd - before.totalUsd).toBeCloseTo(grown.usdPerDay / 1.25, 9);
  });

  test("the band encloses the middle case over the whole horizon", () => {
    const { series } = calculate({ ...defaults, upFrontUsd: 500 });
    expect(series[0]).toEqual({ day: 0, low: -500, middle: -500, high: -500 });
    expect(series.at(-1)?.day).toBe(1825);
    expect(series).toHaveLength(61);
    for (const point of series.slice(1)) {
      expect(point.low).toBeLessThan(point.middle);
      expect(point.high).toBeGreaterThan(point.middle);
    }
  });

  test("a horizon of one day is allowed", () => {
    expect(calculate({ ...defaults, horizonDays: 1 }).series.map(({ day }) => day)).toEqual([0, 1]);
  });
});

describe("the input ranges", () => {
  test.each([
    ["hashRateThs", -1],
    ["usdPerBtc", 0],
    ["difficulty", 0],
    ["powerKw", 1e308],
    ["uptimePercent", 101],
    ["rateGrowthPercent", Number.NaN],
  ] as const)("%s of %d is out of range", (field, value) => {
    expect(() => calculate({ ...defaults, [field]: value })).toThrow(field);
  });

  test("all figures are finite for any input within the allowed ranges", () => {
    const numbers = Object.fromEntries(
      Object.entries(CALCULATOR_RANGES).map(([field, { min, max }]) => [
        field,
        field === "horizonDays" ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true }),
      ]),
    );
    fc.assert(
      fc.property(fc.record(numbers), (input) => {
        const { series, ...figures } = calculate(input as unknown as CalculatorInput);
        const values = [...Object.values(figures), ...series.flatMap((p) => Object.values(p))];
        expect(values.every((value) => value === null || Number.isFinite(value))).toBe(true);
      }),
    );
  });

  test("a rig with almost no power draw has a null break-even tariff", () => {
    expect(calculate({ ...defaults, powerKw: Number.MIN_VALUE }).breakEvenUsdPerKwh).toBeNull();
  });

  test("the highest yearly income fits a JSON integer of satoshis and cents", () => {
    const max = CALCULATOR_RANGES;
    const result = calculate({
      ...defaults,
      hashRateThs: max.hashRateThs.max,
      difficulty: max.difficulty.min,
      subsidyBtc: max.subsidyBtc.max,
      feesBtc: max.feesBtc.max,
      usdPerBtc: max.usdPerBtc.max,
    });
    expect(result.btcPerDay * 365 * 1e8).toBeLessThan(Number.MAX_SAFE_INTEGER);
    expect(result.usdPerDay * 365 * 100).toBeLessThan(Number.MAX_SAFE_INTEGER);
  });
});

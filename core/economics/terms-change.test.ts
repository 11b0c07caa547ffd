import { describe, expect, test } from "vitest";
import { CALCULATOR_RANGES } from "./calculator.ts";
import { apyFault, referenceFaults, type ReferenceTexts } from "./terms-change.ts";

const PRESENT: ReferenceTexts = {
  usdPerBtc: "60000",
  difficulty: "83000000000000",
  subsidyBtc: "3.125",
  feesBtc: "0",
  poolFeePercent: "0",
  usdPerKwh: "0.1",
  boostUsdPerThsDay: "0.05",
};
const faults = (change: Partial<ReferenceTexts>, present = PRESENT) =>
  referenceFaults(present, { ...present, ...change });

describe("changes of reference values", () => {
  test.each([
    { usdPerBtc: "6000" },
    { usdPerBtc: "600000" },
    { usdPerBtc: "95061.94" },
    { difficulty: "83148355189239.77" },
    { feesBtc: "3.125" },
    { poolFeePercent: "20" },
    { poolFeePercent: "0.0001" },
    { usdPerKwh: "1" },
    { subsidyBtc: "1.5625", feesBtc: "1.5" },
  ])("%j is accepted", (change) => {
    expect(faults(change)).toEqual({});
  });

  const rate = "Rate can change by at most a factor of 10. Enter 6000 to 600000.";
  const noRate = "Rate must be a number of at least 0 with at most 2 decimals. Use a dot.";
  test.each([
    [{ usdPerBtc: "0" }, { usdPerBtc: "Rate must be above 0." }],
    [{ usdPerBtc: "-1" }, { usdPerBtc: noRate }],
    [{ usdPerBtc: "NaN" }, { usdPerBtc: noRate }],
    [{ usdPerBtc: "Infinity" }, { usdPerBtc: noRate }],
    [{ usdPerBtc: "6e4" }, { usdPerBtc: noRate }],
    [{ usdPerBtc: "60,000" }, { usdPerBtc: noRate }],
    [{ usdPerBtc: "60000.001" }, { usdPerBtc: noRate }],
    [{ usdPerBtc: "" }, { usdPerBtc: noRate }],
    [{ usdPerBtc: "600000.01" }, { usdPerBtc: rate }],
    [{ usdPerBtc: "5999.99" }, { usdPerBtc: rate }],
    [{ difficulty: "0.9" }, { difficulty: "Difficulty must be at least 100000000000." }],
    [{ poolFeePercent: "20.0001" }, { poolFeePercent: "Pool fee must be at most 20." }],
    [{ feesBtc: "3.12500001" }, { feesBtc: "Fees per block must be at most the block subsidy." }],
    [{ usdPerKwh: "1.000001" }, { usdPerKwh: "Electricity must be at most 1." }],
    [{ boostUsdPerThsDay: "0" }, { boostUsdPerThsDay: "Boost price must be above 0." }],
    [{ subsidyBtc: "50.00000001" }, { subsidyBtc: "Block subsidy must be at most 50." }],
  ])("%j is refused: %j", (change, expected) => {
    expect(faults(change)).toEqual(expected);
  });

  test("repeated changes cannot leave the calculator's range", () => {
    const least = { ...PRESENT, difficulty: "100000000000" };
    expect(faults({ difficulty: "99999999999" }, least)).toEqual({
      difficulty: "Difficulty must be at least 100000000000.",
    });
    const most = { ...PRESENT, usdPerBtc: "10000000", subsidyBtc: "50", feesBtc: "10" };
    expect(faults({ usdPerBtc: "10000000.01", feesBtc: "10.00000001" }, most)).toEqual({
      usdPerBtc: "Rate must be at most 10000000.",
      feesBtc: "Fees per block must be at most 10.",
    });
    const ends = { ...most, difficulty: least.difficulty };
    for (const field of ["usdPerBtc", "difficulty", "subsidyBtc", "feesBtc"] as const) {
      const { min, max } = CALCULATOR_RANGES[field];
      expect(Number(ends[field])).toBeGreaterThanOrEqual(min);
      expect(Number(ends[field])).toBeLessThanOrEqual(max);
    }
  });
});

describe("reference values that changed within the last day", () => {
  const lower = { ...PRESENT, difficulty: "8300000000000", usdPerBtc: "6000" };
  test("a value cannot move by more than a factor of 10 within a day", () => {
    expect(referenceFaults(lower, { ...lower, difficulty: "8299999999999" }, PRESENT)).toEqual({
      difficulty:
        "Difficulty can change by at most a factor of 10. Enter 8300000000000 to 830000000000000.",
    });
  });
  test("a value can return to its earlier level, and beyond, immediately", () => {
    expect(referenceFaults(lower, { ...lower, usdPerBtc: "65000" }, PRESENT)).toEqual({});
  });
  test("a value can stay unchanged after a change of any size", () => {
    const base = { ...PRESENT, usdPerBtc: "600000" };
    expect(referenceFaults(lower, { ...lower, usdPerKwh: "0.2" }, base)).toEqual({});
  });
});

test.each([
  ["8", "8.5", null, undefined],
  ["25", "25", "25", undefined],
  ["25", "24.99", "25", "APY must be at least 25 %, the promised minimum."],
  ["8", "80.01", null, "APY can change by at most a factor of 10. Enter 0.8 to 80."],
  ["8", "0.79", null, "APY can change by at most a factor of 10. Enter 0.8 to 80."],
  ["35", "100.01", null, "APY must be at most 100 %."],
  ["35", "1001", null, "APY must be at most 100 %."],
  ["8", "0", null, "APY must be above 0."],
  ["8", "-8", null, "APY must be a number of at least 0 with at most 2 decimals. Use a dot."],
])("changing an APY from %s to %s with the minimum %s: %s", (present, next, minimum, expected) => {
  expect(apyFault(present, next, minimum)).toBe(expected);
});

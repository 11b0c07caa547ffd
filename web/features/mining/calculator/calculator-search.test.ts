import { calculate } from "#economics";
import { expect, test } from "vitest";
import {
  calculatorDefaults,
  readCalculatorSearch,
  readNumber,
  writeCalculatorSearch,
} from "./calculator-search.ts";

const reference = {
  id: "ref_1",
  rateUsdPerBtc: "60000.00",
  difficulty: "83000000000000",
  subsidySats: 312_500_000,
  feesSats: 0,
  poolFeePercent: "0",
  blockSeconds: 600,
  usdPerKwh: "0.1",
  validFrom: "2026-11-01T00:00:00Z",
  source: "start values",
};
const defaults = calculatorDefaults(reference);

// The daily earnings are 100 x 10^12 x 86,400 x 3.125 / (83 x 10^12 x 2^32) = 0.00007574 BTC = 4.54
// USD. The power costs 3 kW x 24 h x 0.1 USD = 7.20 USD.
test("the default inputs lose 2.66 USD a day, as in the requirement", () => {
  const result = calculate(defaults);
  expect(result.btcPerDay.toFixed(8)).toBe("0.00007574");
  expect(result.usdPerDay.toFixed(2)).toBe("4.54");
  expect(result.powerUsdPerDay.toFixed(2)).toBe("7.20");
  expect(result.profitUsdPerDay.toFixed(2)).toBe("-2.66");
  expect(result.breakEvenDay).toBeNull();
});

test("the URL contains only changed values", () => {
  const input = { ...defaults, hashRateThs: 200, usdPerKwh: 0.05, horizonDays: 730 };
  const search = writeCalculatorSearch(input, defaults);
  expect(search).toEqual({ hashRateThs: 200, usdPerKwh: 0.05, horizonDays: 730 });
  expect({ ...defaults, ...readCalculatorSearch(search) }).toEqual(input);
  expect(writeCalculatorSearch(defaults, defaults)).toEqual({});
});

test("defaults replace invalid values in the URL", () => {
  const search = { hashRateThs: 5, powerKw: "a lot", usdPerKwh: -1, horizonDays: 31, tab: "x" };
  expect(readCalculatorSearch(search)).toEqual({});
  expect(readCalculatorSearch({ hashRateThs: "500", powerKw: "" })).toEqual({ hashRateThs: 500 });
});

test("a typed number may have a decimal point or a decimal comma", () => {
  expect(readNumber("usdPerKwh", " 0,05 ")).toBe(0.05);
  expect(readNumber("rateGrowthPercent", "-5")).toBe(-5);
});

test("ambiguous numbers are refused, even negative ones", () => {
  expect(readNumber("rateGrowthPercent", "-1,500")).toBeUndefined();
  expect(readNumber("rateGrowthPercent", "-1,5")).toBe(-1.5);
  expect(readNumber("usdPerBtc", "60,000")).toBeUndefined();
  expect(readNumber("usdPerBtc", "60000,5")).toBe(60_000.5);
});

test.each(["", "-", "1e3", "abc", "-1"])("%j is refused as a power value", (typed) => {
  expect(readNumber("powerKw", typed)).toBeUndefined();
});

import { calculate, type CalculatorInput } from "#economics";
import { afterEach, expect, test } from "vitest";
import { followNumberFormat, numberFormatChoice } from "../../../ui/preferences/number-marks.ts";
import { verdictOf } from "./verdict.ts";

afterEach(() => numberFormatChoice.set("en"));

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
const today = new Date("2026-11-21T12:00:00Z");
const verdict = (change: Partial<CalculatorInput>) => {
  const input = { ...defaults, ...change };
  return verdictOf(input, calculate(input), today);
};

test("the verdict on inputs that never pay back states what would help", () => {
  expect(verdict({})).toEqual({
    title: "Does not pay back",
    text: "It costs more each day than it earns. It would make a profit below 0.0631 USD/kWh, above 95,061.94 USD/BTC, or below a difficulty of 52.39 T.",
  });
});

test("the verdict uses the user's number format", () => {
  followNumberFormat();
  numberFormatChoice.set("de");
  expect(verdict({}).text).toContain("below 0,0631 USD/kWh, above 95.061,94 USD/BTC");
});

// The daily profit is 4.5444 - 3.60 = 0.9444 USD, so the price of 100 USD is paid back on day 106
// (105.9).
test("with cheap power, the verdict states the day on which the price is paid back", () => {
  const { title, text } = verdict({ usdPerKwh: 0.05, upFrontUsd: 100 });
  expect(title).toBe("Pays back on 7 Mar 2027");
  expect(text).toContain("After 106 days at this trend, 106 days if today's values stay");
});

test("inputs that earn too little each day never pay back", () => {
  expect(verdict({ usdPerKwh: 0.05, upFrontUsd: 1e6 }).title).toBe("Does not pay back");
});

test("without an up-front price, profit starts on the first day", () => {
  expect(verdict({ usdPerKwh: 0.05 }).title).toBe("Makes a profit from the first day");
});

import { expect, test } from "vitest";
import { chartAmounts } from "./chart-amounts.ts";

const RATE = 6_000_000n;

test("BTC amounts in charts omit the unit and other amounts include it", () => {
  expect(chartAmounts("BTC", RATE).text(831_667)).toBe("0.00831667");
  expect(chartAmounts("sat", RATE).text(831_667)).toBe("831,667 sat");
  expect(chartAmounts("USD", RATE).text(831_667)).toBe("499.00 USD");
  expect(chartAmounts("USD", RATE).text(-831_667, true)).toBe("\u2212499.00 USD");
});

test("ticks are round in the displayed unit", () => {
  const texts = (unit: "BTC" | "USD" | "sat", highest: number) =>
    chartAmounts(unit, RATE)
      .ticks(highest)
      .map(({ text }) => text);
  expect(texts("BTC", 25_000)).toEqual(["", "0.00010000", "0.00020000"]);
  expect(texts("USD", 831_667)).toEqual(["", "200.00", "400.00"]);
  expect(texts("sat", 25_000)).toEqual(["", "10,000", "20,000"]);
});

test("a scale below one cent has no labels", () => {
  const ticks = chartAmounts("USD", RATE).ticks(10);
  expect(new Set(ticks.map(({ text }) => text))).toEqual(new Set([""]));
});

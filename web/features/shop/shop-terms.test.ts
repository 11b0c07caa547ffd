import { expect, test } from "vitest";
import { isTariff, priceText, quantityOf } from "./shop-terms.ts";

test("prices are formatted as in the requirement", () => {
  expect([350_000, 380_000, 15_000, 12_345].map(priceText)).toEqual([
    "$3,500",
    "$3,800",
    "$150",
    "$123.45",
  ]);
});

test("a quantity must be a whole number from 1 to 10", () => {
  expect(["1", " 7 ", "10"].map(quantityOf)).toEqual([1, 7, 10]);
  for (const text of ["", "0", "-1", "1.5", "11", "1e1", "01"])
    expect(quantityOf(text)).toBeUndefined();
});

test("a tariff must be above 0 and at most 1 USD per kWh", () => {
  for (const text of ["0.1", "0.000001", "1", "1.000000"]) expect(isTariff(text)).toBe(true);
  for (const text of ["", "0", "0.0", "-0.1", "1.1", "0.0000001", ".5", "1,0", "NaN", "01"])
    expect(isTariff(text)).toBe(false);
});

/** Tests that thousands separators and decimal separators are never confused. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readAmount } from "../amounts/read-amount.ts";
import { followNumberFormat, marksOf, numberFormatChoice } from "./number-marks.ts";
import { numberTyped, readNumberText } from "./read-number.ts";

beforeEach(() => void followNumberFormat());
afterEach(() => numberFormatChoice.set("en"));

const whole = (typed: string) => readNumberText(typed, { isWhole: true });

describe.each([
  ["en", ["10,000", "1,234,567", "10 000", "10'000", "10\u2019000"]],
  ["de", ["10.000", "1.234.567", "10 000", "10'000"]],
  ["fr", ["10\u202F000", "10 000", "1\u00A0234\u00A0567"]],
  ["de-CH", ["10\u2019000", "10'000", "1\u2019234'567"]],
] as const)("with the number format %s", (format, thousands) => {
  beforeEach(() => numberFormatChoice.set(format));

  test.each(thousands)("thousands separators in whole units %j are accepted", (typed) => {
    const digits = typed.replaceAll(/\D/g, "");
    expect(whole(typed)).toBe(digits);
  });

  test("a whole number in the page's format is read as displayed", () => {
    const { group } = marksOf(format);
    expect(whole(`1${group}234${group}567`)).toBe("1234567");
  });

  test.each([
    ["1,5", "1.5"],
    ["0,5", "0.5"],
    ["10,50", "10.50"],
    ["1,00", "1.00"],
    ["0,002", "0.002"],
    ["0.002", "0.002"],
    ["12.5", "12.5"],
    ["1.234,56", "1234.56"],
    ["1,234.56", "1234.56"],
    ["1.234.567", "1234567"],
  ])("%j is read as %s", (typed, text) => {
    expect(readNumberText(typed)).toBe(text);
    expect(whole(typed)).toBe(text);
  });

  test.each([
    "1,2,3",
    "1.2.3",
    "1,23,456",
    "1,234.567,8",
    "12 34",
    "1e3",
    "",
    ".",
    "-",
    "10,0000,000",
  ])("%j is not a number", (typed) => {
    expect(readNumberText(typed)).toBeUndefined();
    expect(whole(typed)).toBeUndefined();
  });

  test("1,500 is rejected as ambiguous in an amount field", () => {
    expect(readAmount("1,500")).toBeUndefined();
  });
});

test("in German 60.000 and 1.500 are rejected in fields with decimals", () => {
  numberFormatChoice.set("de");
  expect(readNumberText("60.000")).toBeUndefined();
  expect(readAmount("1.500")).toBeUndefined();
  expect(readAmount("1.50")).toBe(150_000_000n);
});

test("whole units with another format's thousands separator are rejected", () => {
  numberFormatChoice.set("de");
  expect(whole("10,000")).toBeUndefined();
  numberFormatChoice.set("en");
  expect(whole("10.000")).toBeUndefined();
});

test("in English the dot is read as the decimal separator", () => {
  expect(readAmount("1.500")).toBe(150_000_000n);
});

test("the initial value of a field is kept unchanged", () => {
  numberFormatChoice.set("de");
  expect(numberTyped(" 1.125 ", "1.125")).toBe("1.125");
  expect(numberTyped("1.125", "1.250")).toBe("");
  expect(numberTyped("60.000,5", "1")).toBe("60000.5");
});

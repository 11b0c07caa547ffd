import fc from "fast-check";
import { expect, test } from "vitest";
import { wholeText } from "../preferences/number-marks.ts";
import { decimalText, numberText } from "./number-format.ts";

const decimals = fc.integer({ min: 0, max: 8 });

/** Returns the text that `Intl` formats, but without a minus sign before zero. */
function intlText(decimal: string, digits: number): string {
  const format = new Intl.NumberFormat("en", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: "negative",
  });
  return format.format(decimal as `${number}`).replace("-", "\u2212");
}

test("decimal text is formatted like in a browser, with exact digits", () => {
  const text = fc.stringMatching(/^-?\d{1,30}(?:\.\d{1,12})?$/);
  fc.assert(
    fc.property(text, decimals, (decimal, digits) => {
      expect(decimalText(decimal, digits)).toBe(intlText(decimal, digits));
    }),
  );
});

test("a number converted to text is formatted like in a browser", () => {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e18, max: 1e18 });
  fc.assert(
    fc.property(number, decimals, (value, digits) => {
      expect(decimalText(String(value), digits)).toBe(intlText(String(value), digits));
    }),
  );
});

test("halves are rounded away from zero", () => {
  expect(decimalText("1.005", 2)).toBe("1.01");
  expect(decimalText("-1.005", 2)).toBe("\u22121.01");
  expect(decimalText("999.995", 2)).toBe("1,000.00");
  expect(decimalText("-0.004", 2)).toBe("0.00");
  expect(decimalText(".5", 0)).toBe("1");
  expect(decimalText("1e-7", 8)).toBe("0.00000010");
  expect(decimalText(String(1e21), 0)).toBe("1,000,000,000,000,000,000,000");
});

test("text that is not a number is returned unchanged", () => {
  expect(decimalText("NaN", 2)).toBe("NaN");
  expect(decimalText("Infinity", 0)).toBe("Infinity");
});

test("whole numbers have grouped thousands", () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      expect(wholeText(value)).toBe(new Intl.NumberFormat("en").format(value));
    }),
  );
});

test("numbers are grouped without rounding", () => {
  expect(numberText("83148355189239.77")).toBe("83,148,355,189,239.77");
});

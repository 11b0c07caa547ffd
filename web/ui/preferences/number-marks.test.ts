import { afterEach, expect, test, vi } from "vitest";
import { amountText, usdText } from "../amounts/amount-format.ts";
import { decimalText } from "../amounts/number-format.ts";
import {
  followNumberFormat,
  marksOf,
  numberFormatChoice,
  wholeText,
  withMarks,
} from "./number-marks.ts";

afterEach(() => numberFormatChoice.set("en"));

test("each format uses its own separators", () => {
  expect(marksOf("en")).toEqual({ group: ",", decimal: "." });
  expect(marksOf("de")).toEqual({ group: ".", decimal: "," });
  expect(marksOf("fr")).toEqual({ group: "\u202F", decimal: "," });
  // The apostrophe is straight or curly, depending on the ICU version.
  expect(marksOf("de-CH").group).toMatch(/^['’]$/);
});

test.each(["en-US@posix", "C", "", "de_DE", undefined])(
  "an unusable browser language %j results in English separators",
  (language) => {
    vi.stubGlobal("navigator", { language });
    expect(marksOf("browser")).toEqual({ group: ",", decimal: "." });
    vi.unstubAllGlobals();
  },
);

test("every number uses the chosen format without changing its digits", () => {
  followNumberFormat();
  numberFormatChoice.set("de");
  expect(withMarks("1,234,567.89")).toBe("1.234.567,89");
  expect(wholeText(1_234_567)).toBe("1.234.567");
  expect(usdText(-123_456_789n)).toBe("\u22121.234.567,89");
  expect(decimalText("87140.113", 2)).toBe("87.140,11");
  const small = amountText(113_610n, "BTC");
  expect(small.zeros + small.digits).toBe("0,00113610");
  const large = amountText(123_456_789_012_345n, "BTC");
  expect(large.zeros + large.digits).toBe("1.234.567,89012345");
  expect(amountText(1_234_567n, "sat").digits).toBe("1.234.567");
});

test("numbers in the English format are unchanged", () => {
  followNumberFormat();
  numberFormatChoice.set("en");
  expect(usdText(123_456_789n)).toBe("1,234,567.89");
});

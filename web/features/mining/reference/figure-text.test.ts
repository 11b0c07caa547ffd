import { afterEach, expect, test } from "vitest";
import { followNumberFormat, numberFormatChoice } from "../../../ui/preferences/number-marks.ts";
import {
  difficultyText,
  hashRateText,
  projectedUsd,
  sizeText,
  thsFigure,
  usdPerBtcText,
} from "./figure-text.ts";

afterEach(() => numberFormatChoice.set("en"));

test("an offer's size uses the user's number format", () => {
  followNumberFormat();
  numberFormatChoice.set("de");
  expect(sizeText({ hashRateThs: "1500", powerKw: "37.5" })).toBe("1,5 PH/s · 37,5 kW");
});

test("plans' hash rates are shown in TH/s or PH/s", () => {
  expect(hashRateText("50")).toBe("50 TH/s");
  expect(hashRateText("300.0")).toBe("300 TH/s");
  expect(hashRateText("1500")).toBe("1.5 PH/s");
  expect(hashRateText("12000")).toBe("12 PH/s");
  expect(thsFigure("450")).toBe("450.0");
  expect(thsFigure("0")).toBe("0.0");
  expect(thsFigure("1500")).toBe("1,500.0");
});

test("a difficulty is shown in T (10^12)", () => {
  expect(difficultyText("83000000000000")).toBe("83.00 T");
  expect(difficultyText("83148355189239.77")).toBe("83.15 T");
  expect(difficultyText("0.00000000046")).toBe("0.00 T");
  expect(usdPerBtcText("87140.11")).toBe("87,140.11");
  expect(usdPerBtcText("60000")).toBe("60,000.00");
});

test("projected dollars are never shown as minus zero", () => {
  expect(projectedUsd(-2.6556)).toBe("\u22122.66");
  expect(projectedUsd(4.544)).toBe("4.54");
  expect(projectedUsd(0.001, { isSigned: true })).toBe("0.00");
  expect(projectedUsd(-0.001)).toBe("0.00");
  expect(projectedUsd(167.19, { isSigned: true, decimals: 0 })).toBe("+167");
});

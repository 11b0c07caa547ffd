import { expect, test } from "vitest";
import {
  chanceText,
  difficultyFigure,
  distinctRates,
  satsFigure,
  shortSats,
  waitText,
  workFigure,
} from "./work-text.ts";

test.each([
  ["0.00002", "0.000020"],
  ["0.0123456", "0.0123"],
  ["1", "1.00"],
  ["999.4", "999"],
  ["999.6", "1.00 k"],
  ["65536", "65.5 k"],
  ["83000000000000", "83.0 T"],
  ["0", "0"],
])("a difficulty of %s is shown as %s", (decimal, text) => {
  expect(difficultyFigure(decimal)).toBe(text);
});

test("satoshis in statements are shown with all nine decimals", () => {
  expect(workFigure(65_536_000_000n)).toBe("65.5 k");
  expect(satsFigure(246_746_987n)).toBe("0.246746987");
  expect(satsFigure(12_000_000_001n)).toBe("12.000000001");
});

test.each([
  [Infinity, "never"],
  [29_461_316_860, "934 years"],
  [1e14, "3.2 million years"],
  [1e18, "over a billion years"],
  [864_000, "10 days"],
  [36_000, "10 hours"],
  [600, "10 min"],
])("%s seconds are shown as %s", (seconds, text) => {
  expect(waitText(seconds)).toBe(text);
});

test.each([
  [0.0010706, "0.107 %"],
  [1, "100 %"],
  [0.000001, "1 in 1.0 million"],
  [0.0001, "1 in 10,000"],
  [1e-12, "less than 1 in a billion"],
  [0, "none"],
])("a chance of %s is shown as %s", (chance, text) => {
  expect(chanceText(chance)).toBe(text);
});

test.each([
  [0n, "0"],
  [9n, "0.000000009"],
  [757_999n, "0.000757"],
  [246_746_987n, "0.246"],
  [1_262_334_567n, "1.262"],
  [12_000_000_001n, "12"],
  [1_234_567_890_123n, "1234.567"],
])("%i billionths of a satoshi are shortened to %s, rounded down", (nanosats, text) => {
  expect(shortSats(nanosats)).toBe(text);
});

test("a longer period with the same shares does not repeat the rate", () => {
  const rate = (shares: number) => ({ shares });
  const young = { fiveMinutes: rate(20), hour: rate(20), day: rate(20) };
  expect(distinctRates(young)).toEqual({
    fiveMinutes: rate(20),
    hour: "same as 5 min",
    day: "same as 1 h",
  });
  const old = { fiveMinutes: null, hour: rate(20), day: rate(400) };
  expect(distinctRates(old)).toEqual(old);
});

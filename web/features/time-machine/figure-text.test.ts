import { expect, test } from "vitest";
import { outcomeFigure, stepFigure } from "./figure-text.ts";

test.each([
  [680_000n, "0.68"],
  [999_960n, "0.99996"],
  [-1_234_500_000n, "\u22121,234.50"],
  [6_058_709_880_000n, "6,058,709.88"],
])("an outcome of %s millionths is shown as %s", (millionths, text) => {
  expect(outcomeFigure(millionths)).toBe(text);
});

test.each([
  [0.25, "0.25"],
  [-1_500, "\u22121,500"],
  [2_000_000, "2,000,000"],
])("the step %s is shown as %s", (step, text) => {
  expect(stepFigure(step)).toBe(text);
});

import { expect, test } from "vitest";
import { shareText } from "./texts.ts";

test.each([
  [1, 2_569, "0.04"],
  [1, 100_000, "0.01"],
  [3, 4_364, "0.07"],
  [5, 4_364, "0.1"],
  [0, 2_569, "0.0"],
  [43, 4_364, "1.0"],
  [2_569, 2_569, "100.0"],
  [2_568, 2_569, "99.96"],
  [99_999, 100_000, "99.99"],
])("%d of %d starting days are %s percent", (part, whole, text) => {
  expect(shareText(part, whole)).toBe(text);
});

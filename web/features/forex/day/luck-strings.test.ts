/** Tests the texts of the luck test. */
import { expect, test } from "vitest";
import { costsText, ordinal } from "./luck-strings.ts";

test("financing that exceeds the spread is not called a cost", () => {
  expect(costsText(4_120)).toBe("Spread and financing cost 41.20 USD.");
  expect(costsText(-120)).toBe("You received 1.20 USD more financing than you paid in spread.");
});

test.each([
  [1, "1st"],
  [11, "11th"],
  [63, "63rd"],
  [100, "100th"],
])("place %i is the %s", (place, text) => {
  expect(ordinal(place)).toBe(text);
});

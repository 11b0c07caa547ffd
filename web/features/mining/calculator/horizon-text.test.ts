import { expect, test } from "vitest";
import { HORIZONS } from "./calculator-search.ts";
import { horizonText } from "./horizon-text.ts";

test("horizons are formatted in months or years, such as 1.5 months", () => {
  expect(HORIZONS.map((days) => [days / 2, days].map(horizonText))).toEqual([
    ["1.5 months", "3 months"],
    ["6 months", "1 year"],
    ["1 year", "2 years"],
    ["2.5 years", "5 years"],
  ]);
  expect([30, 400].map(horizonText)).toEqual(["1 month", "1.1 years"]);
});

import { expect, test } from "vitest";
import { measuredRateText } from "./measured-rate.ts";

test.each([
  ["0", "0 H/s"],
  ["0.000000000001", "1.00 H/s"],
  ["0.0000123", "12.3 MH/s"],
  ["0.9996", "1.00 TH/s"],
  ["12.1", "12.1 TH/s"],
  ["123456.7", "123 PH/s"],
])("%s TH/s is %s", (ths, text) => {
  expect(measuredRateText(ths)).toBe(text);
});

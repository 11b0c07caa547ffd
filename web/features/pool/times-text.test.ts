import { expect, test } from "vitest";
import { timesText } from "./times-text.ts";

test("sold hash rate is shown as a multiple of the measured rate", () => {
  expect(timesText("1500", "0.0000125")).toBe("120,000,000");
  expect(timesText("3", "2")).toBe("1.5");
});

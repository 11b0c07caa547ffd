import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Mining } from "../mining/reference/reference-terms.ts";
import { followNumberFormat, numberFormatChoice } from "../../ui/preferences/number-marks.ts";
import { OwnWorking } from "./OwnWorking.tsx";

afterEach(() => {
  numberFormatChoice.set("en");
  cleanup();
});

test("every number of the formula uses the user's number format", () => {
  followNumberFormat();
  numberFormatChoice.set("de");
  const reference = {
    subsidySats: 312_500_000,
    feesSats: 0,
    poolFeePercent: "0",
    difficulty: "83000000000000",
  };
  render(<OwnWorking mining={{ hashRateThs: "50", reference } as unknown as Mining} />);
  expect(document.body.textContent).toContain(
    "50,0 x 10^12 x 86.400 x 3,125 x (1 - 0,0 %) / (83.000.000.000.000,00 x 2^32) = 0,00003787004 BTC",
  );
});

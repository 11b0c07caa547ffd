import { expect, test } from "vitest";
import { changeSteps, dailyFigures, stepBase, type Version } from "./settings-view.ts";

const START = {
  usdPerBtc: "60000",
  difficulty: "83000000000000",
  subsidyBtc: "3.125",
  feesBtc: "0",
  poolFeePercent: "0",
  usdPerKwh: "0.1",
  boostUsdPerThsDay: "0.05",
};

test("with initial values 100 TH/s earn 7,574 sats and 3 kW cost 7.20 USD a day", () => {
  expect(dailyFigures(START)).toEqual({
    earnsSats: 7_574n,
    earnsCents: 454n,
    powerCents: 720n,
    boostCents: 456n,
  });
  const harder = { ...START, difficulty: "166000000000000", poolFeePercent: "10" };
  expect(dailyFigures(harder)).toMatchObject({ earnsSats: 3_408n, earnsCents: 204n });
});

test("the same number in another notation is not a change", () => {
  expect(changeSteps(START, { ...START, usdPerBtc: "61000.50", usdPerKwh: "0.100" })).toEqual([
    "Rate 60,000 to 61,000.50 USD per BTC",
  ]);
});

test("changes are measured against the version in force a day ago", () => {
  const version = (id: string, validFrom: string) => ({ id, validFrom }) as Version;
  const reference = [
    version("newest", "2026-03-03T10:00:00Z"),
    version("of the day before", "2026-03-02T11:00:00Z"),
    version("before that", "2026-03-01T09:00:00Z"),
  ];
  const base = (at: string) => stepBase({ reference, at })?.id;
  expect(base("2026-03-03T11:00:00Z")).toBe("of the day before");
  expect(base("2026-03-03T10:30:00Z")).toBe("before that");
  expect(base("2026-03-01T10:00:00Z")).toBe("before that");
});

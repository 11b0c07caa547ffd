import { expect, test } from "vitest";
import { DAYS_SHOWN, earnedDays } from "./earned-days.ts";

test("every recent day has a bar, across month ends and leap days", () => {
  const daily = [
    { date: "2028-02-29", earnedSats: 3_787 },
    { date: "2028-03-01", earnedSats: 12 },
    { date: "2028-01-01", earnedSats: 99 },
  ];
  const days = earnedDays({ accruedEarnedSats: 0, daily }, new Date("2028-03-01T00:00:00Z"));
  expect(days).toHaveLength(DAYS_SHOWN);
  expect(days.slice(-3)).toEqual([
    { date: "2028-02-28", sats: 0 },
    { date: "2028-02-29", sats: 3_787 },
    { date: "2028-03-01", sats: 12 },
  ]);
});

test("today includes the earnings since the last payout", () => {
  const daily = [{ date: "2028-03-01", earnedSats: 12 }];
  const days = earnedDays({ accruedEarnedSats: 5, daily }, new Date("2028-03-01T00:30:00Z"));
  expect(days.slice(-2).map(({ sats }) => sats)).toEqual([0, 17]);
});

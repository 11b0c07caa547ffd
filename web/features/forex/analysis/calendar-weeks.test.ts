import { expect, test } from "vitest";
import { dateAfter, weeksOf } from "./calendar-weeks.ts";

const day = (date: string) => ({ day: date });

test("days are arranged in weeks from Monday to Friday, newest week first", () => {
  const { weeks, hasMore } = weeksOf(
    [day("2026-11-13"), day("2026-11-16"), day("2026-11-18"), day("2026-11-20")],
    2,
  );
  expect(hasMore).toBe(false);
  expect(weeks.map(({ monday }) => monday)).toEqual(["2026-11-16", "2026-11-09"]);
  expect(weeks[0]?.days.map((one) => one?.day ?? "")).toEqual([
    "2026-11-16",
    "",
    "2026-11-18",
    "",
    "2026-11-20",
  ]);
  expect(weeks[1]?.days.map((one) => one?.day ?? "")).toEqual(["", "", "", "", "2026-11-13"]);
});

test("only the newest weeks are shown", () => {
  const { weeks, hasMore } = weeksOf([day("2026-10-30"), day("2026-11-02")], 1);
  expect([weeks.map(({ monday }) => monday), hasMore]).toEqual([["2026-11-02"], true]);
  expect(dateAfter("2026-11-30", 4)).toBe("2026-12-04");
});

import { Refusal } from "#platform";
import { describe, expect, test } from "vitest";
import { dayRange, daysOf } from "./day-range.ts";

const today = "2026-11-21";
const bounds = { today, firstDay: "2026-02-03" };

function refusalOf(query: { from?: string; to?: string }): string {
  try {
    dayRange(query, bounds);
    return "none";
  } catch (error) {
    if (error instanceof Refusal) return `${error.status} ${error.code}`;
    throw error;
  }
}

describe("ranges", () => {
  test("a range includes its first and last day", () => {
    expect(daysOf(dayRange({ from: "2026-02-27", to: "2026-03-01" }, bounds))).toEqual([
      "2026-02-27",
      "2026-02-28",
      "2026-03-01",
    ]);
  });

  test("a range can be a single day", () => {
    expect(daysOf(dayRange({ from: today, to: today }, bounds))).toEqual([today]);
  });

  test("a range with an end in the future ends today", () => {
    expect(dayRange({ from: "2026-11-01", to: "2027-01-01" }, bounds)).toEqual({
      from: "2026-11-01",
      to: today,
    });
  });

  test("a range without days runs from the first entry to today", () => {
    expect(dayRange({}, bounds)).toEqual({ from: "2026-02-03", to: today });
  });

  test("the range of an account without entries is only today", () => {
    expect(dayRange({}, { today, firstDay: undefined })).toEqual({ from: today, to: today });
  });

  test("a range without a first day starts at most five years before its end", () => {
    expect(dayRange({}, { today, firstDay: "2019-05-01" })).toEqual({
      from: "2021-11-22",
      to: today,
    });
  });

  test("a range can be five years long, including a leap day, but not a day longer", () => {
    expect(daysOf(dayRange({ from: "2021-11-22" }, bounds))).toHaveLength(5 * 365 + 1);
    expect(refusalOf({ from: "2021-11-21" })).toBe("400 range_too_long");
  });
});

describe("refusals", () => {
  test.each([
    "9999-12-31",
    "2100-01-01",
    "2009-01-02",
    "2026-02-29",
    "2026-13-01",
    "2026-1-1",
    "yesterday",
    "",
    "=1+1",
    "2026-01-01T00:00:00Z",
    "20260101",
  ])("the day %j is refused", (day) => {
    expect(refusalOf({ from: day })).toBe("400 day_invalid");
    expect(refusalOf({ to: day })).toBe("400 day_invalid");
  });

  test("a first day after the last day is refused", () => {
    expect(refusalOf({ from: "2026-03-02", to: "2026-03-01" })).toBe("400 range_reversed");
  });

  test("a first day in the future is refused", () => {
    expect(refusalOf({ from: "2026-11-22" })).toBe("400 range_in_future");
  });
});

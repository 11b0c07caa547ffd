import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  closesAt,
  dateText,
  dayAt,
  dayOf,
  fixingTime,
  isMarketOpen,
  isTradingDay,
  newYorkClose,
  lastTradingDay,
  nextTradingDay,
  openingOf,
  opensAt,
  rolloversBetween,
} from "#market";
import { length, seeds } from "../../../test/support/seeds.ts";
import { pseudoRandom } from "../../../test/support/inputs/pseudo-random.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (text: string) => Date.parse(`${text}Z`);

describe("opening and closing times in 2026", () => {
  test.each([
    ["2026-03-06T22:00", false],
    ["2026-03-08T21:00", true],
    ["2026-03-13T21:00", false],
    ["2026-10-30T21:00", false],
    ["2026-11-01T22:00", true],
    ["2026-11-06T22:00", false],
  ])("the market is open after %s: %s", (text, isOpen) => {
    expect(isMarketOpen(at(text))).toBe(isOpen);
    expect(isMarketOpen(at(text) - 1)).toBe(!isOpen);
  });

  test("the market is closed at 16:00 EST on 1 November 2026", () => {
    expect(isMarketOpen(at("2026-11-01T21:00"))).toBe(false);
    expect(opensAt(at("2026-11-01T21:00"))).toBe(at("2026-11-01T22:00"));
    expect(closesAt(at("2026-11-02T12:00"))).toBe(at("2026-11-06T22:00"));
    expect(opensAt(at("2026-11-02T12:00"))).toBe(at("2026-11-02T12:00"));
    expect(closesAt(at("2026-11-07T12:00"))).toBe(at("2026-11-07T12:00"));
  });

  test("if Christmas is on a Friday, the market closes on Thursday at 17:00", () => {
    expect(isMarketOpen(at("2026-12-24T21:59:59"))).toBe(true);
    expect(isMarketOpen(at("2026-12-24T22:00"))).toBe(false);
    expect(opensAt(at("2026-12-25T12:00"))).toBe(at("2026-12-27T22:00"));
    expect(isTradingDay(dayOf("2027-01-01"))).toBe(false);
    expect(dateText(nextTradingDay(dayOf("2027-01-01")))).toBe("2027-01-04");
    expect(dateText(lastTradingDay(dayOf("2027-01-03")))).toBe("2026-12-31");
  });
});

describe("time zones", () => {
  const [first, last] = [dayOf("1999-01-01"), dayOf("2041-01-01")];
  const days = Array.from({ length: last - first }, (_, index) => first + index);
  const clockOf = (timeZone: string) => {
    const format = new Intl.DateTimeFormat("sv-SE", {
      timeZone,
      timeStyle: "short",
      dateStyle: "short",
    });
    return (timeMs: number) => format.format(timeMs);
  };

  test("17:00 New York and 14:15 Frankfurt match the zone database from 1999 to 2040", () => {
    const newYork = clockOf("America/New_York");
    const frankfurt = clockOf("Europe/Berlin");
    const wrong = days.filter(
      (day) =>
        newYork(newYorkClose(day)) !== `${dateText(day)} 17:00` ||
        frankfurt(fixingTime(day)) !== `${dateText(day)} 14:15`,
    );
    expect(wrong).toEqual([]);
  });

  test("every trading day has 24 hours", () => {
    const wrong = days.filter(
      (day) =>
        (isTradingDay(day) && newYorkClose(day) - openingOf(day) !== DAY) ||
        dayAt(newYorkClose(day)) !== day + 1 ||
        dayAt(newYorkClose(day) - 1) !== day,
    );
    expect(wrong).toEqual([]);
  });

  test.each(["2026-02-30", "26-01-01", "", "2026-1-1"])("%j is not a date", (text) => {
    expect(() => dayOf(text)).toThrow(RangeError);
  });
});

describe("rollovers", () => {
  test("a week is charged seven days of interest, three of them on Wednesday", () => {
    const week = rolloversBetween(at("2026-11-22T23:00"), at("2026-11-29T23:00"));
    expect(week.map(({ day, days }) => [dateText(day), days])).toEqual([
      ["2026-11-23", 1],
      ["2026-11-24", 1],
      ["2026-11-25", 3],
      ["2026-11-26", 1],
      ["2026-11-27", 1],
    ]);
  });

  test("only positions opened strictly before 17:00 are financed", () => {
    const close = newYorkClose(dayOf("2026-11-23"));
    expect(rolloversBetween(close - 1, close)).toHaveLength(1);
    expect(rolloversBetween(close, close + 1)).toHaveLength(0);
    expect(rolloversBetween(close - 1, close - 1)).toHaveLength(0);
  });

  test.each(seeds)("each date is financed once in ten years despite outages (seed %i)", (seed) => {
    const random = pseudoRandom(seed);
    const start = at("2016-01-01T12:00");
    const end = start + 3_653 * DAY;
    const weekdays = Array.from(
      { length: 3_653 },
      (_, index) => dayOf("2016-01-01") + index,
    ).filter((day) => ![0, 6].includes(new Date(day * DAY).getUTCDay()));
    for (let history = 0; history < length(3, 50); history += 1) {
      const paid: number[] = [];
      for (let now = start; now < end;) {
        const next = Math.min(end, now + 1 + Math.floor(random() * random() * 9 * DAY));
        paid.push(...rolloversBetween(now, next).map(({ day }) => day));
        now = next;
      }
      const all = rolloversBetween(start, end);
      expect(paid).toEqual(all.map(({ day }) => day));
      expect(new Set(paid).size).toBe(paid.length);
      expect(all.map(({ day }) => day)).toEqual(weekdays);
      const total = all.reduce((sum, { days }) => sum + days, 0);
      expect(Math.abs(total - 3_653)).toBeLessThan(7);
    }
  });

  test("splitting a period does not change its rollovers", () => {
    const hours = fc.integer({ min: 0, max: 24 * 400 });
    fc.assert(
      fc.property(hours, hours, hours, (a, b, c) => {
        const [from = 0, middle = 0, to = 0] = [a, b, c]
          .toSorted((x, y) => x - y)
          .map((hour) => at("2025-06-01T00:00") + hour * HOUR);
        const parts = [...rolloversBetween(from, middle), ...rolloversBetween(middle, to)];
        expect(parts).toEqual(rolloversBetween(from, to));
      }),
    );
  });

  test("a period of more than ten years is rejected", () => {
    expect(() => rolloversBetween(0, 4_100 * DAY)).toThrow(RangeError);
  });
});

import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import {
  agoText,
  clockText,
  dateText,
  fullText,
  isoDateText,
  minuteText,
  momentText,
  shortText,
  spanText,
  utcDateText,
  utcDayText,
  zoneName,
} from "./time-text.ts";

afterEach(() => vi.unstubAllEnvs());

const times = fc.date({
  min: new Date("1999-01-01T00:00:00Z"),
  max: new Date("2060-01-01T00:00:00Z"),
  noInvalidDate: true,
});

test.each(["UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu"])(
  "times are formatted like in a browser in %s",
  (timeZone) => {
    vi.stubEnv("TZ", timeZone);
    const written = (look: Intl.DateTimeFormatOptions, at: Date) =>
      new Intl.DateTimeFormat("en-GB", { timeZone, ...look }).format(at);
    fc.assert(
      fc.property(times, (at) => {
        expect(clockText(at)).toBe(written({ timeStyle: "medium" }, at));
        expect(minuteText(at)).toBe(written({ timeStyle: "short" }, at));
        expect(dateText(at)).toBe(written({ dateStyle: "medium" }, at));
        expect(utcDateText(at)).toBe(written({ dateStyle: "medium", timeZone: "UTC" }, at));
        const day = { day: "numeric", month: "short" } as const;
        expect(utcDayText(at)).toBe(written({ ...day, timeZone: "UTC" }, at));
        expect(shortText(at, new Date("2061-06-01T00:00:00Z"))).toBe(
          `${dateText(at)}, ${minuteText(at)}`,
        );
        const otherDay = new Date(at.getFullYear(), at.getMonth() === 6 ? 7 : 6, 1, 12);
        expect(shortText(at, otherDay)).toBe(`${written(day, at)}, ${minuteText(at)}`);
      }),
    );
  },
);

test("a zone is shown as its UTC offset at the given time", () => {
  const winter = new Date("2026-01-15T12:00:00Z");
  const summer = new Date("2026-07-15T12:00:00Z");
  expect(zoneName(winter)).toBe("UTC");
  vi.stubEnv("TZ", "Europe/Berlin");
  expect([winter, summer].map(zoneName)).toEqual(["UTC+1", "UTC+2"]);
  expect(fullText(summer)).toBe("15 Jul 2026, 14:00:00 UTC+2");
  expect(momentText(new Date("2026-01-15T12:00:01Z"))).toBe("15 Jan 2026, 13:01 UTC+1");
  vi.stubEnv("TZ", "America/St_Johns");
  expect([winter, summer].map(zoneName)).toEqual(["UTC\u22123:30", "UTC\u22122:30"]);
  vi.stubEnv("TZ", "Asia/Kathmandu");
  expect(zoneName(winter)).toBe("UTC+5:45");
});

test("a duration is shown in one unit, rounded down", () => {
  expect(spanText(0.9)).toBe("0 s");
  expect(spanText(59.9)).toBe("59 s");
  expect(spanText(60)).toBe("1 min");
  expect(spanText(3599)).toBe("59 min");
  expect(spanText(3600)).toBe("1 h");
  expect(spanText(47 * 3600)).toBe("47 h");
  expect(spanText(48 * 3600)).toBe("2 days");
});

test("an age is never negative even if the server's clock is ahead", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  expect(agoText(new Date("2026-11-21T12:00:05Z"), now)).toBe("0 s ago");
});

test("the times of a blind replay are shown as weeks and weekdays without a date", () => {
  const start = new Date("2099-06-03T07:00:00Z");
  const now = new Date("2026-11-30T12:00:00Z");
  expect(shortText(start, now)).toBe("Week 1 Wed, 07:00");
  expect(fullText(start)).toBe("Week 1 Wed, 07:00:00 UTC");
  for (const format of [dateText, utcDateText, utcDayText, isoDateText])
    expect(format(start)).toBe("Week 1 Wed");
  expect(isoDateText(now)).toBe("2026-11-30");
  const days = ["2099-05-31", "2099-05-25", "2099-05-24", "2099-06-08", "2099-07-24"];
  expect(days.map((day) => utcDateText(new Date(`${day}T00:00:00Z`)))).toEqual([
    "Week 0 Sun",
    "Week 0 Mon",
    "Week \u22121 Sun",
    "Week 2 Mon",
    "Week 8 Fri",
  ]);
  vi.stubEnv("TZ", "America/New_York");
  expect(dateText(new Date("2099-06-08T02:00:00Z"))).toBe("Week 1 Sun");
});

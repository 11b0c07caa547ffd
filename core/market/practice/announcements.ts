/**
 * Lists the practice market's announcements of dollar news. Their times follow a fixed rule that
 * resembles the calendars of the Bureau of Labor Statistics and the Federal Reserve, so every user
 * knows them in advance. The news itself is a coin toss like every other move. Each currency is
 * valued in dollars, so an announcement moves all pairs.
 */
import { dateText, weekdayOf, type Day } from "../hours/calendar.ts";
import { dayAt, isTradingDay, openingOf } from "../hours/market-hours.ts";

export type AnnouncementName = "US_EMPLOYMENT" | "US_CONSUMER_PRICES" | "US_INTEREST_RATE";

export interface Announcement {
  readonly name: AnnouncementName;
  readonly timeMs: number;
}

interface Rule {
  readonly name: AnnouncementName;
  /** Months from 1 to 12. */
  readonly months: readonly number[];
  readonly weekday: number;
  /** First date of the month on which this weekday may be. */
  readonly fromDate: number;
  /** Minutes after 17:00 New York time on the previous day. */
  readonly minute: number;
}

const ALL_MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);
const WEDNESDAY = 3;
const FRIDAY = 5;
const DAYS_A_WEEK = 7;
const MINUTE_MS = 60_000;
/** 8:30 in New York. */
const MORNING = 930;
/** 14:00 in New York. */
const AFTERNOON = 1_260;

/** Employment on the first Friday, prices on the second Wednesday, interest eight times a year. */
const RULES: readonly Rule[] = [
  { name: "US_EMPLOYMENT", months: ALL_MONTHS, weekday: FRIDAY, fromDate: 1, minute: MORNING },
  {
    name: "US_CONSUMER_PRICES",
    months: ALL_MONTHS,
    weekday: WEDNESDAY,
    fromDate: 8,
    minute: MORNING,
  },
  {
    name: "US_INTEREST_RATE",
    months: [1, 3, 5, 6, 7, 9, 10, 12],
    weekday: WEDNESDAY,
    fromDate: 15,
    minute: AFTERNOON,
  },
];

/** Returns the first announcement at or after a time. */
export function nextAnnouncement(timeMs: number): Announcement {
  for (let day = dayAt(timeMs); ; day += 1) {
    const next = announcementsOf(day).find((one) => one.timeMs >= timeMs);
    if (next) return next;
  }
}

/** Returns a trading day's announcements in order. A closed day has none. */
export function announcementsOf(day: Day): readonly Announcement[] {
  if (!isTradingDay(day)) return [];
  const [, month = 0, date = 0] = dateText(day).split("-").map(Number);
  return RULES.filter(
    ({ months, weekday, fromDate }) =>
      months.includes(month) &&
      weekdayOf(day) === weekday &&
      date >= fromDate &&
      date < fromDate + DAYS_A_WEEK,
  ).map(({ name, minute }) => ({ name, timeMs: openingOf(day) + minute * MINUTE_MS }));
}

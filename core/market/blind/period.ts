/**
 * Maps the real time of a blind replay to a fictional time. Each real trading day becomes the
 * trading day a whole number of weeks later, with the same time since its opening. A trading day
 * always has 24 hours, so sessions, rollovers, weekends and the hours of New York match, even where
 * only one of the two calendars changes its clocks. All blind replays have the same fictional
 * weeks, which have no holiday. A real period with a holiday is not used, because a closed market
 * would reveal the season.
 */
import { dayOf, weekdayOf, type Day } from "../hours/calendar.ts";
import { dayAt, isTradingDay, openingOf } from "../hours/market-hours.ts";
import { KNOWN_JUMPS, PINS } from "../replay/events.ts";
import { startOn } from "./secret.ts";

/** Weeks of history before the week of the start, for charts. */
export const HISTORY_WEEKS = 12;
/** Weeks that can be replayed, including the week of the start. */
export const RUN_WEEKS = 8;

/** Monday of the fictional week in which every blind replay starts. */
const FICTIONAL_MONDAY = dayOf("2099-06-01");
const WEEK_DAYS = 7;
const FRIDAY = 4;

export interface BlindPeriod {
  /** Days between a real trading day and its fictional day. */
  readonly shift: number;
  /** First and last fictional day with prices. */
  readonly firstDay: Day;
  readonly lastDay: Day;
  readonly startMs: number;
  /** Exclusive end of the replay. */
  readonly untilMs: number;
}

/** Returns the fictional period of a replay that starts on this real day. */
export function periodOf(day: Day): BlindPeriod {
  const shift = FICTIONAL_MONDAY - mondayOf(day);
  const lastDay = FICTIONAL_MONDAY + (RUN_WEEKS - 1) * WEEK_DAYS + FRIDAY;
  return {
    shift,
    firstDay: FICTIONAL_MONDAY - HISTORY_WEEKS * WEEK_DAYS,
    lastDay,
    startMs: startOn(day + shift),
    untilMs: openingOf(lastDay + 1),
  };
}

/** Moves a time by whole days, and keeps the time since the opening of its trading day. */
export function movedBy(days: number, timeMs: number): number {
  const day = dayAt(timeMs);
  return openingOf(day + days) + (timeMs - openingOf(day));
}

/**
 * True if a blind replay may start in the week of this Monday: the market opens on each weekday of
 * the period, and no known event reveals the time by a halt or a jump.
 */
export function isUsableWeek(monday: Day): boolean {
  const [first, last] = daysAround(monday);
  for (let day = first; day <= last; day += 1)
    if (weekdayOf(day) % 6 !== 0 && !isTradingDay(day)) return false;
  return !EVENT_DAYS.some((day) => day >= first && day <= last);
}

/** Returns the first and the last real day of the period around a Monday. */
export function daysAround(monday: Day): readonly [first: Day, last: Day] {
  return [monday - HISTORY_WEEKS * WEEK_DAYS, monday + (RUN_WEEKS - 1) * WEEK_DAYS + FRIDAY];
}

export function mondayOf(day: Day): Day {
  return day - (weekdayOf(day) - 1);
}

const EVENT_DAYS: readonly Day[] = [
  ...PINS.map(({ haltFrom }) => haltFrom),
  ...KNOWN_JUMPS.map(({ time }) => time),
].map((time) => dayAt(Date.parse(time)));

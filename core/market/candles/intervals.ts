/**
 * Defines OANDA v20's granularities and their intervals. Granularities up to a day divide the
 * trading day evenly from 17:00 New York time. Weeks begin on Friday at 17:00, and months at 17:00
 * before the first day of the month.
 */
import { DAY_MS, newYorkClose, weekdayOf, type Day } from "../hours/calendar.ts";
import { dayAt, openingOf } from "../hours/market-hours.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Lengths in milliseconds. A month has 30 days here, and its intervals follow the calendar. */
export const GRANULARITIES = {
  S5: 5 * SECOND,
  S10: 10 * SECOND,
  S15: 15 * SECOND,
  S30: 30 * SECOND,
  M1: MINUTE,
  M2: 2 * MINUTE,
  M4: 4 * MINUTE,
  M5: 5 * MINUTE,
  M10: 10 * MINUTE,
  M15: 15 * MINUTE,
  M30: 30 * MINUTE,
  H1: HOUR,
  H2: 2 * HOUR,
  H3: 3 * HOUR,
  H4: 4 * HOUR,
  H6: 6 * HOUR,
  H8: 8 * HOUR,
  H12: 12 * HOUR,
  D: 24 * HOUR,
  W: 7 * 24 * HOUR,
  M: 30 * 24 * HOUR,
} as const;

export type Granularity = keyof typeof GRANULARITIES;

/** True for granularities whose candles consist of whole trading days. */
export function isOfDays(granularity: Granularity): boolean {
  return GRANULARITIES[granularity] >= DAY_MS;
}

/** Returns the start of the interval that contains a time. */
export function intervalStart(granularity: Granularity, timeMs: number): number {
  const day = dayAt(timeMs);
  if (isOfDays(granularity)) return openingOf(firstDayOf(granularity, day));
  const openingMs = openingOf(day);
  const length = GRANULARITIES[granularity];
  return openingMs + Math.floor((timeMs - openingMs) / length) * length;
}

/**
 * Returns `intervalStart` for times in order. Computes the trading day, week or month only when a
 * time is outside the last one.
 */
export function intervalStarts(granularity: Granularity): (timeMs: number) => number {
  const whole = isOfDays(granularity) ? granularity : "D";
  const length = isOfDays(granularity) ? Infinity : GRANULARITIES[granularity];
  let [startMs, endMs] = [Infinity, -Infinity];
  return (timeMs) => {
    if (!(timeMs >= startMs && timeMs < endMs)) {
      startMs = intervalStart(whole, timeMs);
      endMs = intervalEnd(whole, startMs);
    }
    return length === Infinity
      ? startMs
      : startMs + Math.floor((timeMs - startMs) / length) * length;
  };
}

/** Returns the end of the interval that starts at `startMs`, which is the start of the next one. */
export function intervalEnd(granularity: Granularity, startMs: number): number {
  if (!isOfDays(granularity)) return startMs + GRANULARITIES[granularity];
  const first = dayAt(startMs);
  if (granularity === "D") return newYorkClose(first);
  if (granularity === "W") return openingOf(first + 7);
  return openingOf(firstOfMonth(first, 1));
}

/**
 * Returns the last millisecond of the newest interval that begins before `beforeMs`, or `nowMs` if
 * the interval is still running.
 */
export function lastMoment(
  granularity: Granularity,
  { beforeMs, nowMs }: { readonly beforeMs: number; readonly nowMs: number },
): number {
  const startMs = intervalStart(granularity, Math.min(beforeMs - 1, nowMs));
  return Math.min(nowMs, intervalEnd(granularity, startMs) - 1);
}

/** Returns the first calendar day of the day's interval: for a week, its Saturday. */
function firstDayOf(granularity: Granularity, day: Day): Day {
  if (granularity === "W") return day - ((weekdayOf(day) + 1) % 7);
  return granularity === "M" ? firstOfMonth(day, 0) : day;
}

function firstOfMonth(day: Day, monthsLater: number): Day {
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater, 1) / DAY_MS;
}

/**
 * Which times the market is open and which 17:00s cost financing. A trading day is named by the
 * date on which it ends and lasts from the 17:00 before: 24 hours always, because clocks change
 * while the market is closed.
 */
import { DAY_MS, newYorkClose, weekdayOf, type Day } from "./calendar.ts";

/** A rollover: a 17:00 that finances what was opened strictly before it. */
export interface Rollover {
  readonly day: Day;
  readonly timeMs: number;
  /** Days of interest: three on Wednesday for the weekend that settlement passes. */
  readonly days: 1 | 3;
}

const WEDNESDAY = 3;
/** Longest stretch that is looked through for rollovers at once. */
const ROLLOVER_DAYS_MAX = 4_000;

/** Monday to Friday but for 25 December and 1 January. */
export function isTradingDay(day: Day): boolean {
  return isWeekday(day) && !isHoliday(day);
}

/** The day that is running, be the market open or not. */
export function dayAt(timeMs: number): Day {
  let day = Math.floor((timeMs + 2 * 3_600_000) / DAY_MS);
  while (timeMs >= newYorkClose(day)) day += 1;
  while (timeMs < newYorkClose(day - 1)) day -= 1;
  return day;
}

export function openingOf(day: Day): number {
  return newYorkClose(day - 1);
}

export function isMarketOpen(timeMs: number): boolean {
  return isTradingDay(dayAt(timeMs));
}

/** Opening of this day or of the next one that trades. */
export function nextTradingDay(day: Day): Day {
  let next = day;
  while (!isTradingDay(next)) next += 1;
  return next;
}

/** This day, or the last one before it that trades. */
export function lastTradingDay(day: Day): Day {
  let last = day;
  while (!isTradingDay(last)) last -= 1;
  return last;
}

/** When a closed market opens; the time itself when it is open. */
export function opensAt(timeMs: number): number {
  const day = dayAt(timeMs);
  return isTradingDay(day) ? timeMs : openingOf(nextTradingDay(day));
}

/** When an open market closes; the time itself when it is closed. */
export function closesAt(timeMs: number): number {
  let day = dayAt(timeMs);
  if (!isTradingDay(day)) return timeMs;
  while (isTradingDay(day + 1)) day += 1;
  return newYorkClose(day);
}

/** True on a day whose opening comes after a closed one: the first quote may lie far off. */
export function opensWithGap(day: Day): boolean {
  return isTradingDay(day) && !isTradingDay(day - 1);
}

/** 0 at the weekend. A holiday's interest runs as any weekday's does. */
export function financingDays(day: Day): 0 | 1 | 3 {
  if (!isWeekday(day)) return 0;
  return weekdayOf(day) === WEDNESDAY ? 3 : 1;
}

/**
 * The rollovers that a position opened at `openedMs` pays until `untilMs`, oldest first: after
 * downtime each missed one once. Throws RangeError for a stretch of more than ten years.
 */
export function rolloversBetween(openedMs: number, untilMs: number): Rollover[] {
  const first = dayAt(openedMs);
  const last = dayAt(untilMs);
  if (last - first > ROLLOVER_DAYS_MAX) throw new RangeError("more than ten years of rollovers");
  const rollovers: Rollover[] = [];
  for (let day = first; day <= last; day += 1) {
    const days = financingDays(day);
    const timeMs = newYorkClose(day);
    if (days !== 0 && openedMs < timeMs && timeMs <= untilMs) rollovers.push({ day, timeMs, days });
  }
  return rollovers;
}

function isWeekday(day: Day): boolean {
  const weekday = weekdayOf(day);
  return weekday >= 1 && weekday <= 5;
}

function isHoliday(day: Day): boolean {
  const date = new Date(day * DAY_MS);
  const [month, dayOfMonth] = [date.getUTCMonth() + 1, date.getUTCDate()];
  return (month === 12 && dayOfMonth === 25) || (month === 1 && dayOfMonth === 1);
}

/**
 * Computes the market hours, and the rollovers at 17:00 at which positions are financed. A trading
 * day is named after the date on which it ends and starts at 17:00 on the previous day. It always
 * has 24 hours, because clocks change while the market is closed.
 */
import { DAY_MS, newYorkClose, weekdayOf, type Day } from "./calendar.ts";

/** A rollover at 17:00. Positions opened at or after that moment are not financed. */
export interface Rollover {
  readonly day: Day;
  readonly timeMs: number;
  /** Days of interest. Three on Wednesday, because settlement skips the weekend. */
  readonly days: 1 | 3;
}

const WEDNESDAY = 3;
/** Maximum number of days to search for rollovers in one call. */
const ROLLOVER_DAYS_MAX = 4_000;

/** True from Monday to Friday, except on 25 December and 1 January. */
export function isTradingDay(day: Day): boolean {
  return isWeekday(day) && !isHoliday(day);
}

/** Returns the trading day of a time, whether the market is open or closed. */
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

/** Returns this day if it is a trading day, otherwise the next trading day. */
export function nextTradingDay(day: Day): Day {
  let next = day;
  while (!isTradingDay(next)) next += 1;
  return next;
}

/** Returns this day if it is a trading day, otherwise the last trading day before it. */
export function lastTradingDay(day: Day): Day {
  let last = day;
  while (!isTradingDay(last)) last -= 1;
  return last;
}

/** Returns the next opening of a closed market, or `timeMs` itself if the market is open. */
export function opensAt(timeMs: number): number {
  const day = dayAt(timeMs);
  return isTradingDay(day) ? timeMs : openingOf(nextTradingDay(day));
}

/** Returns the close of an open market, or `timeMs` itself if the market is closed. */
export function closesAt(timeMs: number): number {
  let day = dayAt(timeMs);
  if (!isTradingDay(day)) return timeMs;
  while (isTradingDay(day + 1)) day += 1;
  return newYorkClose(day);
}

/**
 * True for a day that follows closed hours. Its first quote may be far from the last quote before
 * it.
 */
export function opensWithGap(day: Day): boolean {
  return isTradingDay(day) && !isTradingDay(day - 1);
}

/**
 * Returns the days of interest charged at a day's rollover, 0 on weekends. Holidays bear interest
 * like any other weekday.
 */
export function financingDays(day: Day): 0 | 1 | 3 {
  if (!isWeekday(day)) return 0;
  return weekdayOf(day) === WEDNESDAY ? 3 : 1;
}

/**
 * Returns the rollovers until `untilMs` that finance a position opened at `openedMs`, oldest first.
 * After downtime, the result includes each missed rollover once. Throws a RangeError for a period
 * of more than ten years.
 */
export function rolloversBetween(openedMs: number, untilMs: number): Rollover[] {
  const first = dayAt(openedMs);
  const last = dayAt(untilMs);
  if (last - first > ROLLOVER_DAYS_MAX) throw new RangeError("the period is longer than ten years");
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

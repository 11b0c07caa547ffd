/**
 * Formats times in the user's own zone, which is always shown nearby. The server uses UTC. `Intl`
 * is not used, because its first use takes 25 ms, and four times as long on a phone.
 */

const DAYS = "Mon Tue Wed Thu Fri Sat Sun".split(" ");
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec".split(" ");

/** Returns the user's zone at the given time: `UTC`, `UTC+1`, `UTC−3:30`. */
export function zoneName(at = new Date()): string {
  const minutes = -at.getTimezoneOffset();
  if (minutes === 0) return "UTC";
  const size = Math.abs(minutes);
  const part = size % 60 === 0 ? "" : `:${twoDigits(size % 60)}`;
  return `UTC${minutes > 0 ? "+" : "\u2212"}${Math.floor(size / 60)}${part}`;
}

/** Formats a time as `14:02:07`. */
export function clockText(at: Date): string {
  return `${minuteText(at)}:${twoDigits(at.getSeconds())}`;
}

/** Formats a time as `14:02`. */
export function minuteText(at: Date): string {
  return `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}

/** Formats a date as `21 Nov 2026`. */
export function dateText(at: Date): string {
  return isFictional(at) ? dayText(at) : `${dayText(at)} ${at.getFullYear()}`;
}

/** True for the times of blind replays, which are shown without a date. */
export function isFictional(at: Date): boolean {
  return at.getUTCFullYear() === FICTIONAL_YEAR;
}

/** The week that contains the start of every blind replay begins on Monday, 1 June. */
const FICTIONAL_YEAR = 2099;
const FIRST_MONDAY = Date.UTC(FICTIONAL_YEAR, 5, 1);
const WEEK_DAYS = 7;

/** Formats a day of a blind replay as `Week 1 Wed`. Weeks before the start count from 0 down. */
function fictionalText(year: number, month: number, date: number): string {
  const days = Math.round((Date.UTC(year, month, date) - FIRST_MONDAY) / 86_400_000);
  const week = Math.floor(days / WEEK_DAYS);
  const weekday = DAYS[days - week * WEEK_DAYS] ?? "";
  return `Week ${week < -1 ? "\u2212" : ""}${Math.abs(week + 1)} ${weekday}`;
}

/** Formats a day as `21 Nov`. */
function dayText(at: Date): string {
  if (isFictional(at)) return fictionalText(at.getFullYear(), at.getMonth(), at.getDate());
  return `${at.getDate()} ${MONTHS[at.getMonth()] ?? ""}`;
}

/** Adds the zone to the header of a time column: `Placed (UTC+1)`. */
export function withZone(label: string): string {
  return `${label} (${zoneName()})`;
}

/** Formats the UTC day as `21 Nov 2026`. */
export function utcDateText(at: Date): string {
  return isFictional(at) ? utcDayText(at) : `${utcDayText(at)} ${at.getUTCFullYear()}`;
}

/** Formats the UTC day as `2026-11-21`. */
export function isoDateText(at: Date): string {
  return isFictional(at) ? utcDayText(at) : at.toISOString().slice(0, 10);
}

/** Formats the UTC day as `21 Nov`. */
export function utcDayText(at: Date): string {
  if (isFictional(at)) return fictionalText(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate());
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()] ?? ""}`;
}

function twoDigits(count: number): string {
  return String(count).padStart(2, "0");
}

/** Formats a time for tooltips: `21 Nov 2026, 14:02:07 UTC`. */
export function fullText(at: Date): string {
  return `${dateText(at)}, ${clockText(at)} ${zoneName(at)}`;
}

/**
 * Formats a time as `21 Nov 2026, 14:02 UTC`. Rounds up, so that the displayed time is never too
 * early.
 */
export function momentText(at: Date): string {
  const upper = new Date(Math.ceil(at.getTime() / 60_000) * 60_000);
  return `${dateText(upper)}, ${minuteText(upper)} ${zoneName(upper)}`;
}

/**
 * Formats a time of the current day as `14:02:07`, of the current year as `20 Nov, 14:02`, and of
 * another year as `20 Nov 2025, 14:02`.
 */
export function shortText(at: Date, now: Date): string {
  if (at.toDateString() === now.toDateString()) return clockText(at);
  const day = at.getFullYear() === now.getFullYear() ? dayText(at) : dateText(at);
  return `${day}, ${minuteText(at)}`;
}

/**
 * Formats a duration in one unit, rounded down and never negative: `6 s`, `4 min`, `21 h`, `3
 * days`.
 */
export function spanText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min`;
  if (whole < 48 * 3600) return `${Math.floor(whole / 3600)} h`;
  return `${Math.floor(whole / 86_400)} days`;
}

/** Formats an age as `6 s ago`. */
export function agoText(at: Date, now: Date): string {
  return `${spanText((now.getTime() - at.getTime()) / 1000)} ago`;
}

/**
 * Formats times in the user's own zone, which is always shown nearby. The server uses UTC. `Intl`
 * is not used, because its first use takes 25 ms, and four times as long on a phone.
 */

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
  return `${dayText(at)} ${at.getFullYear()}`;
}

/** Formats a day as `21 Nov`. */
function dayText(at: Date): string {
  return `${at.getDate()} ${MONTHS[at.getMonth()] ?? ""}`;
}

/** Adds the zone to the header of a time column: `Placed (UTC+1)`. */
export function withZone(label: string): string {
  return `${label} (${zoneName()})`;
}

/** Formats the UTC day as `21 Nov 2026`. */
export function utcDateText(at: Date): string {
  return `${utcDayText(at)} ${at.getUTCFullYear()}`;
}

/** Formats the UTC day as `21 Nov`. */
export function utcDayText(at: Date): string {
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

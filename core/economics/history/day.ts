/**
 * Converts UTC days between the form `YYYY-MM-DD` and day numbers, which count whole days since
 * 1970-01-01.
 */
const DAY_MS = 86_400_000;

/** Converts `YYYY-MM-DD` to a day number. Throws a RangeError if the text is not a calendar day. */
export function epochDayOf(text: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  const day = ms / DAY_MS;
  if (Number.isNaN(day) || dayText(day) !== text)
    throw new RangeError(`"${text}" is not a day such as 2026-11-23`);
  return day;
}

export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the UTC day of a time in seconds since 1970. */
export function epochDayOfSeconds(seconds: number): number {
  return Math.floor(seconds / 86_400);
}

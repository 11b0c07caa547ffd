/**
 * Converts days to the two local times that the market follows: a trading day ends at 17:00 in New
 * York, and the ECB's fixing is at 14:15 in Frankfurt. Daylight saving time is calculated from the
 * law of each country. Otherwise, the version of the machine's time zone database would determine
 * when a day ends. Tests compare the calculation with that database.
 */

/** A calendar date in the local time zone, as days since 1 January 1970. */
export type Day = number;

export const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const CLOSING_HOUR = 17;

export function dayOf(date: string): Day {
  const day = Date.parse(`${date}T00:00:00Z`) / DAY_MS;
  if (!Number.isInteger(day) || dateText(day) !== date)
    throw new RangeError(`"${date}" is not a date such as 2026-11-23`);
  return day;
}

/** Formats a day such as `2026-11-23`. */
export function dateText(day: Day): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the day of the week, where 0 is Sunday. */
export function weekdayOf(day: Day): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** Returns 17:00 in New York on this date, in milliseconds since 1970. */
export function newYorkClose(day: Day): number {
  const hoursBehind = isSummerInNewYork(day) ? 4 : 5;
  return day * DAY_MS + (CLOSING_HOUR + hoursBehind) * HOUR_MS;
}

/**
 * Returns 14:15 in Frankfurt on this date, the time of the ECB's fixing, in milliseconds since
 * 1970.
 */
export function fixingTime(day: Day): number {
  const hoursAhead = isSummerInFrankfurt(day) ? 2 : 1;
  return day * DAY_MS + (14 - hoursAhead) * HOUR_MS + 15 * MINUTE_MS;
}

/**
 * True if New York has daylight saving time at 17:00 (clocks change at 2:00). Follows the Energy
 * Policy Act of 2005 from 2007 on, and the act of 1986 for earlier years.
 */
function isSummerInNewYork(day: Day): boolean {
  return isSummer(day, summersInNewYork, (year) =>
    year >= 2007
      ? [sundayFrom(year, 3, 8), sundayFrom(year, 11, 1)]
      : [sundayFrom(year, 4, 1), sundayFrom(year, 10, 25)],
  );
}

/**
 * True if Frankfurt has daylight saving time at 14:15. Follows Directive 2000/84/EC, whose rule has
 * applied since 1996.
 */
function isSummerInFrankfurt(day: Day): boolean {
  return isSummer(day, summersInFrankfurt, (year) => [
    sundayFrom(year, 3, 25),
    sundayFrom(year, 10, 25),
  ]);
}

type Summer = readonly [from: Day, to: Day];
const summersInNewYork = new Map<number, Summer>();
const summersInFrankfurt = new Map<number, Summer>();

/** Caches the days on which clocks change, because charts ask for thousands of days. */
function isSummer(
  day: Day,
  summers: Map<number, Summer>,
  summerOf: (year: number) => Summer,
): boolean {
  const year = new Date(day * DAY_MS).getUTCFullYear();
  let summer = summers.get(year);
  if (!summer) summers.set(year, (summer = summerOf(year)));
  return day >= summer[0] && day < summer[1];
}

/** Returns the first Sunday on or after a date. */
function sundayFrom(year: number, month: number, date: number): Day {
  const day = Date.UTC(year, month - 1, date) / DAY_MS;
  return day + ((7 - weekdayOf(day)) % 7);
}

/** Converts the local times of other brokers' files to UTC. */
import { lineRefusal } from "./cells.ts";

const MINUTE_MS = 60_000;
const FROM_MS = Date.UTC(1990, 0, 1);
const UNTIL_MS = Date.UTC(2100, 0, 1);

export interface Zone {
  /** Name as shown to the user. */
  readonly name: string;
  /** Returns the offset from UTC in milliseconds at a time in UTC. */
  readonly offsetAt: (timeMs: number) => number;
}

export const UTC: Zone = { name: "UTC", offsetAt: () => 0 };

/** Returns a zone for an IANA name or an offset such as `UTC+3`, or undefined if it is unknown. */
export function zoneNamed(name: string): Zone | undefined {
  const [, sign, hours, minutes = "00"] =
    /^(?:UTC|GMT)(?:([+-])(\d{1,2})(?::?(\d{2}))?)?$/i.exec(name.trim()) ?? [];
  if (/^(?:UTC|GMT)$/i.test(name.trim())) return UTC;
  if (hours !== undefined) {
    const total = Number(hours) * 60 + Number(minutes);
    if (total > 14 * 60 || Number(minutes) >= 60) return undefined;
    const offset = (sign === "-" ? -total : total) * MINUTE_MS;
    return {
      name: `UTC${sign ?? "+"}${hours}${minutes === "00" ? "" : `:${minutes}`}`,
      offsetAt: () => offset,
    };
  }
  const format = formatIn(name.trim());
  return format && { name: format.resolvedOptions().timeZone, offsetAt: offsetsOf(format) };
}

function formatIn(timeZone: string): Intl.DateTimeFormat | undefined {
  if (!/^[A-Za-z]+(?:\/[A-Za-z0-9_+-]+){1,2}$/.test(timeZone)) return undefined;
  try {
    return new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
    });
  } catch {
    return undefined;
  }
}

/** Returns offsets, each computed once per quarter of an hour because it is expensive. */
function offsetsOf(format: Intl.DateTimeFormat): (timeMs: number) => number {
  const offsets = new Map<number, number>();
  const QUARTER_MS = 15 * MINUTE_MS;
  return (timeMs) => {
    const quarter = Math.floor(timeMs / QUARTER_MS) * QUARTER_MS;
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      const parts = new Map(format.formatToParts(quarter).map(({ type, value }) => [type, value]));
      const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
      offset =
        Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute")) -
        quarter;
      offsets.set(quarter, offset);
    }
    return offset;
  };
}

/**
 * Reads a local time such as `2026.09.01 10:15:00`, `2026-09-01 10:15` or `01/09/2026 10:15:00`.
 * A local time that the clock skips in spring is read as the time an hour later.
 */
export function timeOf(
  cell: string,
  zone: Zone,
  { line, name }: { line: number; name: string },
): Date {
  const text = cell.trim();
  const [, date = "", hour, minute, second = "00"] =
    /^(\S+)[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?Z?$/.exec(text) ?? [];
  const day = dayIn(date);
  if (day === undefined || hour === undefined || minute === undefined)
    throw lineRefusal(line, `the ${name} must be a date with a time.`);
  const local = Date.parse(`${day}T${hour.padStart(2, "0")}:${minute}:${second}Z`);
  // Rejects the 31st of a shorter month, which JavaScript would treat as the first of the next
  // month.
  if (!(local >= FROM_MS && local < UNTIL_MS) || !new Date(local).toISOString().startsWith(day))
    throw lineRefusal(line, `the ${name} is not a date from 1990 to 2099.`);
  const guess = local - zone.offsetAt(local);
  return new Date(local - zone.offsetAt(guess));
}

/** Returns the date as `YYYY-MM-DD`. The day is first if the year is last. */
function dayIn(date: string): string | undefined {
  const [, year, month, day] = /^(\d{4})[-./](\d{2})[-./](\d{2})$/.exec(date) ?? [];
  if (year !== undefined) return `${year}-${month}-${day}`;
  const [, first, second, last] = /^(\d{2})[-./](\d{2})[-./](\d{4})$/.exec(date) ?? [];
  return last === undefined ? undefined : `${last}-${second}-${first}`;
}

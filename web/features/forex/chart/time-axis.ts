/**
 * Time formats of the chart. Candles of a day and longer show a date, and all other times are in
 * the user's time zone.
 */
import { dateText, isFictional, utcDateText } from "../../../ui/time/time-text.ts";
import { isOfDays, type Granularity } from "#market";

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats by the library's tick type, in the order year, month, day, time, time with seconds. */
const TICKS: readonly Intl.DateTimeFormatOptions[] = [
  { year: "numeric" },
  { month: "short" },
  { day: "numeric", month: "short" },
  { hour: "2-digit", minute: "2-digit" },
  { hour: "2-digit", minute: "2-digit", second: "2-digit" },
];

export function tickText(seconds: number, kind: number, granularity: Granularity): string {
  return formatTime(seconds, TICKS[kind] ?? {}, granularity);
}

export function timeText(seconds: number, granularity: Granularity): string {
  const day = { day: "numeric", month: "short", year: "numeric" } as const;
  const clock = granularity.startsWith("S") ? TICKS[4] : TICKS[3];
  return formatTime(seconds, isOfDays(granularity) ? day : { ...day, ...clock }, granularity);
}

function formatTime(
  seconds: number,
  options: Intl.DateTimeFormatOptions,
  granularity: Granularity,
): string {
  const at = new Date(seconds * 1_000);
  if (isFictional(at) && (options.day || options.month || options.year)) {
    const day = isOfDays(granularity) ? utcDateText(at) : dateText(at);
    const { day: _day, month: _month, year: _year, ...clock } = options;
    return clock.hour ? `${day}, ${formatTime(seconds, clock, granularity)}` : day;
  }
  const zone = isOfDays(granularity) ? ({ timeZone: "UTC" } as const) : {};
  const key = JSON.stringify([options, zone]);
  const cached = formats.get(key);
  const format = cached ?? new Intl.DateTimeFormat("en-GB", { ...options, ...zone });
  if (!cached) formats.set(key, format);
  return format.format(at);
}

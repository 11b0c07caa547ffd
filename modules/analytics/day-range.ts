/**
 * Defines the UTC days that a report covers. Days are strings such as `2026-03-01`, so they sort by
 * date. All functions are pure.
 */
import { analyticsRefusals } from "./refusals.ts";

export interface DayRange {
  readonly from: string;
  /** Last day, inclusive. */
  readonly to: string;
}

const DAY_MS = 86_400_000;
/** Earliest possible day, on which the first Bitcoin block was mined. */
const DAY_MIN = "2009-01-03";
const DAY_MAX = "2099-12-31";
const YEARS_MAX = 5;

interface Known {
  readonly today: string;
  /** Day of the user's first entry. Undefined if the user has no entries. */
  readonly firstDay: string | undefined;
}

/**
 * Returns the requested range. Without `from`, the range starts at the first entry, but at most
 * five years before its end. Without `to`, or with a later day than today, the range ends today.
 * Throws `day_invalid`, `range_reversed`, `range_in_future` and `range_too_long`.
 */
export function dayRange(
  query: { readonly from?: string | undefined; readonly to?: string | undefined },
  { today, firstDay }: Known,
): DayRange {
  for (const day of [query.from, query.to]) {
    if (day !== undefined && !isDay(day)) throw analyticsRefusals.day_invalid();
  }
  if (query.from !== undefined && query.to !== undefined && query.from > query.to)
    throw analyticsRefusals.range_reversed();
  if (query.from !== undefined && query.from > today)
    throw analyticsRefusals.range_in_future({ today });
  const to = query.to === undefined || query.to > today ? today : query.to;
  const earliest = yearsBefore(to);
  if (query.from !== undefined) {
    if (query.from < earliest) throw analyticsRefusals.range_too_long();
    return { from: query.from, to };
  }
  const start = firstDay === undefined || firstDay > to ? to : firstDay;
  return { from: start < earliest ? earliest : start, to };
}

/** Returns every day of the range, including its first and last day. */
export function daysOf({ from, to }: DayRange): string[] {
  const days: string[] = [];
  for (let at = startOf(from).getTime(); at <= startOf(to).getTime(); at += DAY_MS)
    days.push(dayOf(new Date(at)));
  return days;
}

export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** Returns the midnight (UTC) at which the day starts. */
export function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** Returns the midnight (UTC) at which the day ends. */
export function endOf(day: string): Date {
  return new Date(startOf(day).getTime() + DAY_MS);
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < DAY_MIN || text > DAY_MAX) return false;
  const time = startOf(text);
  return !Number.isNaN(time.getTime()) && dayOf(time) === text;
}

/** Returns the first day of the five-year range that ends on `day`. */
function yearsBefore(day: string): string {
  const start = startOf(day);
  start.setUTCFullYear(start.getUTCFullYear() - YEARS_MAX);
  return dayOf(endOf(dayOf(start)));
}

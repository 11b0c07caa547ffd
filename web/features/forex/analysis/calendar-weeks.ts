/** Arranges trading days in weeks from Monday to Friday, newest week first. */
import { groupedBy } from "#market";

const DAY_MS = 86_400_000;
const WEEKDAYS = 5;
/** 1 January 1970 was a Thursday, three days after a Monday. */
const MONDAY_OFFSET = 3;
const WEEK = 7;

export interface Week<Day> {
  /** Date of its Monday, such as `2026-11-16`. */
  readonly monday: string;
  /** Five days. Undefined for a day without trades. */
  readonly days: readonly (Day | undefined)[];
}

export function weeksOf<Day extends { readonly day: string }>(
  days: readonly Day[],
  weeksMax: number,
): { readonly weeks: readonly Week<Day>[]; readonly hasMore: boolean } {
  const byWeek = groupedBy(days, ({ day }) => weekOf(day).week);
  const weeks = [...byWeek.keys()].toSorted((a, b) => b - a);
  return {
    weeks: weeks.slice(0, weeksMax).map((week) => {
      const own = byWeek.get(week) ?? [];
      return {
        monday: dateOf(week * WEEK - MONDAY_OFFSET),
        days: Array.from({ length: WEEKDAYS }, (_, weekday) =>
          own.find(({ day }) => weekOf(day).weekday === weekday),
        ),
      };
    }),
    hasMore: weeks.length > weeksMax,
  };
}

export function dateAfter(monday: string, days: number): string {
  return dateOf(Date.parse(`${monday}T00:00:00Z`) / DAY_MS + days);
}

function weekOf(day: string): { readonly week: number; readonly weekday: number } {
  const number = Date.parse(`${day}T00:00:00Z`) / DAY_MS + MONDAY_OFFSET;
  return { week: Math.floor(number / WEEK), weekday: number % WEEK };
}

function dateOf(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}

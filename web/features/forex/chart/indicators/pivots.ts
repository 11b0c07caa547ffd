/**
 * Pivot points: price levels for a day, week or month, from the high, low and close of the previous
 * one. A period ends at 17:00 New York time.
 */
import { dateText, dayAt, openingOf } from "#market";
import type { Range } from "./oscillators.ts";

export const PIVOT_PERIODS = ["day", "week", "month"] as const;
export type PivotPeriod = (typeof PIVOT_PERIODS)[number];

export const PIVOT_NAMES = ["R3", "R2", "R1", "P", "S1", "S2", "S3"] as const;
export type PivotName = (typeof PIVOT_NAMES)[number];
export type PivotLevels = Readonly<Record<PivotName, number>>;

/** Levels that apply between two times. */
export interface PivotSpan {
  readonly fromMs: number;
  /** Undefined for the current period, which has not ended. */
  readonly untilMs: number | undefined;
  readonly levels: PivotLevels;
}

export interface DayRange extends Range {
  readonly timeMs: number;
}

export function pivotLevels({ high, low, close }: Range): PivotLevels {
  const pivot = (high + low + close) / 3;
  const range = high - low;
  return {
    R3: high + 2 * (pivot - low),
    R2: pivot + range,
    R1: 2 * pivot - low,
    P: pivot,
    S1: 2 * pivot - high,
    S2: pivot - range,
    S3: low - 2 * (high - pivot),
  };
}

/**
 * Returns the levels of each period, oldest first, from daily candles. The first period has no
 * levels, and its own candles may be incomplete, so the second one has none either unless periods
 * are days. A period after one without a range, such as a single rate per day, has no levels.
 */
export function pivotSpans(days: readonly DayRange[], period: PivotPeriod): PivotSpan[] {
  const ranges: { readonly key: string; readonly fromMs: number; range: Range }[] = [];
  for (const { timeMs, high, low, close } of days) {
    const key = periodOf(dayAt(timeMs), period);
    const last = ranges.at(-1);
    if (last?.key === key) {
      const { range } = last;
      last.range = { high: Math.max(range.high, high), low: Math.min(range.low, low), close };
    } else ranges.push({ key, fromMs: openingOf(dayAt(timeMs)), range: { high, low, close } });
  }
  const whole = period === "day" ? ranges : ranges.slice(1);
  return whole.flatMap(({ fromMs }, index) => {
    const range = whole[index - 1]?.range;
    if (!range || range.high === range.low) return [];
    return { fromMs, untilMs: whole[index + 1]?.fromMs, levels: pivotLevels(range) };
  });
}

const DAYS_A_WEEK = 7;
/** Day 0 is 1 January 1970, a Thursday. With this shift, weeks begin on Monday. */
const THURSDAY = 3;

/** Names the period that contains a trading day. */
function periodOf(day: number, period: PivotPeriod): string {
  if (period === "month") return dateText(day).slice(0, 7);
  return String(period === "week" ? Math.floor((day + THURSDAY) / DAYS_A_WEEK) : day);
}

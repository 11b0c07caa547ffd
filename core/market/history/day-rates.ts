/**
 * Computes the currencies' values at a few moments of a past day: on the hour, at the ECB's fixing,
 * and where the spread changes. They are those of the replay's path. All pairs share them, because
 * computing them takes most of the time.
 */
import { fixingTime, type Day } from "../hours/calendar.ts";
import { openingOf, opensWithGap } from "../hours/market-hours.ts";
import { CURRENCIES } from "../instruments/currencies.ts";
import { PAIRS, type Instrument } from "../instruments/instruments.ts";
import { EURO_COLUMNS, writeDollars, type Fixing } from "../fixings/fixings.ts";
import { BLOCK_MS, GAP_BLOCKS } from "../path/sessions.ts";
import type { History } from "../replay/history.ts";
import { spansOf } from "../replay/replay-day.ts";

export const STEP_MS = 5_000;
const HOUR_STEPS = 3_600_000 / STEP_MS;
export const DAY_STEPS = 24 * HOUR_STEPS;
export const BLOCK_STEPS = BLOCK_MS / STEP_MS;

export interface DayRates {
  readonly day: Day;
  readonly hasGap: boolean;
  /** The moments, in steps of five seconds since the day's opening. */
  readonly steps: readonly number[];
  /** Each currency's value in dollars, moment by moment. */
  readonly levels: Float64Array;
  /** Relative daily deviations by instrument id, for each moment. */
  readonly deviations: readonly Float64Array[];
}

const HOURS = Array.from({ length: 25 }, (_, hour) => hour * HOUR_STEPS);
const perEuro = new Float64Array(EURO_COLUMNS.length);

/** Returns undefined if the market was closed or the day is not between two rows. */
export function dayRatesOf(fixings: readonly Fixing[], day: Day): DayRates | undefined {
  const spans = spansOf(fixings, day);
  if (!spans) return undefined;
  const fromMs = openingOf(day);
  const hasGap = opensWithGap(day);
  const marks = [...HOURS, (fixingTime(day) - fromMs) / STEP_MS];
  if (hasGap) marks.push(GAP_BLOCKS * BLOCK_STEPS);
  const steps = [...new Set(marks)].toSorted((a, b) => a - b);
  const deviationsOf = new Map(
    spans.map((span) => [
      span,
      Float64Array.from(PAIRS, (pair) => deviationOf(span.history, pair)),
    ]),
  );
  const levels = new Float64Array(steps.length * CURRENCIES.length);
  const deviations: Float64Array[] = [];
  for (const [index, step] of steps.entries()) {
    const timeMs = fromMs + step * STEP_MS;
    const span = spans.findLast((one) => one.fromMs <= timeMs) ?? spans[0];
    span?.write(timeMs, perEuro);
    writeDollars(perEuro, levels.subarray(index * CURRENCIES.length));
    deviations.push((span && deviationsOf.get(span)) ?? new Float64Array(PAIRS.length));
  }
  return { day, hasGap, steps, levels, deviations };
}

/** Returns how many of the ECB's columns a pair needs. */
export function columnsOf({ columns }: Instrument): number {
  return Math.max(...columns.map((column) => euroColumn(column) ?? 0)) + 1;
}

/** Converts a column of dollar levels to a column of the ECB's rates. The euro has none. */
function euroColumn(column: number): number | undefined {
  if (column === 0) return undefined;
  return column === CURRENCIES.length - 1 ? 0 : column;
}

/** Returns a pair's relative daily deviation. */
function deviationOf({ deviations, correlate }: History, { columns }: Instrument): number {
  const [base, quote] = columns.map(euroColumn);
  const partOf = (column: number | undefined, factor: number) =>
    column === undefined ? 0 : (deviations[column] ?? 0) * (correlate[column]?.[factor] ?? 0);
  let variance = 0;
  for (let factor = 0; factor < deviations.length; factor += 1)
    variance += (partOf(quote, factor) - partOf(base, factor)) ** 2;
  return Math.sqrt(variance);
}

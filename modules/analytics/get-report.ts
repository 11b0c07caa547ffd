/**
 * Reads what a report needs, each from the module that owns it, and cuts it to the days that were
 * asked for.
 */
import type { DatedRate } from "#economics";
import { dailySums } from "#ledger";
import { expectedYield } from "#mining";
import { referenceRates } from "#treasury";
import type { Clock, Queryable } from "#platform";
import { dayOf, dayRange, endOf, startOf, type DayRange } from "./day-range.ts";
import { holdingsOf, type DeskEquity, type Holdings } from "./desk-value.ts";
import { buildReport, type Report } from "./report.ts";
import { youngCurve, type CurvePoint } from "./first-days-curve.ts";

export interface AnalyticsDeps {
  readonly database: Queryable;
  readonly clock: Clock;
  /** Undefined: the user's dollars count without open results. */
  readonly deskEquity?: ((userId: string) => Promise<DeskEquity>) | undefined;
}

export interface AnalyticsQuestion {
  readonly userId: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface AnalyticsView extends Report {
  readonly range: DayRange;
  readonly today: string;
  /** Of the user's first entry; undefined: nothing has moved yet. */
  readonly firstDay: string | undefined;
  /** Expected mining yield by day, 10^-9 sat. */
  readonly expected: ReadonlyMap<string, bigint>;
  /** Oldest first. */
  readonly rates: readonly DatedRate[];
  readonly now: Date;
  readonly equity: DeskEquity | undefined;
  /** The first days of an account in detail; undefined once they are over. */
  readonly curve: readonly CurvePoint[] | undefined;
}

/** Throws the refusals of `dayRange`. */
export async function getReport(
  { database, clock, deskEquity }: AnalyticsDeps,
  { userId, from, to }: AnalyticsQuestion,
): Promise<AnalyticsView> {
  const now = clock.now();
  const today = dayOf(now);
  // What cannot be answered is refused before anything is read.
  dayRange({ from, to }, { today, firstDay: undefined });
  const books = await dailySums(database, { userId });
  const firstDay = books.sums[0]?.day;
  const range = dayRange({ from, to }, { today, firstDay });
  const end = endOf(range.to);
  const expected = await expectedYield(database, {
    userId,
    from: startOf(range.from),
    until: end < now ? end : now,
  });
  const rates = await referenceRates(database);
  const curve = await youngCurve(database, { userId, range, today, firstDay, now });
  const equity = await deskEquity?.(userId);
  const report = buildReport(books, range);
  return { ...report, range, today, firstDay, expected, rates, now, equity, curve };
}

/** Holdings on one day of the report. */
export function holdingsOn(view: AnalyticsView, day: AnalyticsView["days"][number]): Holdings {
  const { equity, today } = view;
  return holdingsOf(day, rateOn(view, day.day), { equity, isToday: day.day === today });
}

/** The rate in force at the end of the day, or now should the day not be over. */
export function rateOn({ rates, now }: AnalyticsView, day: string): DatedRate {
  const end = endOf(day);
  const until = end < now ? end : now;
  const rate = rates.findLast(({ validFrom }) => validFrom < until) ?? rates[0];
  if (!rate) throw new Error("there is no reference rate");
  return rate;
}

/** Reads a report's data from the modules that own it, restricted to the requested days. */
import type { DatedRate } from "#economics";
import { dailySums } from "#ledger";
import { accruedPay, expectedYield } from "#mining";
import { referenceRates } from "#treasury";
import type { Clock, Queryable } from "#platform";
import { dayOf, dayRange, endOf, startOf, type DayRange } from "./day-range.ts";
import { holdingsOf, type DeskEquity, type Holdings } from "./desk-value.ts";
import { buildReport, type Report } from "./report.ts";
import { youngCurve, type CurvePoint } from "./first-days-curve.ts";

export interface AnalyticsDeps {
  readonly database: Queryable;
  readonly clock: Clock;
  /** Without this function, the user's dollars are valued without unrealised profit or loss. */
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
  /** Day of the user's first entry. Undefined if the user has no entries. */
  readonly firstDay: string | undefined;
  /** Expected mining yield by day, in 10^-9 sat. */
  readonly expected: ReadonlyMap<string, bigint>;
  /** Mining earnings since the last payout. 0 if the range ends before today. */
  readonly accruedSats: bigint;
  /** Reference rates, oldest first. */
  readonly rates: readonly DatedRate[];
  readonly now: Date;
  readonly equity: DeskEquity | undefined;
  /** Detailed curve of the account's first days. Undefined for an older account. */
  readonly curve: readonly CurvePoint[] | undefined;
}

/** Returns the report. Throws the refusals of `dayRange`. */
export async function getReport(
  { database, clock, deskEquity }: AnalyticsDeps,
  { userId, from, to }: AnalyticsQuestion,
): Promise<AnalyticsView> {
  const now = clock.now();
  const today = dayOf(now);
  // Refuse an invalid range before any data is read.
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
  const accrued = range.to === today ? await accruedPay(database, { userId, now }) : undefined;
  const accruedSats = accrued?.earnedSats ?? 0n;
  const rates = await referenceRates(database);
  const curve = await youngCurve(database, { userId, range, today, firstDay, now });
  const equity = await deskEquity?.(userId);
  const report = buildReport(books, range);
  return { ...report, range, today, firstDay, expected, accruedSats, rates, now, equity, curve };
}

/** Returns the holdings at the end of one day of the report. */
export function holdingsOn(view: AnalyticsView, day: AnalyticsView["days"][number]): Holdings {
  const { equity, today } = view;
  return holdingsOf(day, rateOn(view, day.day), { equity, isToday: day.day === today });
}

/** Returns the rate at the end of the day, or the current rate if the day is not over. */
export function rateOn({ rates, now }: AnalyticsView, day: string): DatedRate {
  const end = endOf(day);
  const until = end < now ? end : now;
  const rate = rates.findLast(({ validFrom }) => validFrom < until) ?? rates[0];
  if (!rate) throw new Error("there is no reference rate");
  return rate;
}

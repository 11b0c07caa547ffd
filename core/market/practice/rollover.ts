/**
 * Computes the transition between two days of the practice market. At 17:00, each currency's value
 * changes by the opposite of its interest (three days' interest on Wednesday). Before costs,
 * holding a currency over 17:00 is therefore worth the same as not holding it.
 */
import type { Day } from "../hours/calendar.ts";
import { financingDays, nextTradingDay } from "../hours/market-hours.ts";
import { CURRENCIES, HOME_CURRENCY } from "../instruments/currencies.ts";
import { NEWEST_MODEL } from "./activity.ts";
import type { DayStart, PracticeDay } from "./practice-day.ts";

/** Yearly interest rates in 10^-6: 36,250 is 3.625 %. */
export type AnnualRates = Readonly<Record<(typeof CURRENCIES)[number], number>>;

const RATE_SCALE = 1e6;
const DAYS_A_YEAR = 365;

/**
 * Returns the state at the start of the next day. `ratesOf` returns the rates posted for a day's
 * rollover. New days use the newest model.
 */
export function startAfter(
  day: PracticeDay,
  ratesOf: (day: Day) => AnnualRates,
  model = NEWEST_MODEL,
): DayStart {
  const next = nextTradingDay(day.start.day + 1);
  let levels = day.closing;
  for (let each = day.start.day; each < next; each += 1)
    levels = steppedLevels(levels, ratesOf(each), financingDays(each));
  return { model, day: next, levels, variance: day.variance };
}

export function steppedLevels(
  levels: readonly number[],
  rates: AnnualRates,
  days: number,
): readonly number[] {
  return levels.map((level, index) => {
    const currency = CURRENCIES[index] ?? HOME_CURRENCY;
    const difference = rates[currency] - rates[HOME_CURRENCY];
    return level - Math.round((level / RATE_SCALE / DAYS_A_YEAR) * difference * days);
  });
}

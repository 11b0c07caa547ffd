/**
 * Computes the days of interest by each pair's settlement. Most pairs settle after two business
 * days, so that the rollover on Wednesday covers the weekend. USD/CAD settles after one business
 * day, so that its rollover on Thursday covers the weekend.
 *
 * Only replays use these days. On the live desk, the 17:00 step moves each currency's value, not
 * each pair's. If USD/CAD were financed for three days on Thursday, the step of the Canadian dollar
 * could not match both USD/CAD and EUR/CAD, and one of the two would give away interest.
 */
import { weekdayOf, type Day } from "../hours/calendar.ts";
import { financingDays } from "../hours/market-hours.ts";
import type { Instrument } from "../instruments/instruments.ts";

const THURSDAY = 4;
const SETTLES_NEXT_DAY: readonly string[] = ["USD_CAD"];

/** Returns the days of interest at a day's rollover, 0 on weekends. */
export function settlementDays({ name }: Instrument, day: Day): 0 | 1 | 3 {
  const days = financingDays(day);
  if (days === 0 || !SETTLES_NEXT_DAY.includes(name)) return days;
  return weekdayOf(day) === THURSDAY ? 3 : 1;
}

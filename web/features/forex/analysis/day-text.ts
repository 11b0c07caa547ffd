import { utcDateText, utcDayText } from "../../../ui/time/time-text.ts";

/** Formats the trading day `2026-11-21` as `21 Nov 2026`. */
export function dayText(day: string): string {
  return utcDateText(new Date(`${day}T00:00:00Z`));
}

/** Formats the trading day `2026-11-21` as `21 Nov`. */
export function shortDayText(day: string): string {
  return utcDayText(new Date(`${day}T00:00:00Z`));
}

import { utcDateText } from "../../ui/time/time-text.ts";

/** Formats `2026-11-21` as `21 Nov 2026`. */
export function dayText(day: string): string {
  return utcDateText(new Date(`${day}T00:00:00Z`));
}

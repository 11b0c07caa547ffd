/** Lists the earnings of the last days, one entry per UTC day, including days without earnings. */
import type { Mining } from "../mining/reference/reference-terms.ts";

export interface EarnedDay {
  /** UTC day such as `2026-11-21`. */
  readonly date: string;
  readonly sats: number;
}

export const DAYS_SHOWN = 14;

const DAY_MS = 86_400_000;

/** Returns the days oldest first, ending with today. Today includes earnings not paid yet. */
export function earnedDays(
  { daily, accruedEarnedSats }: Pick<Mining, "accruedEarnedSats" | "daily">,
  now: Date,
): EarnedDay[] {
  const earned = new Map(daily.map(({ date, earnedSats }) => [date, earnedSats]));
  return Array.from({ length: DAYS_SHOWN }, (_, index) => {
    const ago = DAYS_SHOWN - 1 - index;
    const date = new Date(now.getTime() - ago * DAY_MS).toISOString().slice(0, 10);
    return { date, sats: (earned.get(date) ?? 0) + (ago === 0 ? accruedEarnedSats : 0) };
  });
}

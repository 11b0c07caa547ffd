/** The last days of earnings, one per UTC day, also those on which nothing was earned. */
import type { Mining } from "../mining/reference/reference-terms.ts";

export interface EarnedDay {
  /** `2026-11-21`, UTC. */
  readonly date: string;
  readonly sats: number;
}

export const DAYS_SHOWN = 14;

const DAY_MS = 86_400_000;

/** Oldest first; the last is today. */
export function earnedDays({ daily }: Pick<Mining, "daily">, now: Date): EarnedDay[] {
  const earned = new Map(daily.map(({ date, earnedSats }) => [date, earnedSats]));
  return Array.from({ length: DAYS_SHOWN }, (_, index) => {
    const ago = DAYS_SHOWN - 1 - index;
    const date = new Date(now.getTime() - ago * DAY_MS).toISOString().slice(0, 10);
    return { date, sats: earned.get(date) ?? 0 };
  });
}

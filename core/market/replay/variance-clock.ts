/**
 * Computes the variance between two moments, in days of variance. Variance grows at the pace of
 * each session while the market is open, and not at all while it is closed. The variance of closed
 * hours is added at the opening.
 */
import { newYorkClose, type Day } from "../hours/calendar.ts";
import { dayAt, isTradingDay, openingOf, opensWithGap } from "../hours/market-hours.ts";
import { BLOCK_MS, BLOCK_VARIANCE, BLOCKS, GAP_VARIANCE } from "../path/sessions.ts";

const before: number[] = [0];
for (const share of BLOCK_VARIANCE) before.push((before.at(-1) ?? 0) + share);

export function varianceBetween(fromMs: number, toMs: number): number {
  const [first, last] = [dayAt(fromMs), dayAt(toMs)];
  let variance = -clockOf(first)(fromMs);
  for (let day = first; day < last; day += 1) variance += clockOf(day)(newYorkClose(day));
  return variance + clockOf(last)(toMs);
}

/** Returns the function that maps a time within the day to the variance since the day's opening. */
export function clockOf(day: Day): (timeMs: number) => number {
  if (!isTradingDay(day)) return () => 0;
  const fromMs = openingOf(day);
  const gap = opensWithGap(day) ? GAP_VARIANCE : 0;
  return (timeMs) => {
    const blocks = (timeMs - fromMs) / BLOCK_MS;
    const block = Math.min(BLOCKS - 1, Math.floor(blocks));
    return gap + (before[block] ?? 0) + (blocks - block) * (BLOCK_VARIANCE[block] ?? 0);
  };
}

/**
 * How much variance passes between two instants, in days: none while the market is closed, at the
 * pace of each session while it is open, and that of a closed stretch at once when it opens.
 */
import { dayAt, isTradingDay, openingOf, opensWithGap } from "../hours/market-hours.ts";
import { BLOCK_MS, BLOCK_VARIANCE, BLOCKS, GAP_VARIANCE } from "../path/sessions.ts";

const before: number[] = [0];
for (const share of BLOCK_VARIANCE) before.push((before.at(-1) ?? 0) + share);

export function varianceBetween(fromMs: number, toMs: number): number {
  const [first, last] = [dayAt(fromMs), dayAt(toMs)];
  let variance = -sinceOpening(fromMs, first);
  for (let day = first; day < last; day += 1) variance += wholeDay(day);
  return variance + sinceOpening(toMs, last);
}

function wholeDay(day: number): number {
  return (isTradingDay(day) ? 1 : 0) + (opensWithGap(day) ? GAP_VARIANCE : 0);
}

function sinceOpening(timeMs: number, day: number): number {
  if (!isTradingDay(day)) return 0;
  const blocks = (timeMs - openingOf(day)) / BLOCK_MS;
  const block = Math.min(BLOCKS - 1, Math.floor(blocks));
  const share = (before[block] ?? 0) + (blocks - block) * (BLOCK_VARIANCE[block] ?? 0);
  return share + (opensWithGap(day) ? GAP_VARIANCE : 0);
}

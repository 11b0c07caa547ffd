/** Computes a worker's hash rate and difficulty over time, in consecutive steps. */
import { difficultyText, hashRateText } from "../figures/routes.ts";
import type { StepRow } from "./course-table.ts";
import { secondsFrom } from "./measure.ts";

const ranges = {
  day: { stepSeconds: 600, steps: 144 },
  week: { stepSeconds: 3_600, steps: 168 },
  quarter: { stepSeconds: 86_400, steps: 90 },
} as const;

export type Range = keyof typeof ranges;

/** Returns the start and end of a chart. Its last step contains `now`. */
export function courseSpan(range: Range, now: Date) {
  const { stepSeconds, steps } = ranges[range];
  const stepMs = stepSeconds * 1_000;
  const lastMs = now.getTime() - (now.getTime() % stepMs);
  return { stepSeconds, from: new Date(lastMs - (steps - 1) * stepMs) };
}

/**
 * Returns a worker's chart. The chart starts with the worker's first share, which is excluded from
 * the hash rate.
 */
export function courseOf(
  rows: readonly StepRow[],
  { from, stepSeconds }: ReturnType<typeof courseSpan>,
  { firstShareAt, now }: { readonly firstShareAt: Date; readonly now: Date },
) {
  const stepMs = stepSeconds * 1_000;
  const rowAt = new Map(rows.map((row) => [row.at.getTime(), row]));
  const firstMs = firstShareAt.getTime() - (firstShareAt.getTime() % stepMs);
  const startMs = Math.max(from.getTime(), firstMs);
  const count = Math.max(0, Math.floor((now.getTime() - startMs) / stepMs) + 1);
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(startMs + index * stepMs);
    const end = new Date(Math.min(at.getTime() + stepMs, now.getTime()));
    return { at, ...stepOf(rowAt.get(at.getTime()), secondsFrom(at, firstShareAt, end)) };
  });
}

function stepOf(row: StepRow | undefined, seconds: number) {
  if (!row) return { seconds, hashRateThs: null, difficulty: null, shares: 0, rejected: 0 };
  const { shares, rejected } = row;
  const work = BigInt(row.work);
  const isTimed = shares > row.firstShares;
  return {
    seconds,
    hashRateThs: isTimed ? hashRateText(work - BigInt(row.firstWork), seconds) : null,
    difficulty: shares > 0 ? difficultyText(work / BigInt(shares)) : null,
    shares,
    rejected,
  };
}

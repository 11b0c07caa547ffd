/**
 * Computes the spreads of a past day by the practice market's rule: they widen with volatility and
 * around known news. Volatility is the move of all currencies within five minutes, compared with
 * their usual move in such five minutes since 1999.
 */
import { openingOf, opensWithGap } from "../hours/market-hours.ts";
import type { Day } from "../hours/calendar.ts";
import { EURO_COLUMNS, type Fixing } from "../fixings/fixings.ts";
import {
  BLOCK_MS,
  BLOCK_SPREAD,
  BLOCK_VARIANCE,
  BLOCKS,
  GAP_BLOCKS,
  GAP_SPREAD,
} from "../path/sessions.ts";
import { newsSpread, widenedSpread } from "../path/spread-rule.ts";
import { KNOWN_NEWS } from "./events.ts";

type WriteRates = (timeMs: number, perEuro: Float64Array) => void;

/** Returns the spread of each block of a day as a multiple of the base spread. */
export function replaySpreads(
  fixings: readonly Fixing[],
  day: Day,
  write: WriteRates,
): readonly number[] {
  const fromMs = openingOf(day);
  const usual = usualDeviations(fixings);
  const before = new Float64Array(EURO_COLUMNS.length);
  const after = new Float64Array(EURO_COLUMNS.length);
  const news = newsOf(fromMs);
  return BLOCK_SPREAD.map((session, block) => {
    if (opensWithGap(day) && block < GAP_BLOCKS) return GAP_SPREAD;
    write(fromMs + block * BLOCK_MS, before);
    write(fromMs + (block + 1) * BLOCK_MS - 1, after);
    let sum = 0;
    for (const [column, deviation] of usual.entries())
      sum += (((after[column] ?? 0) / (before[column] ?? 1) - 1) / deviation) ** 2;
    const volatility = Math.sqrt(sum / usual.length / (BLOCK_VARIANCE[block] ?? 1));
    const multiples = news.map((ofNews) => ofNews(block));
    return widenedSpread(session, Math.max(1, ...multiples), volatility);
  });
}

/** Returns the spread multiple by block of each known news on the day. */
function newsOf(fromMs: number): ((block: number) => number)[] {
  return KNOWN_NEWS.map(({ time, isExpected }) => ({
    newsBlock: Math.floor((Date.parse(time) - fromMs) / BLOCK_MS),
    isExpected,
  }))
    .filter(({ newsBlock }) => newsBlock >= 0 && newsBlock < BLOCKS)
    .map(
      ({ newsBlock, isExpected }) =>
        (block) =>
          block < newsBlock && !isExpected ? 1 : newsSpread(block - newsBlock),
    );
}

const deviationsOfFixings = new WeakMap<readonly Fixing[], readonly number[]>();

/** Ratio of a normal variable's deviation to its mean absolute value. */
const MEAN_TO_DEVIATION = Math.sqrt(Math.PI / 2);

/**
 * Returns each rate's daily deviation over all rows. It is computed from absolute moves, because a
 * single jump would dominate the squares.
 */
function usualDeviations(fixings: readonly Fixing[]): readonly number[] {
  const existing = deviationsOfFixings.get(fixings);
  if (existing) return existing;
  const sums = EURO_COLUMNS.map(() => 0);
  for (const [row, { perEuro }] of fixings.entries()) {
    const earlier = fixings[row - 1]?.perEuro;
    if (!earlier) continue;
    for (let column = 0; column < sums.length; column += 1)
      sums[column] =
        (sums[column] ?? 0) + Math.abs((perEuro[column] ?? 0) / (earlier[column] ?? 1) - 1);
  }
  const deviations = sums.map((sum) => (sum / (fixings.length - 1)) * MEAN_TO_DEVIATION);
  deviationsOfFixings.set(fixings, deviations);
  return deviations;
}

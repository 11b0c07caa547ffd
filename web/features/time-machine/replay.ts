/**
 * Replays terms for all starting days, and one period in detail. The two steps are separate,
 * because most of the work depends only on the terms and not on the start.
 */
import {
  allOutcomes,
  barOf,
  coinMillionths,
  COINS_ONLY,
  dayText,
  distributionOf,
  epochDayOf,
  histogramOf,
  outcomeMillionths,
  startingDays,
  termsOf,
  type Case,
  type Distribution,
  type Histogram,
  type Mode,
  type Series,
  type Terms,
} from "#economics/history";
import type { NamedOffer } from "./replay-offer.ts";

export interface Replay extends Case {
  readonly series: Series;
  readonly distribution: Distribution;
  readonly histogram: Histogram;
  /** First and last index of each run of consecutive starts that paid back. */
  readonly paidRuns: readonly (readonly [from: number, to: number])[];
}

/**
 * Returns the replay, or undefined if the user pays nothing or the series is shorter than the
 * period.
 */
export function replayOf(
  series: Series,
  { offer }: NamedOffer,
  mode: Mode,
  length: number,
): Replay | undefined {
  const terms = termsOf(offer, length);
  const count = startingDays(series, length);
  if (terms === undefined || count === 0) return undefined;
  const room = new Float64Array(count);
  const distribution = distributionOf(series, { terms, mode, length }, room);
  allOutcomes(series, terms, mode, length, room);
  const sorted = room.toSorted();
  const at = (share: number): number => sorted[Math.floor(share * (count - 1))] ?? 1;
  const histogram = histogramOf(room, count, at(0.01), at(0.985));
  return { series, terms, mode, length, distribution, histogram, paidRuns: paidRunsOf(room) };
}

function paidRunsOf(outcomes: Float64Array): (readonly [number, number])[] {
  const runs: (readonly [number, number])[] = [];
  let from = -1;
  for (let start = 0; start <= outcomes.length; start += 1) {
    const isPaid = (outcomes[start] ?? 0) >= 1;
    if (isPaid && from < 0) from = start;
    if (isPaid || from < 0) continue;
    runs.push([from, start - 1]);
    from = -1;
  }
  return runs;
}

export interface Stretch {
  readonly start: number;
  readonly sold: bigint;
  readonly kept: bigint;
  readonly bought: bigint;
  readonly coins: bigint;
  readonly chosen: bigint;
  readonly bar: number;
}

export function stretchOf(replay: Replay, start: number): Stretch {
  const { series, terms, length, mode, histogram } = replay;
  const of = (wayTerms: Terms, way: Mode) =>
    outcomeMillionths(series, wayTerms, way, length, start);
  const chosen = of(terms, mode);
  return {
    start,
    sold: of(terms, "sold"),
    kept: of(terms, "kept"),
    bought: of(COINS_ONLY, "kept"),
    coins: coinMillionths(series, terms, length, start),
    chosen,
    bar: barOf(histogram, Number(chosen) / 1e6),
  };
}

/**
 * Returns the requested start, limited to starts whose period fits into the series, or by default
 * the start with the median outcome.
 */
export function startOf(
  date: string | undefined,
  { series, length, distribution }: Replay,
): number {
  if (date === undefined) return distribution.median.start;
  return clampStart(epochDayOf(date) - series.firstDay, series, length);
}

export function clampStart(start: number, series: Series, length: number): number {
  return Math.max(0, Math.min(startingDays(series, length) - 1, start));
}

export function startText(series: Series, start: number): string {
  return dayText(series.firstDay + start);
}

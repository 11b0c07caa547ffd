/**
 * Computes statistics over all starting days: the number that paid back, the median, the extremes
 * and a histogram. Quantiles use the nearest rank, so each quantile is the outcome of a real
 * starting day. Values are counted into buckets instead of sorted, because sorting would dominate
 * the computing time.
 */
import {
  allOutcomes,
  isPaidBack,
  outcomeMillionths,
  startingDays,
  SURE,
  type Mode,
  type Terms,
} from "./outcome.ts";
import type { Series } from "./series.ts";

export interface Case {
  readonly terms: Terms;
  readonly mode: Mode;
  readonly length: number;
}

/** An outcome and the index of its starting day in the series. */
export interface Ranked {
  readonly start: number;
  readonly millionths: bigint;
}

export interface Distribution {
  readonly count: number;
  readonly paid: number;
  readonly low: Ranked;
  readonly median: Ranked;
  readonly high: Ranked;
  readonly worst: Ranked;
  readonly best: Ranked;
  /** Counts over non-overlapping periods only: every `length`-th starting day. */
  readonly apart: { readonly count: number; readonly paid: number };
}

/** Percentage of starting days below each of the three quantiles. */
export const QUANTILES = { low: 5, median: 50, high: 95 } as const;
const BUCKETS = 4_096;
/**
 * Bounds around 1 for decisions by float. A float between these bounds is too close to 1, so the
 * exact outcome decides.
 */
const SURELY_PAID = 1 + SURE;
const SURELY_NOT = 1 - SURE;

/**
 * Computes the distribution of all outcomes. Frequent callers pass `outcomes`, a reusable buffer
 * for the floats. Throws a RangeError if the series is shorter than one period.
 */
export function distributionOf(
  series: Series,
  { terms, mode, length }: Case,
  outcomes = new Float64Array(startingDays(series, length)),
): Distribution {
  const count = allOutcomes(series, terms, mode, length, outcomes);
  if (count === 0) throw new RangeError("the period is longer than the series");
  const isPaid = (start: number): boolean =>
    isPaidBack(series, terms, mode, length, start, outcomes[start] as number);
  let [worst, best, paid] = [0, 0, 0];
  for (let start = 0; start < count; start += 1) {
    const one = outcomes[start] as number;
    if (one < (outcomes[worst] as number)) worst = start;
    if (one > (outcomes[best] as number)) best = start;
    if (one > SURELY_PAID) paid += 1;
    else if (one > SURELY_NOT && isPaid(start)) paid += 1;
  }
  const outside = { count: 0, paid: 0 };
  for (let start = 0; start < count; start += length) {
    outside.count += 1;
    if (isPaid(start)) outside.paid += 1;
  }
  const ranked = (start: number): Ranked => ({
    start,
    millionths: outcomeMillionths(series, terms, mode, length, start),
  });
  const ranks = [QUANTILES.low, QUANTILES.median, QUANTILES.high].map((percent) =>
    Math.ceil((percent * count) / 100),
  );
  const ends = [outcomes[worst] as number, outcomes[best] as number] as const;
  const [low = 0, median = 0, high = 0] = placesOfRanks(outcomes.subarray(0, count), ends, ranks);
  return {
    count,
    paid,
    low: ranked(low),
    median: ranked(median),
    high: ranked(high),
    worst: ranked(worst),
    best: ranked(best),
    apart: outside,
  };
}

/**
 * Returns the indexes of the values with the given ranks (1 is the smallest). `ends` holds the
 * lowest and the highest value.
 */
function placesOfRanks(
  values: Float64Array,
  [least, most]: readonly [number, number],
  ranks: readonly number[],
): number[] {
  const scale = most > least ? (BUCKETS - 1) / (most - least) : 0;
  const buckets = new Uint16Array(values.length);
  const counts = new Uint32Array(BUCKETS);
  for (let place = 0; place < values.length; place += 1) {
    const bucket = (((values[place] as number) - least) * scale) | 0;
    buckets[place] = bucket;
    counts[bucket] = (counts[bucket] as number) + 1;
  }
  return ranks.map((rank) => {
    let [bucket, remaining] = [0, rank];
    for (; remaining > (counts[bucket] as number); bucket += 1)
      remaining -= counts[bucket] as number;
    const members: number[] = [];
    for (
      let place = buckets.indexOf(bucket);
      place >= 0;
      place = buckets.indexOf(bucket, place + 1)
    )
      members.push(place);
    members.sort((a, b) => (values[a] as number) - (values[b] as number) || a - b);
    return members[remaining - 1] ?? 0;
  });
}

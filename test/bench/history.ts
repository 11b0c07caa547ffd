/**
 * Measures the cost of dragging the time machine's start and length, and of computing all starting
 * days. Both costs are compared with the same number of plain array reads in the same round.
 */
import { carriedParts } from "#economics/carried-series";
import { allOutcomes, buildSeries, distributionOf, type Terms } from "#economics/history";
import type { Plan } from "./plan.ts";
import type { Rate } from "./yardstick.ts";

/** The longest period, which leaves the fewest starting days: 2,569. */
const LENGTH = 1_825;
const BATCHES = 100;
const REPEATS = 4;
const WARM_UP_ROUNDS = 5;

export interface HistoryRound {
  /** Plain array reads, one per starting day. */
  readonly read: Rate;
  readonly drag: Rate;
  /** Plain array reads, one per day of the series. */
  readonly pass: Rate;
  readonly distribution: Rate;
}

export function measureHistory({ rounds }: Plan): readonly HistoryRound[] {
  const series = buildSeries(carriedParts());
  const terms: Terms = { kind: "mining", worth: 6_817n, price: 9_900n, power: 0n };
  const into = new Float64Array(series.days);
  const count = allOutcomes(series, terms, "sold", LENGTH, into);
  let readingMs = 0;
  const read = (many: number) => () => {
    let sum = 0;
    for (let at = 0; at < many; at += 1) sum += series.price[at] as number;
    readingMs += sum;
  };
  const cells = {
    read: read(count),
    drag: () => void allOutcomes(series, terms, "sold", LENGTH, into),
    pass: read(series.days),
    distribution: () => void distributionOf(series, { terms, mode: "sold", length: 30 }, into),
  };
  const round = (): HistoryRound => ({
    read: rateOf(cells.read),
    drag: rateOf(cells.drag),
    pass: rateOf(cells.pass),
    distribution: rateOf(cells.distribution),
  });
  for (let at = 0; at < WARM_UP_ROUNDS; at += 1) round();
  const roundResults = Array.from({ length: rounds }, round);
  if (!Number.isFinite(readingMs)) throw new Error("a price is no number");
  return roundResults;
}

/**
 * Returns the median over many short batches. Other load on the machine affects only a few batches,
 * so it hardly changes the median.
 */
function rateOf(work: () => void): Rate {
  const batches = Array.from({ length: BATCHES }, () => {
    const begun = performance.now();
    for (let at = 0; at < REPEATS; at += 1) work();
    return (performance.now() - begun) / REPEATS;
  });
  const meanMs = batches.toSorted((a, b) => a - b)[BATCHES / 2] ?? Number.NaN;
  return { perSecond: 1_000 / meanMs, meanMs };
}

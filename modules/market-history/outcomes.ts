/** Converts the outcomes over all starting days to JSON. */
import {
  coinMillionths,
  COINS_ONLY,
  dayText,
  distributionOf,
  outcomeMillionths,
  outcomeText,
  shareText,
  termsOf,
  type Case,
  type Ranked,
  type Series,
} from "#economics/history";
import { nearest } from "#economics";
import type { historyApi } from "#api/history";
import type { Handlers } from "#api/route";
import { historyRefusals } from "./refusals.ts";
import { lengthOf, modeOf, offerOf, startOf, type OutcomesQuery } from "./read-query.ts";
import type { ReplayCases } from "./replay-cases.ts";

type Outcomes = Awaited<ReturnType<Handlers<typeof historyApi>["getOutcomes"]>>;

/** Returns the offer and period to replay. Throws a refusal for values that cannot be replayed. */
export function caseOf(query: OutcomesQuery, cases: ReplayCases, series: Series): Case {
  const offer = offerOf(query, cases);
  const mode = modeOf(query);
  const length = lengthOf(query, series);
  const terms = termsOf(offer, length);
  if (terms === undefined) throw historyRefusals.replay_nothing_paid();
  return { terms, mode, length };
}

export function presentSeries(series: Series) {
  return {
    from: dayText(series.firstDay),
    to: dayText(series.lastDay),
    days: series.days,
    carriedDays: series.carriedDays.length,
  };
}

export function presentOutcomes(series: Series, one: Case, query: OutcomesQuery): Outcomes {
  const { terms, mode, length } = one;
  const start = startOf(query, series, length);
  const distribution = distributionOf(series, one);
  const presentRanked = ({ start: place, millionths }: Ranked) => ({
    ...daysOf(series, place, length),
    outcome: outcomeText(millionths),
  });
  const share = (part: bigint) => outcomeText(nearest(part, 1_000_000n, terms.price));
  return {
    practice: true,
    series: presentSeries(series),
    days: length,
    mode,
    ratio: share(terms.worth),
    power: share(terms.kind === "mining" ? terms.power : 0n),
    startingDays: distribution.count,
    paidBack: distribution.paid,
    share: shareText(distribution.paid, distribution.count),
    apart: { stretches: distribution.apart.count, paidBack: distribution.apart.paid },
    low5: presentRanked(distribution.low),
    median: presentRanked(distribution.median),
    high95: presentRanked(distribution.high),
    worst: presentRanked(distribution.worst),
    best: presentRanked(distribution.best),
    stretch: start === null ? null : stretchAt(series, one, start),
  };
}

function daysOf(series: Series, start: number, length: number) {
  const day = series.firstDay + start;
  return { start: dayText(day), end: dayText(day + length - 1) };
}

export function stretchAt(
  series: Series,
  { terms, length }: Pick<Case, "terms" | "length">,
  start: number,
) {
  const text = (...[wantedTerms, mode]: [Case["terms"], Case["mode"]]) =>
    outcomeText(outcomeMillionths(series, wantedTerms, mode, length, start));
  return {
    ...daysOf(series, start, length),
    sold: text(terms, "sold"),
    kept: text(terms, "kept"),
    bought: text(COINS_ONLY, "kept"),
    coins: outcomeText(coinMillionths(series, terms, length, start)),
  };
}

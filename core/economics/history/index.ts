/**
 * Public API of the time machine's calculations: the difficulty and price of each day since 2013,
 * and the return that today's terms would have had from each starting day. The calculations are a
 * separate import, because only code that replays history needs them.
 */
export { dayText, epochDayOf, epochDayOfSeconds } from "./day.ts";
export { checkHeaders, headerDifficulty, RETARGET_BLOCKS, type CheckedHeader } from "./header.ts";
export {
  distributionOf,
  QUANTILES,
  type Case,
  type Distribution,
  type Ranked,
} from "./distribution.ts";
export {
  allOutcomes,
  coinMillionths,
  COINS_ONLY,
  outcomeMillionths,
  startingDays,
  type Mode,
  type Terms,
} from "./outcome.ts";
export { buildSeries, type Series, type SeriesParts } from "./series.ts";
export { HALVINGS, NEXT_HALVING_HEIGHT } from "./subsidy.ts";
export { OWN_VALUES, readOwnValue, termsOf, type OwnValue, type ReplayOffer } from "./offer.ts";
export { outcomeText, shareText, shortOutcomeText } from "./texts.ts";
export { courseOf } from "./course.ts";
export { eventsOf, type HistoryEvent } from "./events.ts";
export { barOf, histogramOf, type Histogram } from "./histogram.ts";

/**
 * The time machine's calculations: each day's difficulty and price since 2013, and the return that
 * today's terms would have had on each day. It has its own public API, because only code that
 * replays history needs it.
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

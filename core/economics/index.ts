/**
 * Public API of the formulas for mining and interest. Browser and server share these formulas, so
 * that the screen always agrees with the ledger. All functions are pure: no clock, no network, and
 * no imports except the money module.
 */
export { boostOffer, boostTenths } from "./boost.ts";
export {
  calculate,
  CALCULATOR_RANGES,
  fieldOutOfRange,
  type Calculation,
  type CalculatorInput,
} from "./calculator.ts";
export { centsPerBtcOf, chargeSats, nearest, usdText, type DatedRate } from "./conversion.ts";
export { expectedResult, type ExpectedResult, type Offer } from "./expected.ts";
export {
  accruedSats,
  basisPointsOf,
  daysLater,
  interestOfDays,
  interestSats,
  mostWithin,
  percentText,
  wholeDaysBetween,
  type Accrual,
  type BasisPoints,
} from "./interest.ts";
export { BUY_BACK, buyBackCents, buyBackSats, rigResult, type RigResult } from "./rig.ts";
export {
  judgeTerms,
  termFaults,
  termFields,
  termJumps,
  termTexts,
  termValues,
  type TermTexts,
} from "./posted-terms.ts";
export { checkPayout, type PayoutStatement } from "./payout-check.ts";
export { kwText, microsPerKwhOf, powerNanosats, wattsOfKw } from "./power.ts";
export {
  DAY_MS,
  earnedNanosats,
  NANOSATS_PER_SAT,
  rewardFactor,
  workNanosats,
  type RewardTerms,
} from "./reward.ts";
export { formatScaled, parseScaled } from "./scaled-decimal.ts";
export { soloOdds } from "./solo-odds.ts";
export {
  apyFault,
  FLEXIBLE_APY_MIN,
  REFERENCE_FIELD_NAMES,
  REFERENCE_FIELDS,
  REFERENCE_STEP_HOURS,
  referenceFaults,
  scaledField,
  type ReferenceField,
  type ReferenceTexts,
} from "./terms-change.ts";
export {
  addHashRates,
  difficultyOf,
  difficultyText,
  hashesPerSecond,
  hashRateOfThs,
  thsText,
  type Difficulty,
  type HashesPerSecond,
} from "./units.ts";
export {
  TERM_FIELDS,
  type TermField,
  type TermKind,
  type TermName,
  WAITING_CHANGES,
  waitingKind,
  type WaitingKind,
} from "./term-fields.ts";

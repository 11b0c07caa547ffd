/**
 * Public API of blind replays: their secret, their fictional time, and the mask of their prices. It
 * is apart from the market's own API, because most pages do not need it.
 */
export { commitmentTo, readSecret, secretText, startOn, type BlindSecret } from "./secret.ts";
export {
  daysAround,
  HISTORY_WEEKS,
  isUsableWeek,
  mondayOf,
  movedBy,
  periodOf,
  RUN_WEEKS,
  type BlindPeriod,
} from "./period.ts";
export { maskedPath, maskedPrice, maskedRates, unmaskedPrice, type PriceMask } from "./mask.ts";

/** Computes a replay's terms from the posted terms and the replay's own settings. */
import type { DayTerms } from "../terms/posted-terms.ts";

const RATE_SCALE = 10_000_000;

/** Raises margin rates to those of the leverage. A pair's own rate is the minimum. */
export function withLeverage(terms: DayTerms, leverage: number): DayTerms {
  const rate = Math.floor(RATE_SCALE / leverage);
  return { ...terms, marginRates: terms.marginRates.map((posted) => Math.max(posted, rate)) };
}

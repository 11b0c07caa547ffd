/**
 * The dated economic inputs: rate, difficulty, subsidy, fees, pool fee, tariff, boost price. A row
 * applies until the next one starts. The test chain's own difficulty and subsidy are not used in
 * any formula.
 */
import type { DatedRate, Difficulty, RewardTerms } from "#economics";

export interface ReferenceValues extends RewardTerms, DatedRate {
  readonly id: string;
  readonly difficulty: Difficulty;
  readonly blockSeconds: number;
  /** Decimal text, USD. */
  readonly usdPerKwh: string;
  readonly boostUsdPerThsDay: string;
  readonly source: string;
  readonly setBy: string;
}

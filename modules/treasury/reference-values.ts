/**
 * Defines the reference values: rate, difficulty, subsidy, fees, pool fee, tariff and boost price.
 * Each row applies until the next row takes effect. No formula uses the test chain's own difficulty
 * or subsidy.
 */
import type { DatedRate, Difficulty, RewardTerms } from "#economics";

export interface ReferenceValues extends RewardTerms, DatedRate {
  readonly id: string;
  readonly difficulty: Difficulty;
  readonly blockSeconds: number;
  /** Electricity price in USD per kWh, as decimal text. */
  readonly usdPerKwh: string;
  readonly boostUsdPerThsDay: string;
  readonly source: string;
  readonly setBy: string;
}

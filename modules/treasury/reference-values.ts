/**
 * Defines the economic inputs and the times from which they apply: rate, difficulty, subsidy, fees,
 * pool fee, tariff, boost price. Each row applies until the next row starts. No formula uses the
 * test chain's own difficulty and subsidy.
 */
import type { DatedRate, Difficulty, RewardTerms } from "#economics";

export interface ReferenceValues extends RewardTerms, DatedRate {
  readonly id: string;
  readonly difficulty: Difficulty;
  readonly blockSeconds: number;
  /** Price in USD as decimal text. */
  readonly usdPerKwh: string;
  readonly boostUsdPerThsDay: string;
  readonly source: string;
  readonly setBy: string;
}

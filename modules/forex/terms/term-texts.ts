/** Formats terms as decimal text. */
import { formatScaled } from "#economics";

const PERCENT_DECIMALS = 4;
const RATE_DECIMALS = 7;

/** Formats a share in 10^-6 as a percentage: 36,250 becomes `3.625`. */
export function percentText(millionths: number): string {
  return formatScaled(BigInt(millionths), PERCENT_DECIMALS);
}

/** Formats a margin rate in 10^-7 as a share: 333,333 becomes `0.0333333`. */
export function rateText(rate: number): string {
  return formatScaled(BigInt(rate), RATE_DECIMALS);
}

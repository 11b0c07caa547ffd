/** Amounts as the texts of this module write them. */
import { formatScaled } from "#economics";
import { BTC_DECIMALS, formatAmount } from "#money";

/** `0.00100000`. */
export function wholeBtc(sats: bigint): string {
  return formatAmount(sats, BTC_DECIMALS);
}

/** `0.001`. */
export function shortestBtc(sats: bigint): string {
  return formatScaled(sats, BTC_DECIMALS);
}

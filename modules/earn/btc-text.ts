/** Formats BTC amounts for refusals and messages. */
import { formatScaled } from "#economics";
import { BTC_DECIMALS, formatAmount } from "#money";

/** Formats an amount with all eight decimals, such as `0.00100000`. */
export function wholeBtc(sats: bigint): string {
  return formatAmount(sats, BTC_DECIMALS);
}

/** Formats an amount without trailing zeros, such as `0.001`. */
export function shortestBtc(sats: bigint): string {
  return formatScaled(sats, BTC_DECIMALS);
}

/**
 * Converts the reference rate, decimal text such as "60000.00" in USD per BTC, to whole cents.
 * Returns undefined if the text is invalid.
 */
import { parseAmount, USD_DECIMALS } from "#money";

export function centsPerBtcOf(rateUsdPerBtc: string): bigint | undefined {
  const [whole = "", fraction = ""] = rateUsdPerBtc.split(".");
  const cents = fraction.slice(0, USD_DECIMALS);
  return parseAmount(cents === "" ? whole : `${whole}.${cents}`, USD_DECIMALS);
}

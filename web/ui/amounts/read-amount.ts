/**
 * Parses amounts typed by the user. BTC amounts are exact to the satoshi. Ambiguous text is
 * rejected.
 */
import { BTC_DECIMALS, parseAmount } from "#money";
import { readNumberText } from "../preferences/read-number.ts";

/**
 * Parses `0.015`, `.015`, `0,015` or ` 0.0150 `. Returns undefined if the text is ambiguous or not
 * an amount.
 */
export function readAmount(typed: string, decimals = BTC_DECIMALS): bigint | undefined {
  const text = readNumberText(typed)?.replace(/^\./, "0.").replace(/\.$/, "");
  return text === undefined ? undefined : parseAmount(text.replace(/^0+(?=\d)/, ""), decimals);
}

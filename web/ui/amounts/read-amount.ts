/**
 * What somebody types into a field for an amount, of BTC read to the satoshi. What could be two
 * amounts is none.
 */
import { BTC_DECIMALS, parseAmount } from "#money";
import { readNumberText } from "../preferences/read-number.ts";

/**
 * What is typed as an amount: `0.015`, `.015`, `0,015`, ` 0.0150 `; undefined when it is not one,
 * or could be two.
 */
export function readAmount(typed: string, decimals = BTC_DECIMALS): bigint | undefined {
  const text = readNumberText(typed)?.replace(/^\./, "0.").replace(/\.$/, "");
  return text === undefined ? undefined : parseAmount(text.replace(/^0+(?=\d)/, ""), decimals);
}

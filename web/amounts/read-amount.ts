/**
 * What somebody types into a field for an amount, of BTC read to the satoshi. What could be two
 * amounts is none.
 */
import { BTC_DECIMALS, parseAmount } from "#money";

/** `1,500`: one and a half to some, fifteen hundred to others. */
const AMBIGUOUS = /^[1-9]\d{0,2},\d{3}$/;

/**
 * What is typed as an amount: `0.015`, `.015`, `0,015`, ` 0.0150 `; undefined when it is not one,
 * or could be two.
 */
export function readAmount(typed: string, decimals = BTC_DECIMALS): bigint | undefined {
  if (AMBIGUOUS.test(typed.trim())) return undefined;
  const text = typed.trim().replace(",", ".").replace(/^\./, "0.").replace(/\.$/, "");
  return parseAmount(text.replace(/^0+(?=\d)/, ""), decimals);
}

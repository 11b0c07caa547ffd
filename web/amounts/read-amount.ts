/**
 * What somebody types into a field for an amount, of BTC read to the satoshi. What could be two
 * amounts is none.
 */
import { BTC_DECIMALS, parseAmount } from "#money";

/** `1,500`: one and a half to some, fifteen hundred to others. */
const AMBIGUOUS = /^-?[1-9]\d{0,2},\d{3}$/;

/** A number that is typed with point or comma, with a point; undefined when it could be two. */
export function withPoint(typed: string): string | undefined {
  const text = typed.trim();
  return AMBIGUOUS.test(text) ? undefined : text.replace(",", ".");
}

/**
 * What is typed as an amount: `0.015`, `.015`, `0,015`, ` 0.0150 `; undefined when it is not one,
 * or could be two.
 */
export function readAmount(typed: string, decimals = BTC_DECIMALS): bigint | undefined {
  const text = withPoint(typed)?.replace(/^\./, "0.").replace(/\.$/, "");
  return text === undefined ? undefined : parseAmount(text.replace(/^0+(?=\d)/, ""), decimals);
}

/**
 * Converts decimal text to a whole number of small units and back, for rates, hash rates and
 * difficulties. Accepts longer numbers than the money module's parser, which reads amounts typed by
 * users.
 */
import { formatAmount } from "#money";

/**
 * Parses decimal text: `"83148355189239.77"` with 8 decimals becomes `8314835518923977000000n`.
 * Throws a RangeError if the text is not a decimal number with at most `decimals` decimals.
 */
export function parseScaled(text: string, decimals: number): bigint {
  const [, whole, fraction = ""] = /^(\d{1,24})(?:\.(\d{1,18}))?$/.exec(text) ?? [];
  const digits = fraction.replace(/0+$/, "");
  if (whole === undefined || digits.length > decimals)
    throw new RangeError(`"${text}" is not a decimal number with at most ${decimals} decimals`);
  return BigInt(whole + digits.padEnd(decimals, "0"));
}

/**
 * Returns the shortest text for the number: with 12 decimals, `50_000_000_000_000n` becomes `50`
 * and `50_500_000_000_000n` becomes `50.5`.
 */
export function formatScaled(value: bigint, decimals: number): string {
  const text = formatAmount(value, decimals);
  if (decimals === 0) return text;
  let end = text.length;
  while (text[end - 1] === "0") end -= 1;
  return text.slice(0, text[end - 1] === "." ? end - 1 : end);
}

/** Converts decimal text to whole minor units and back, without floats. */
export const BTC_DECIMALS = 8;
export const USD_DECIMALS = 2;

/**
 * Parses a plain decimal such as `0.015` to minor units (`1500000n` with 8 decimals). Allows only
 * digits and one point: no sign, exponent, grouping or leading zeros, and at most 8 digits before
 * the point. Returns undefined for any other text.
 */
export function parseAmount(text: string, decimals: number): bigint | undefined {
  const match = /^(0|[1-9]\d{0,7})(?:\.(\d+))?$/.exec(text);
  const [, whole, fraction = ""] = match ?? [];
  if (whole === undefined || fraction.length > decimals) return undefined;
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}

/**
 * Formats minor units: `1500000n` with 8 decimals becomes `0.01500000`. A negative amount starts
 * with a hyphen.
 */
export function formatAmount(amount: bigint, decimals: number): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, "0");
  const sign = amount < 0n ? "-" : "";
  return decimals === 0
    ? sign + digits
    : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

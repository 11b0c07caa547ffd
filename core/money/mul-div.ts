/** Computes `a * b / c` exactly in integers. All rounding of money happens in this file. */
export type Rounding = "up" | "down";

/**
 * Returns `a * b / c` rounded towards positive (`up`) or negative (`down`) infinity. Throws a
 * RangeError if c is 0.
 */
export function mulDiv(a: bigint, b: bigint, c: bigint, rounding: Rounding): bigint {
  if (c === 0n) throw new RangeError("division by zero");
  const product = a * b;
  const quotient = product / c;
  const remainder = product % c;
  if (remainder === 0n) return quotient;
  const isNegative = remainder < 0n !== c < 0n;
  if (rounding === "up") return isNegative ? quotient : quotient + 1n;
  return isNegative ? quotient - 1n : quotient;
}

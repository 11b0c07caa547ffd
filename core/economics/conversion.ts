/**
 * Converts between satoshis and cents at a dated rate. Charges are rounded up. Only display figures
 * are rounded to the nearest unit.
 */
import { mulDiv } from "#money";
import { formatScaled, parseScaled } from "./scaled-decimal.ts";

const SATS_PER_BTC = 100_000_000n;

/** BTC price and the time at which it was posted. */
export interface DatedRate {
  readonly centsPerBtc: bigint;
  readonly validFrom: Date;
}

/**
 * Converts USD per BTC, such as `"60000"` or `"95061.94"`, to cents. Throws a RangeError if the
 * text is not a price above 0 with at most two decimals.
 */
export function centsPerBtcOf(usdPerBtc: string): bigint {
  const cents = parseScaled(usdPerBtc, 2);
  if (cents === 0n) throw new RangeError("a rate must be above 0");
  return cents;
}

export function usdText(cents: bigint): string {
  return formatScaled(cents, 2);
}

/** Returns the satoshis to charge for a price in cents, rounded up. */
export function chargeSats(cents: bigint, rate: DatedRate): bigint {
  return mulDiv(cents, SATS_PER_BTC, rate.centsPerBtc, "up");
}

/**
 * Returns `a * b / c` rounded to the nearest integer, with halves rounded up. For displayed figures
 * only, never for money that moves.
 */
export function nearest(a: bigint, b: bigint, c: bigint): bigint {
  return mulDiv(2n * a * b + c, 1n, 2n * c, "down");
}

/**
 * Computes a rig's power cost: kW x hours x tariff, in satoshis at the reference rate of that time.
 * Uses integers only. Power cost is a charge, so it is rounded up to 10^-9 sat.
 */
import { mulDiv } from "#money";
import type { DatedRate } from "./conversion.ts";
import { NANOSATS_PER_SAT } from "./reward.ts";
import { formatScaled, parseScaled } from "./scaled-decimal.ts";

const SATS_PER_BTC = 100_000_000n;
const WATTS_DECIMALS = 3;
/** Watt-milliseconds per kWh. */
const WATT_MS_PER_KWH = 1_000n * 3_600_000n;
const TARIFF_DECIMALS = 6;
const CENTS_PER_USD = 100n;
const MICROS_PER_USD = 1_000_000n;

/**
 * Converts kW as decimal text to watts: `"3.25"` becomes `3250n`. Throws a RangeError for more than
 * 3 decimals.
 */
export function wattsOfKw(kw: string): bigint {
  return parseScaled(kw, WATTS_DECIMALS);
}

/** Formats watts as kW: `3250n` becomes `3.25`. */
export function kwText(watts: bigint): string {
  return formatScaled(watts, WATTS_DECIMALS);
}

/**
 * Converts USD per kWh as decimal text to millionths of a dollar. Throws a RangeError for more than
 * 6 decimals.
 */
export function microsPerKwhOf(usdPerKwh: string): bigint {
  return parseScaled(usdPerKwh, TARIFF_DECIMALS);
}

/** Cost in 10^-9 sat, rounded up, of drawing `watts` for a duration at a tariff in USD per kWh. */
export function powerNanosats(
  watts: bigint,
  milliseconds: bigint,
  usdPerKwh: string,
  rate: DatedRate,
): bigint {
  if (milliseconds < 0n) throw new RangeError("a duration must not be negative");
  return mulDiv(
    watts * milliseconds * microsPerKwhOf(usdPerKwh),
    CENTS_PER_USD * SATS_PER_BTC * NANOSATS_PER_SAT,
    WATT_MS_PER_KWH * MICROS_PER_USD * rate.centsPerBtc,
    "up",
  );
}

/**
 * Computes a boost offer: renting (multiplier - 1) x the base hash rate for 24 hours at the posted
 * price per TH/s and day. The posted price exceeds the expected earnings slightly, and the offer
 * shows the user this expected loss.
 */
import { mulDiv } from "#money";
import type { DatedRate } from "./conversion.ts";
import type { Offer } from "./expected.ts";
import { DAY_MS } from "./reward.ts";
import { parseScaled } from "./scaled-decimal.ts";
import { HASHES_PER_TERAHASH, hashesPerSecond, type HashesPerSecond } from "./units.ts";

const SATS_PER_BTC = 100_000_000n;
const PRICE_DECIMALS = 6;
const PRICE_UNITS_PER_CENT = 10_000n;

const BOOST_MS = DAY_MS;

/**
 * Converts a multiplier to tenths: `"2.5"` becomes `25n`. Returns undefined unless the multiplier
 * is a multiple of 0.1 above 1 and at most 3.
 */
export function boostTenths(multiplier: string): bigint | undefined {
  if (!/^\d(\.\d0*)?$/.test(multiplier)) return undefined;
  const tenths = parseScaled(multiplier, 1);
  return tenths > 10n && tenths <= 30n ? tenths : undefined;
}

/**
 * Computes the hash rate and cost of a boost. The cost is rounded up to the satoshi and to the
 * cent. `usdPerThsDay` is the posted price, with at most 6 decimals.
 */
export function boostOffer(
  base: HashesPerSecond,
  tenths: bigint,
  usdPerThsDay: string,
  rate: DatedRate,
): Offer {
  const hashRate = hashesPerSecond((base * (tenths - 10n)) / 10n);
  const price = hashRate * parseScaled(usdPerThsDay, PRICE_DECIMALS);
  const unitsPerCent = HASHES_PER_TERAHASH * PRICE_UNITS_PER_CENT;
  return {
    hashRate,
    milliseconds: BOOST_MS,
    costSats: mulDiv(price, SATS_PER_BTC, unitsPerCent * rate.centsPerBtc, "up"),
    costCents: mulDiv(price, 1n, unitsPerCent, "up"),
  };
}

/**
 * Computes a rig's results for its owner: daily earnings, power cost and net earnings, days until
 * payback, the tariff below which the earnings cover the power, and the buy-back price. Daily
 * figures are for display only, so they are rounded to the nearest unit.
 */
import { mulDiv } from "#money";
import { nearest, type DatedRate } from "./conversion.ts";
import { microsPerKwhOf, powerNanosats } from "./power.ts";
import { DAY_MS, earnedNanosats, NANOSATS_PER_SAT, type RewardTerms } from "./reward.ts";
import { formatScaled } from "./scaled-decimal.ts";
import type { HashesPerSecond } from "./units.ts";

const SATS_PER_BTC = 100_000_000n;
const TARIFF_DECIMALS = 4;
const TARIFF_MICROS_STEP = 100n;
/** A longer payback is reported as never, because no rig and no tariff lasts a century. */
const PAY_BACK_DAYS_MAX = 36_500n;

export interface Rig {
  readonly hashRate: HashesPerSecond;
  readonly watts: bigint;
  readonly priceCents: bigint;
}

export interface RigResult {
  readonly earnsSats: bigint;
  readonly earnsCents: bigint;
  readonly powerSats: bigint;
  readonly powerCents: bigint;
  /** Earnings minus power cost. Negative for a loss. */
  readonly netSats: bigint;
  readonly netCents: bigint;
  /** Whole days until the net earnings reach the price. Null if they never do. */
  readonly payBackDays: bigint | null;
  /**
   * Tariff in USD per kWh below which earnings cover the power, with 4 decimals. Null if the rig
   * uses no power or earns nothing.
   */
  readonly coveredBelowUsdPerKwh: string | null;
}

/**
 * Returns the daily results at the given reference values and tariff (USD per kWh, at most 6
 * decimals).
 */
export function rigResult(
  rig: Rig,
  usdPerKwh: string,
  terms: RewardTerms,
  rate: DatedRate,
): RigResult {
  const earns = earnedNanosats(rig.hashRate, DAY_MS, terms);
  const power = powerNanosats(rig.watts, DAY_MS, usdPerKwh, rate);
  return {
    earnsSats: sats(earns),
    earnsCents: cents(earns, rate),
    powerSats: sats(power),
    powerCents: cents(power, rate),
    netSats: earns < power ? -sats(power - earns) : sats(earns - power),
    netCents: earns < power ? -cents(power - earns, rate) : cents(earns - power, rate),
    payBackDays: payBackDays(rig.priceCents, earns - power, rate),
    coveredBelowUsdPerKwh: coveredBelow(earns, power, usdPerKwh),
  };
}

function sats(nanosats: bigint): bigint {
  return nearest(nanosats, 1n, NANOSATS_PER_SAT);
}

function cents(nanosats: bigint, rate: DatedRate): bigint {
  return nearest(nanosats, rate.centsPerBtc, SATS_PER_BTC * NANOSATS_PER_SAT);
}

function payBackDays(priceCents: bigint, netPerDay: bigint, rate: DatedRate): bigint | null {
  if (netPerDay <= 0n) return null;
  const unitsPerCent = SATS_PER_BTC * NANOSATS_PER_SAT;
  const days = mulDiv(priceCents, unitsPerCent, netPerDay * rate.centsPerBtc, "up");
  return days > PAY_BACK_DAYS_MAX ? null : days;
}

/**
 * Returns the tariff at which power costs as much as the rig earns. Power cost is proportional to
 * the tariff, so the result is tariff x earnings / power.
 */
function coveredBelow(earns: bigint, power: bigint, usdPerKwh: string): string | null {
  if (power === 0n || earns === 0n) return null;
  const steps = nearest(microsPerKwhOf(usdPerKwh), earns, power * TARIFF_MICROS_STEP);
  return formatScaled(steps, TARIFF_DECIMALS);
}

/**
 * Terms of the posted buy-back: 80 % of the price at first, falling linearly each day to zero after
 * 36 months, and never more satoshis than were paid.
 */
export const BUY_BACK = { percent: 80n, months: 36, days: 1_095n } as const;

/**
 * Price paid for one rig: the posted price in cents, and its satoshis at the rate of the purchase.
 */
export interface Paid {
  readonly paidCents: bigint;
  readonly paidSats: bigint;
}

/**
 * Buy-back price in satoshis of a rig bought `ageMs` ago. The remaining share of the price in cents
 * is converted at the rate and rounded down. The result never exceeds the satoshis paid, so that
 * users cannot profit from a rate change between purchase and sale. A negative age, which occurs
 * after the clock was set back, is treated as 0.
 */
export function buyBackSats(paid: Paid, ageMs: bigint, rate: DatedRate): bigint {
  const worth = mulDiv(shareUnits(paid, ageMs), SATS_PER_BTC, UNITS * rate.centsPerBtc, "down");
  return worth < paid.paidSats ? worth : paid.paidSats;
}

/** Buy-back price in cents at the rate, for display. */
export function buyBackCents(paid: Paid, ageMs: bigint, rate: DatedRate): bigint {
  const share = mulDiv(shareUnits(paid, ageMs), 1n, UNITS, "down");
  const most = mulDiv(paid.paidSats, rate.centsPerBtc, SATS_PER_BTC, "down");
  return share < most ? share : most;
}

/** Denominator with which the remaining share of the price is exact: percent times days. */
const UNITS = 100n * BUY_BACK.days;

function shareUnits({ paidCents }: Paid, ageMs: bigint): bigint {
  const days = ageMs < 0n ? 0n : ageMs / DAY_MS;
  return days >= BUY_BACK.days ? 0n : paidCents * BUY_BACK.percent * (BUY_BACK.days - days);
}

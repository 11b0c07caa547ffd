/**
 * What a machine does for its owner: earnings, power and net per day, when the net has paid its
 * price, below which tariff its power is covered, and what the house gives for it later. Figures
 * per day to the nearest unit; no money moves by them.
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
/** What would take longer is called never: no machine and no tariff lasts a century. */
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
  /** Negative is a loss. */
  readonly netSats: bigint;
  readonly netCents: bigint;
  /** Whole days until the net has paid the price; null: never. */
  readonly payBackDays: bigint | null;
  /**
   * USD per kWh below which the earnings cover the power, 4 decimals; null when it uses none or
   * earns nothing.
   */
  readonly coveredBelowUsdPerKwh: string | null;
}

/** Per day, at these reference values and this tariff (USD per kWh, at most 6 decimals). */
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

/** Power goes with the tariff: they meet at tariff x earnings / power. */
function coveredBelow(earns: bigint, power: bigint, usdPerKwh: string): string | null {
  if (power === 0n || earns === 0n) return null;
  const steps = nearest(microsPerKwhOf(usdPerKwh), earns, power * TARIFF_MICROS_STEP);
  return formatScaled(steps, TARIFF_DECIMALS);
}

/**
 * The posted buy-back: 80 % of the price at first, falling by the day in a straight line to nothing
 * after 36 months, and never more satoshis than were paid.
 */
export const BUY_BACK = { percent: 80n, months: 36, days: 1_095n } as const;

/**
 * What was paid for one machine: the price posted in cents, and the satoshis it was at the rate of
 * the purchase.
 */
export interface Paid {
  readonly paidCents: bigint;
  readonly paidSats: bigint;
}

/**
 * What the house gives for a machine bought `ageMs` ago: the share of its price in cents at the
 * rate, rounded down to the satoshi, but no more satoshis than it was bought for. A rate that is
 * changed between purchase and sale wins nobody anything. An age below zero, from a clock that went
 * back, counts as new.
 */
export function buyBackSats(paid: Paid, ageMs: bigint, rate: DatedRate): bigint {
  const worth = mulDiv(shareUnits(paid, ageMs), SATS_PER_BTC, UNITS * rate.centsPerBtc, "down");
  return worth < paid.paidSats ? worth : paid.paidSats;
}

/** The same in cents at the rate, for the screen. */
export function buyBackCents(paid: Paid, ageMs: bigint, rate: DatedRate): bigint {
  const share = mulDiv(shareUnits(paid, ageMs), 1n, UNITS, "down");
  const most = mulDiv(paid.paidSats, rate.centsPerBtc, SATS_PER_BTC, "down");
  return share < most ? share : most;
}

/** How many units one cent of price is worth when the whole of it is given. */
const UNITS = 100n * BUY_BACK.days;

function shareUnits({ paidCents }: Paid, ageMs: bigint): bigint {
  const days = ageMs < 0n ? 0n : ageMs / DAY_MS;
  return days >= BUY_BACK.days ? 0n : paidCents * BUY_BACK.percent * (BUY_BACK.days - days);
}

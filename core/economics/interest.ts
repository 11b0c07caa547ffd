/**
 * Computes the interest of a stake or an investment: `floor(sats x APY % x days / 36,500)`, which
 * is simple interest for whole days. Browser and server share this formula, so that the estimate on
 * the confirmation screen equals the reserved amount.
 */
import { mulDiv } from "#money";
import { formatScaled, parseScaled } from "./scaled-decimal.ts";

/** A rate in hundredths of a percent: 35 % is 3,500. */
export type BasisPoints = number;

const PERCENT_DECIMALS = 2;
const YEAR_DAYS = 365n;
/** 100 % in basis points, times the days in a year. */
const BASIS_POINT_DAYS = 10_000n * YEAR_DAYS;
const DAY_MS = 86_400_000;

/** Interest in satoshis, rounded down. */
export function interestSats(sats: bigint, apy: BasisPoints, days: number): bigint {
  return interestOfDays(sats, BigInt(apy) * BigInt(days));
}

/**
 * Interest at daily changing rates. `basisPointDays` is the sum of the daily rates in basis points.
 */
export function interestOfDays(sats: bigint, basisPointDays: bigint): bigint {
  if (sats < 0n || basisPointDays < 0n)
    throw new RangeError("amounts and rates must not be negative");
  return mulDiv(sats, basisPointDays, BASIS_POINT_DAYS, "down");
}

/**
 * Returns the largest stake up to `mostSats` whose interest over these days does not exceed the
 * limit.
 */
export function mostWithin(
  interestMaxSats: bigint,
  basisPointDays: bigint,
  mostSats: bigint,
): bigint {
  if (interestMaxSats < 0n || basisPointDays < 0n)
    throw new RangeError("amounts and rates must not be negative");
  if (basisPointDays === 0n) return mostSats;
  const fits = mulDiv(interestMaxSats + 1n, BASIS_POINT_DAYS, basisPointDays, "up") - 1n;
  return fits < mostSats ? fits : mostSats;
}

/**
 * Converts a percentage such as `"25"` or `"27.5"` to basis points. Throws a RangeError if it is
 * more precise than a basis point.
 */
export function basisPointsOf(percent: string): BasisPoints {
  return Number(parseScaled(percent, PERCENT_DECIMALS));
}

export function percentText(apy: BasisPoints): string {
  return formatScaled(BigInt(apy), PERCENT_DECIMALS);
}

/**
 * Returns the end of a term. A day always has 86,400 s, regardless of calendars and daylight saving
 * time.
 */
export function daysLater(from: Date, days: number): Date {
  return new Date(from.getTime() + days * DAY_MS);
}

/** Returns the number of complete days of 86,400 s, or 0 if `to` is before `from`. */
export function wholeDaysBetween(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / DAY_MS));
}

/** Two points in time between which a displayed amount accrues linearly. */
export interface Accrual {
  readonly fromAt: Date;
  readonly fromSats: bigint;
  readonly toAt: Date;
  readonly toSats: bigint;
}

/** Amount to display at `now`, clamped to the accrual's two ends. Not used for money that moves. */
export function accruedSats({ fromAt, fromSats, toAt, toSats }: Accrual, now: Date): bigint {
  const whole = BigInt(toAt.getTime() - fromAt.getTime());
  const passed = BigInt(now.getTime() - fromAt.getTime());
  if (passed >= whole) return toSats;
  if (passed <= 0n) return fromSats;
  return fromSats + mulDiv(toSats - fromSats, passed, whole, "down");
}

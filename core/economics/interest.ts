/**
 * Interest of a stake or an investment: `floor(sats x APY % x days / 36,500)`, simple, for whole
 * days. Browser and server share it, so that the estimate before the button is the sum that is
 * locked.
 */
import { mulDiv } from "#money";
import { formatScaled, parseScaled } from "./scaled-decimal.ts";

/** 35 % is 3,500. */
export type BasisPoints = number;

const PERCENT_DECIMALS = 2;
const YEAR_DAYS = 365n;
/** Basis points in the whole, times the days of a year. */
const BASIS_POINT_DAYS = 10_000n * YEAR_DAYS;
const DAY_MS = 86_400_000;

/** Satoshis, rounded down. */
export function interestSats(sats: bigint, apy: BasisPoints, days: number): bigint {
  return interestOfDays(sats, BigInt(apy) * BigInt(days));
}

/**
 * The same when the rate differed from day to day: `basisPointDays` is the sum of each day's basis
 * points.
 */
export function interestOfDays(sats: bigint, basisPointDays: bigint): bigint {
  if (sats < 0n || basisPointDays < 0n) throw new RangeError("interest is never negative");
  return mulDiv(sats, basisPointDays, BASIS_POINT_DAYS, "down");
}

/** The largest amount up to `mostSats` whose interest over these days is no more than so much. */
export function mostWithin(
  interestMaxSats: bigint,
  basisPointDays: bigint,
  mostSats: bigint,
): bigint {
  if (interestMaxSats < 0n || basisPointDays < 0n)
    throw new RangeError("interest is never negative");
  if (basisPointDays === 0n) return mostSats;
  const fits = mulDiv(interestMaxSats + 1n, BASIS_POINT_DAYS, basisPointDays, "up") - 1n;
  return fits < mostSats ? fits : mostSats;
}

/** `"25"` or `"27.5"` percent. Throws RangeError for anything finer than a basis point. */
export function basisPointsOf(percent: string): BasisPoints {
  return Number(parseScaled(percent, PERCENT_DECIMALS));
}

export function percentText(apy: BasisPoints): string {
  return formatScaled(BigInt(apy), PERCENT_DECIMALS);
}

/** The end of a term: days of 86,400 s each, whatever calendars and clocks do. */
export function daysLater(from: Date, days: number): Date {
  return new Date(from.getTime() + days * DAY_MS);
}

/** Days of 86,400 s that are over, 0 before the start. */
export function wholeDaysBetween(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / DAY_MS));
}

/** A straight stretch of accrual: what is shown goes from one sum to the next in this time. */
export interface Accrual {
  readonly fromAt: Date;
  readonly fromSats: bigint;
  readonly toAt: Date;
  readonly toSats: bigint;
}

/**
 * What to show at `now`: never less than at the start of the stretch, never more than at its end.
 * Moves no money.
 */
export function accruedSats({ fromAt, fromSats, toAt, toSats }: Accrual, now: Date): bigint {
  const whole = BigInt(toAt.getTime() - fromAt.getTime());
  const passed = BigInt(now.getTime() - fromAt.getTime());
  if (passed >= whole) return toSats;
  if (passed <= 0n) return fromSats;
  return fromSats + mulDiv(toSats - fromSats, passed, whole, "down");
}

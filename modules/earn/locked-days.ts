/**
 * Rules of interest that is locked by the day. A day that is locked keeps its rate; a change of
 * rate is for days that are not locked yet, each at the rate posted for the moment it begins. Pure.
 */
import { daysLater, interestOfDays, wholeDaysBetween, type Accrual } from "#economics";
import { rateAt, type Rate } from "./rates-table.ts";

/** Days are counted from the opening; `toDay` is the first one no longer meant. */
export interface LockedDays {
  readonly fromDay: number;
  readonly toDay: number;
  readonly apy: number;
}

export interface Terms {
  readonly principalSats: bigint;
  readonly openedAt: Date;
  readonly endsAt: Date | null;
  readonly lockedDays: number;
  readonly lockedSats: bigint;
}

/** Basis points of the first `days` days, added up. */
export function basisPointDaysUntil(locked: readonly LockedDays[], days: number): bigint {
  return locked.reduce((sum, { fromDay, toDay, apy }) => {
    const counted = Math.max(0, Math.min(toDay, days) - fromDay);
    return sum + BigInt(apy) * BigInt(counted);
  }, 0n);
}

/** Interest of the first `days` days, rounded down once over all of them. */
export function interestUntil(
  principalSats: bigint,
  locked: readonly LockedDays[],
  days: number,
): bigint {
  return interestOfDays(principalSats, basisPointDaysUntil(locked, days));
}

/**
 * The days from `fromDay` to `toDay`, in stretches of one rate. `rates` are of one product, oldest
 * first.
 */
export function daysAtRates(
  openedAt: Date,
  rates: readonly Rate[],
  { fromDay, toDay }: { readonly fromDay: number; readonly toDay: number },
): LockedDays[] {
  const runs: LockedDays[] = [];
  for (let day = fromDay; day < toDay; day += 1) {
    const { apy } = rateAt(rates, daysLater(openedAt, day));
    const last = runs.at(-1);
    if (last?.apy === apy) runs[runs.length - 1] = { ...last, toDay: day + 1 };
    else runs.push({ fromDay: day, toDay: day + 1, apy });
  }
  return runs;
}

/** What leaving now pays: nothing before the end of a fixed term, whole days of a flexible one. */
export function interestOnExit(terms: Terms, locked: readonly LockedDays[], now: Date): bigint {
  const { principalSats, openedAt, endsAt, lockedDays, lockedSats } = terms;
  if (endsAt !== null) return endsAt <= now ? lockedSats : 0n;
  const days = Math.min(wholeDaysBetween(openedAt, now), lockedDays);
  return interestUntil(principalSats, locked, days);
}

/** The rate of the day under way, or of the last one that is locked. */
export function apyAt(
  { openedAt, lockedDays }: Pick<Terms, "openedAt" | "lockedDays">,
  locked: readonly LockedDays[],
  now: Date,
): number | undefined {
  const day = Math.min(wholeDaysBetween(openedAt, now), lockedDays - 1);
  return locked.find(({ fromDay, toDay }) => fromDay <= day && day < toDay)?.apy;
}

/**
 * The stretch of accrual to show: the whole of a fixed term, the day under way of a flexible one.
 */
export function accrualAt(terms: Terms, locked: readonly LockedDays[], now: Date): Accrual {
  const { principalSats, openedAt, endsAt, lockedDays, lockedSats } = terms;
  if (endsAt !== null) return { fromAt: openedAt, fromSats: 0n, toAt: endsAt, toSats: lockedSats };
  const day = Math.min(wholeDaysBetween(openedAt, now), lockedDays);
  const next = Math.min(day + 1, lockedDays);
  return {
    fromAt: daysLater(openedAt, day),
    fromSats: interestUntil(principalSats, locked, day),
    toAt: daysLater(openedAt, next),
    toSats: interestUntil(principalSats, locked, next),
  };
}

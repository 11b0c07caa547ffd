/**
 * Defines how interest is reserved by the day. A reserved day keeps its rate. A new rate affects
 * only days that are not reserved yet. Such a day uses the rate in force when it begins.
 */
import { daysLater, interestOfDays, wholeDaysBetween, type Accrual } from "#economics";
import { rateAt, type Rate } from "./rates-table.ts";

/** A run of days at one rate. Days are counted from the opening. `toDay` is exclusive. */
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

/**
 * Returns the sum of the yearly rates that apply to each of the first `days` days, in basis points.
 */
export function basisPointDaysUntil(locked: readonly LockedDays[], days: number): bigint {
  return locked.reduce((sum, { fromDay, toDay, apy }) => {
    const counted = Math.max(0, Math.min(toDay, days) - fromDay);
    return sum + BigInt(apy) * BigInt(counted);
  }, 0n);
}

/** Returns the interest of the first `days` days, rounded down once over all days. */
export function interestUntil(
  principalSats: bigint,
  locked: readonly LockedDays[],
  days: number,
): bigint {
  return interestOfDays(principalSats, basisPointDaysUntil(locked, days));
}

/**
 * Returns the days from `fromDay` to `toDay`, grouped by rate. `rates` must be the rates of one
 * product, oldest first.
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

/**
 * Returns the interest paid on an exit now. A fixed term pays no interest before its end. A
 * flexible position pays the interest of whole days.
 */
export function interestOnExit(terms: Terms, locked: readonly LockedDays[], now: Date): bigint {
  const { principalSats, openedAt, endsAt, lockedDays, lockedSats } = terms;
  if (endsAt !== null) return endsAt <= now ? lockedSats : 0n;
  const days = Math.min(wholeDaysBetween(openedAt, now), lockedDays);
  return interestUntil(principalSats, locked, days);
}

/**
 * Returns the rate of the current day or, if that day is not reserved, of the last reserved day.
 */
export function apyAt(
  { openedAt, lockedDays }: Pick<Terms, "openedAt" | "lockedDays">,
  locked: readonly LockedDays[],
  now: Date,
): number | undefined {
  const day = Math.min(wholeDaysBetween(openedAt, now), lockedDays - 1);
  return locked.find(({ fromDay, toDay }) => fromDay <= day && day < toDay)?.apy;
}

/**
 * Returns the accrual to display: the whole term for a fixed position, the current day for a
 * flexible position.
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
